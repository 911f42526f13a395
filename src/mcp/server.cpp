#include "mcp/server.hpp"

#include <algorithm>
#include <array>
#include <exception>
#include <span>
#include <utility>

#include "support/overloaded.hpp"
#include "support/strings.hpp"

namespace kedge::mcp {
namespace {

// Those that begin with initialize, oldest first.
constexpr std::array<std::string_view, 4> revisions{"2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"};
constexpr std::string_view revision_with_batches = "2025-03-26";

std::string refused(const RequestMessage& request, ErrorCode code, std::string_view what, const Json& data = {}) {
  return error_line(request.id, code, what, data);
}

std::string unknown_tool(const RequestMessage& request, std::string_view name, std::span<const std::string_view> known) {
  constexpr std::size_t most_echoed = 128;
  const std::optional<std::string_view> meant = nearest(name, known);
  return refused(request, ErrorCode::invalid_params,
                 concat("unknown tool '", printable(name.substr(0, most_echoed)), "'",
                        meant ? concat("; did you mean ", *meant, '?') : std::string()));
}

}  // namespace

Server::Server(const Offer& offer, CallTool call_tool, std::vector<std::string> warnings,
               std::function<void(std::string client)> introduced)
    : offer_(offer), call_tool_(std::move(call_tool)), introduced_(std::move(introduced)), warnings_(std::move(warnings)) {}

bool Server::takes_batches() const { return revision_ == revision_with_batches; }

Reaction Server::hear(Message message) {
  return std::visit(overloaded{
                        [&](RequestMessage& request) { return hear_request(std::move(request)); },
                        [&](const NotificationMessage& notification) {
                          hear_notification(notification);
                          return Reaction(NoAnswer{});
                        },
                        [](const ResponseMessage&) { return Reaction(NoAnswer{}); },
                        [](const BadMessage& bad) { return Reaction(error_line(bad)); },
                    },
                    message);
}

Reaction Server::hear_request(RequestMessage request) {
  {
    const std::lock_guard lock(mutex_);
    if (in_flight_.contains(request.id)) {
      // Under its id the answer would be taken for that of the first.
      return error_line({}, ErrorCode::invalid_request,
                        concat("the id ", request.id.json, " is that of a request that is not answered yet"));
    }
  }
  if (request.method == "ping") return result_line(request.id, "{}");
  if (request.method == "initialize") return initialize(request);
  // What opens the revisions without initialize. Any error tells such a client to go on with it.
  if (request.method == "server/discover") return refused(request, ErrorCode::method_not_found, "unknown method");
  if (!revision_) return refused(request, ErrorCode::invalid_request, "initialize first");
  if (request.method == "tools/list") return list_tools(request);
  if (request.method == "tools/call") return accept_call(std::move(request));
  return refused(request, ErrorCode::method_not_found, "unknown method");
}

void Server::hear_notification(const NotificationMessage& notification) {
  if (notification.method != "notifications/cancelled") return;
  const Json* const given = notification.params.find("requestId");
  if (given == nullptr) return;
  const std::optional<RequestId> id = id_of(*given);
  if (!id) return;
  if (!advance(*id, Progress::waiting, Progress::cancelled)) advance(*id, Progress::running, Progress::cancelled);
}

std::string Server::initialize(const RequestMessage& request) {
  if (revision_) return refused(request, ErrorCode::invalid_request, "the session is initialized already");
  const Json* const given = request.params.find("protocolVersion");
  const std::string* const wanted = given != nullptr ? given->as_string() : nullptr;
  if (wanted == nullptr) {
    Json supported = Json::array();
    for (const std::string_view revision : revisions) supported.push(revision);
    return refused(request, ErrorCode::invalid_params, "protocolVersion has to be a string",
                   Json::object({{"supported", std::move(supported)}}));
  }
  const bool known = std::ranges::find(revisions, *wanted) != revisions.end();
  revision_ = known ? *wanted : std::string(revisions.back());
  const Json* const client = request.params.find("clientInfo");
  const Json* const name = client != nullptr ? client->find("name") : nullptr;
  if (introduced_ && name != nullptr && name->as_string() != nullptr) introduced_(*name->as_string());
  return result_line(
      request.id,
      Json::object({{"protocolVersion", *revision_},
                    {"capabilities", Json::object({{"tools", Json::object({{"listChanged", false}})}})},
                    {"serverInfo", Json::object({{"name", "kedge"}, {"title", "kedge"}, {"version", offer_.version()}})},
                    {"instructions", offer_.instructions()}})
          .dump());
}

std::string Server::list_tools(const RequestMessage& request) const {
  // All of them stand on the first page, so nobody has been given a cursor.
  const Json* const cursor = request.params.find("cursor");
  if (cursor != nullptr && !cursor->is_null()) return refused(request, ErrorCode::invalid_params, "unknown cursor");
  return result_line(request.id, offer_.tool_list());
}

Reaction Server::accept_call(RequestMessage request) {
  const Json* const given = request.params.find("name");
  const std::string* const name = given != nullptr ? given->as_string() : nullptr;
  if (name == nullptr) return refused(request, ErrorCode::invalid_params, "name has to be a string");
  const ServedTool* const tool = offer_.find(*name);
  if (tool == nullptr) return unknown_tool(request, *name, offer_.names());
  const Json* const arguments = request.params.find("arguments");
  const bool none = arguments == nullptr || arguments->is_null();
  if (!none && arguments->as_object() == nullptr) {
    return refused(request, ErrorCode::invalid_params, "arguments has to be an object");
  }
  const std::lock_guard lock(mutex_);
  in_flight_.emplace(request.id, Progress::waiting);
  return AcceptedCall{std::move(request.id), tool, none ? Json::object() : *arguments};
}

std::optional<std::string> Server::carry_out(const AcceptedCall& call) {
  if (!advance(call.id, Progress::waiting, Progress::running)) return std::nullopt;
  std::string line;
  try {
    const Reply reply = call_tool_(*call.tool, call.arguments);
    line = result_line(call.id, call_result(reply, offer_.form(), take_warnings()).dump());
  } catch (const std::exception& problem) {
    // Memory that is short is no reason to leave other calls without their answers.
    line = error_line(call.id, ErrorCode::internal_error,
                      concat("internal error: ", problem.what(),
                             call.tool->changes_files() ? "; read the file to see whether it was changed" : ""));
  }
  if (!advance(call.id, Progress::running, Progress::answered)) return std::nullopt;
  return line;
}

void Server::settle(const AcceptedCall& call) {
  const std::lock_guard lock(mutex_);
  in_flight_.erase(call.id);
}

bool Server::advance(const RequestId& id, Progress from, Progress to) {
  const std::lock_guard lock(mutex_);
  const auto found = in_flight_.find(id);
  if (found == in_flight_.end() || found->second != from) return false;
  found->second = to;
  return true;
}

std::vector<std::string> Server::take_warnings() {
  const std::lock_guard lock(mutex_);
  return std::exchange(warnings_, {});
}

}  // namespace kedge::mcp
