// One request in progress: what was asked and by whom, what can be sent to the client meanwhile, and how it ends.
// A request ends with a result, a problem, or questions. After questions, the same request is made again with the answers. The
// conversation decides who does that: the server asks older clients itself and repeats the request, newer clients repeat it
// themselves.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "mcp/message.hpp"

namespace kedge::mcp {

struct Client {
  bool modern = false;  // uses a revision without sessions: every request says who is asking
  std::string revision = {};
  Json capabilities = Json::object();
  std::string name = {};

  bool can(std::string_view capability) const { return capabilities.find(capability) != nullptr; }
};

enum class LogLevel : std::uint8_t { debug, info, notice, warning, error, critical, alert, emergency };
std::string_view name_of(LogLevel level);
std::optional<LogLevel> log_level_of(std::string_view name);

struct InputRequest {
  std::string key;  // identifies the answer
  std::string method;
  Json params;
};

struct InputNeeded {
  std::vector<InputRequest> requests = {};
  Json state = Json::object();  // comes back unchanged with the answers
  // Asks somebody other than the client, and waits: the answer is the input "elsewhere". None: cancelled.
  std::function<std::optional<Json>(const std::atomic<bool>& cancelled)> elsewhere = {};
};

using Answer = std::variant<Json, InputNeeded, Problem>;

struct Exchange {
  const Client& client;
  const Json& params;
  const std::string& session;  // what was shown in it may be edited in it
  const Json& state;           // of the questions that the inputs answer; an empty object at first
  const Json& inputs;          // by their keys; an empty object at first
  const std::atomic<bool>& cancelled;
  std::vector<std::string>& changed;  // paths that the call has changed on disk
  // Sent to the client, if it wants progress.
  std::function<void(double done, std::optional<double> of, std::string_view message)> progress;
  std::function<void(LogLevel level, std::string_view logger, const Json& data)> log;
  // Ends the stream that would carry the answer; the client fetches it later. Does nothing without a stream.
  std::function<void()> close_stream;
  // Uses up the answers: no other call with the same state is accepted. False: another call was first.
  std::function<bool()> use_up_state;
  // Tells all subscribers that this list (tools, prompts or resources) has changed.
  std::function<void(std::string_view list)> announce;
  std::string_view agent = {};  // who the call is counted for
};

}  // namespace kedge::mcp
