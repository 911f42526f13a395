// The sessions of clients that begin with initialize. Each belongs to the agent that opened it, ends on request or after an
// hour without use, and can be found only by its id, and only by that agent.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>

#include "mcp/agents.hpp"
#include "mcp/conversation.hpp"
#include "mcp/http_channel.hpp"

namespace kedge::mcp {

struct HttpSession {
  std::string id;
  std::string agent;                   // the name of whoever opened it
  std::shared_ptr<HttpChannel> aside;  // what belongs to no request
  std::uint64_t aside_read = 0;        // the number of its last message that was read
  std::shared_ptr<Conversation> conversation;
  std::map<std::uint64_t, std::shared_ptr<HttpChannel>> channels = {};  // of requests, for a client that comes back
  std::int64_t last_used = 0;

  static constexpr std::size_t most_channels = 64;
  static constexpr std::size_t most_kept_bytes = 8UL * 1024 * 1024;  // of answers

  // A channel for a request. If there are many, the oldest finished ones are forgotten; null if none is finished.
  std::shared_ptr<HttpChannel> new_channel();
  // No client will come back to it.
  void forget(const HttpChannel& channel);
  // The channel and the number that an event id names.
  struct Position {
    std::shared_ptr<HttpChannel> channel;
    std::uint64_t number = 0;
  };
  std::optional<Position> position_of(std::string_view event_id) const;

 private:
  std::uint64_t last_channel_ = 0;
};

std::string event_id(const HttpChannel& channel, std::uint64_t number);

class HttpSessions {
 public:
  static constexpr std::int64_t idle_lifetime = std::int64_t{60} * 60 * 1'000'000'000;  // nanoseconds
  static constexpr std::size_t most = 256;

  HttpSessions(Stage& stage, std::function<std::string()> new_id) : stage_(stage), new_id_(std::move(new_id)) {}
  ~HttpSessions() { end_all(); }
  HttpSessions(const HttpSessions&) = delete;
  HttpSessions& operator=(const HttpSessions&) = delete;

  // Cannot be found until it is kept.
  std::shared_ptr<HttpSession> create(const Agent& agent);
  void keep(const std::shared_ptr<HttpSession>& session);
  std::shared_ptr<HttpSession> find(std::string_view id, const Agent& agent);  // null: it has none of this id, or it has ended
  std::size_t size() const { return sessions_.size(); }
  void end(std::string_view id);
  void end_all();
  // The server takes no more messages: what waits for the client continues without it, and its streams end.
  void hear_no_more();

  // For one request of a client without a session.
  std::shared_ptr<Conversation> stateless(const Agent& agent) const;

 private:
  bool is_old(const HttpSession& session) const;

  Stage& stage_;
  std::function<std::string()> new_id_;
  std::map<std::string, std::shared_ptr<HttpSession>, std::less<>> sessions_;
};

}  // namespace kedge::mcp
