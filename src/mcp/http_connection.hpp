// One client's HTTP connection: requests are taken one after the other, and each is answered by one message or by a stream that
// ends with it. Used only by the thread that runs the server.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <boost/asio/generic/stream_protocol.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <functional>
#include <memory>
#include <set>
#include <string>

#include "mcp/http.hpp"
#include "mcp/http_channel.hpp"
#include "mcp/http_room.hpp"
#include "mcp/http_sessions.hpp"

namespace kedge::mcp {

class HttpConnection;

// Awaits something that may fail, in a coroutine: the failure goes into `error`.
inline auto into(boost::system::error_code& error) { return boost::asio::redirect_error(boost::asio::use_awaitable, error); }

// What all connections of a server share.
struct HttpHall {
  Stage& stage;
  HttpSessions sessions;
  HttpRules rules;
  HttpTimes times;
  std::set<HttpConnection*> connections = {};
  std::size_t streams = 0;  // connections held by a stream without an end
  std::function<void()> emptied = {};

  // False: there is no room for this one. If another connection had to go for it, it is gone.
  bool make_room_for(const Guest& newcomer);
};

class HttpConnection : public std::enable_shared_from_this<HttpConnection> {
 public:
  using Socket = boost::asio::generic::stream_protocol::socket;
  using Clock = std::chrono::steady_clock;
  template <class T>
  using Task = boost::asio::awaitable<T>;

  HttpConnection(Socket socket, HttpHall& hall, Guest guest);
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
  // Reads the whole head of the next request into the buffer, or returns the refusal; status 0: nobody is there to be told.
  Task<std::optional<HttpRefusal>> take_head();
  Task<bool> take_body(const Headers& headers, std::string_view method, std::string body);
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
  Task<boost::system::error_code> send_chunk(std::string text);
  Task<void> part();

  // The channel's next change ends wait().
  void attach(HttpChannel& channel);
  Task<void> wait();
  // True: nothing has happened for so long that the client might think the server is gone.
  Task<bool> wait_for_life();
  // Notices if the client disconnects while it is being answered.
  void watch();
  Task<void> notice_the_end();

  // The next wait is given up after this time, with `late_`; the connection stays as it is.
  void allow(std::chrono::milliseconds time);
  void take_time();
  // The time limit for a head: a stranger's heads share one limit, counted from when it connected.
  std::chrono::milliseconds time_for(std::chrono::milliseconds of_trusted) const;
  void await_deadline(std::uint64_t turn);

  Socket socket_;
  HttpHall& hall_;
  boost::asio::steady_timer wake_;
  boost::asio::steady_timer deadline_;
  std::uint64_t turn_ = 0;
  bool late_ = false;
  boost::beast::flat_buffer buffer_;
  Guest guest_;
  std::shared_ptr<Conversation> conversation_;  // of a request without a session, while it is answered
  bool first_ = true;                           // nothing has been taken yet
  bool keep_alive_ = true;                      // after what is being answered
  bool leaving_ = false;
  bool unread_ = false;  // the client is still sending a rejected request
  bool watching_ = false;
  bool dropped_ = false;
  bool lost_ = false;       // the client has gone
  bool streaming_ = false;  // and had been told how to come back
  std::string new_session_;
};

}  // namespace kedge::mcp
