// One request while it is worked on: what was asked and by whom, what can be said to the client meanwhile, and how it ends.
// A request ends with a result, with a problem, or with questions: then the same request is made again with the answers. Who
// makes it again is the conversation's business: older clients are asked by the server, newer ones ask for themselves.
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
  bool modern = false;  // speaks a revision without sessions: every request says who is asking
  std::string revision = {};
  Json capabilities = Json::object();
  std::string name = {};

  bool can(std::string_view capability) const { return capabilities.find(capability) != nullptr; }
};

enum class LogLevel : std::uint8_t { debug, info, notice, warning, error, critical, alert, emergency };
std::string_view name_of(LogLevel level);
std::optional<LogLevel> log_level_of(std::string_view name);

struct InputRequest {
  std::string key;  // by which the answer comes back
  std::string method;
  Json params;
};

struct InputNeeded {
  std::vector<InputRequest> requests = {};
  Json state = Json::object();  // comes back with the answers, as it was
  // Asks somebody else than the client, and waits: the answer is the input "elsewhere". Nothing: cancelled.
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
  // To the client, as far as it wants to hear it.
  std::function<void(double done, std::optional<double> of, std::string_view message)> progress;
  std::function<void(LogLevel level, std::string_view logger, const Json& data)> log;
  // Ends the stream that the answer would have come by; the client fetches it later. Where there is none, nothing happens.
  std::function<void()> close_stream;
  // The answers are used up by this call: no other that brings the same state is taken. False: one was faster.
  std::function<bool()> use_up_state;
  // To everybody who listens: this list (tools, prompts or resources) is another one now.
  std::function<void(std::string_view list)> announce;
};

}  // namespace kedge::mcp
