// One client's HTTP connection: requests are taken one after the other, and each is answered by one message or by a stream that
// ends with it. Used only by the thread that runs the server.
#pragma once

#include <chrono>
#include <expected>
#include <memory>
#include <set>
#include <string>

#include "http/head.hpp"
#include "mcp/http.hpp"
#include "mcp/http_channel.hpp"
#include "mcp/http_probes.hpp"
#include "mcp/http_room.hpp"
#include "mcp/http_sessions.hpp"
#include "sockets/event_loop.hpp"
#include "sockets/stream_sockets.hpp"

namespace kedge::mcp {

class HttpConnection;

// What all connections of a server share.
struct HttpHall {
  EventLoop& loop;
  Stage& stage;
  HttpSessions sessions;
  HttpRules rules;
  std::vector<Agent> agents;                          // in the order of the rules' tokens; at least one
  std::size_t most_connections = usual_most_trusted;  // of trusted guests
  HttpTimes times;
  HttpProbes probes = {};
  bool is_draining = false;  // requests are still answered, but clients should go elsewhere
  std::set<HttpConnection*> connections = {};
  std::size_t streams = 0;  // connections held by a stream without an end

  // Whether one more connection may be held by a stream without an end: the rest is for short requests.
  bool has_room_for_stream() const { return streams < (most_connections * 3 + 3) / 4; }
  // False: there is no room for this one. If another connection had to go for it, it is gone.
  bool make_room_for(const Guest& newcomer);
};

class HttpConnection : public std::enable_shared_from_this<HttpConnection> {
 public:
  using Clock = std::chrono::steady_clock;

  HttpConnection(std::unique_ptr<ByteStream> stream, HttpHall& hall, Guest guest);
  ~HttpConnection();
  HttpConnection(const HttpConnection&) = delete;
  HttpConnection& operator=(const HttpConnection&) = delete;

  Task<void> run();

  const Guest& guest() const { return guest_; }
  // Finishes the current answer and takes no more requests.
  void finish();
  // Ends the connection, whatever it is doing.
  void drop();
  bool is_dropped() const { return dropped_; }

 private:
  // These return true if the connection goes on.
  Task<bool> take_request();
  // The head of the next request, or its refusal. If the client is gone, lost_ is set and nobody is there to be told.
  Task<std::expected<HttpHead, HttpRefusal>> take_head();
  Task<std::expected<std::string, HttpRefusal>> take_body(const Headers& headers);
  Task<bool> answer(const HttpHead& head, const std::string& body);
  Task<bool> answer_probe(Probe probe, const HttpHead& head);
  Task<bool> post(const Headers& headers, const std::string& body);
  Task<bool> post_batch(Incoming incoming, const std::shared_ptr<HttpSession>& session);
  Task<bool> post_modern(const Headers& headers, Message message);
  Task<bool> get(const Headers& headers, const std::shared_ptr<HttpSession>& session);
  // One answer, or a stream that ends with it.
  Task<bool> respond(const std::shared_ptr<HttpChannel>& channel, Era era, bool can_be_resumed);
  // Messages as they come, up to the answer.
  Task<bool> stream_out(const std::shared_ptr<HttpChannel>& channel, std::uint64_t& read, bool with_ids);
  Task<bool> send_json(int status, std::string_view json);
  Task<bool> say(int status, std::string_view what);  // words for people
  // Answers before the whole request was read: the rest of it is discarded.
  Task<bool> turn_away(int status, std::string_view what);
  Task<bool> send(int status, std::string_view type, std::string body);
  // These return false if the client is gone, or late.
  Task<bool> send_bytes(std::string bytes);
  Task<bool> receive();
  Task<void> part();

  // The channel's next change ends wait().
  void attach(HttpChannel& channel);
  // Until something has changed, or the client is gone. True: nothing has happened for this time.
  Task<bool> wait(Clock::time_point until);

  // What is received or sent next has to be done in this time.
  void allow(std::chrono::milliseconds time) { deadline_ = Clock::now() + time; }
  // The time limit for a head: a stranger's heads share one limit, counted from when it connected.
  std::chrono::milliseconds time_for(std::chrono::milliseconds of_trusted) const;

  std::unique_ptr<ByteStream> stream_;
  HttpHall& hall_;
  Waiting waiting_;
  Clock::time_point deadline_;
  bool late_ = false;     // the last time limit was not kept
  std::string received_;  // and not used yet
  Guest guest_;
  const Agent* agent_;                          // sent the last request; never null
  std::shared_ptr<Conversation> conversation_;  // of a request without a session, while it is answered
  bool first_ = true;                           // nothing has been taken yet
  bool keep_alive_ = true;                      // after what is being answered
  bool leaving_ = false;
  bool unread_ = false;   // the client is still sending a rejected request
  bool watching_ = true;  // whether the client is still there, while it is being answered
  bool dropped_ = false;
  bool lost_ = false;       // the client has gone
  bool streaming_ = false;  // and had been told how to come back
  std::string new_session_;
  std::string_view allowed_ = "POST";  // the methods that a refused one is told of
};

// Until it ends, whoever else forgets it.
Task<void> keep_running(std::shared_ptr<HttpConnection> connection);

}  // namespace kedge::mcp
