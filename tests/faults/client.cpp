#include "client.hpp"

#include "support/json_read.hpp"
#include "support/strings.hpp"

namespace faults {

using kedge::concat;
using kedge::Json;

namespace {

const Json& field_of(const Json& json, std::string_view name) {
  static const Json nothing;
  const Json* const found = json.find(name);
  return found != nullptr ? *found : nothing;
}

bool is_refusal(const Json& result) { return result.is_null() || field_of(result, "isError") == Json(true); }

}  // namespace

std::string text_of_result(const Json& result) {
  const Json::Array* const content = field_of(result, "content").as_array();
  if (content == nullptr || content->empty()) return {};
  const std::string* const text = field_of(content->front(), "text").as_string();
  return text != nullptr ? *text : std::string();
}

Client::Client(const Place& place, std::string_view dialects)
    : server_(place.called({"mcp", "--results", "both", "--page-size", "500000", "--dialect", std::string(dialects)})) {
  ask("initialize", Json::object({{"protocolVersion", "2025-11-25"},
                                  {"capabilities", Json::object()},
                                  {"clientInfo", Json::object({{"name", "battery"}, {"version", "1"}})}}));
  server_.say(R"({"jsonrpc":"2.0","method":"notifications/initialized"})");
}

void Client::say(std::string_view method, const Json& params) {
  server_.say(Json::object({{"jsonrpc", "2.0"}, {"id", ++last_id_}, {"method", method}, {"params", params}}).dump());
}

Json Client::ask(std::string_view method, const Json& params) {
  say(method, params);
  for (;;) {
    const std::string line = server_.hear();
    const std::expected<Json, kedge::JsonProblem> answer = kedge::read_json(line);
    if (!answer) throw std::runtime_error(concat("not JSON: ", line.substr(0, 400)));
    if (field_of(*answer, "id") == Json(last_id_)) return field_of(*answer, "result");
  }
}

Json Client::call(std::string_view tool, const Json& arguments) {
  return ask("tools/call", Json::object({{"name", tool}, {"arguments", arguments}}));
}

Reply Client::reply_to(std::string_view tool, const Json& arguments) {
  const Json result = call(tool, arguments);
  Reply reply{.done = !is_refusal(result),
              .error = {},
              .words = result.dump().substr(0, 800),
              .data = field_of(result, "structuredContent")};
  reply.error = reply.text("error");
  return reply;
}

std::string Client::shown(std::string_view tool, const Json& arguments) {
  const Json result = call(tool, arguments);
  if (is_refusal(result)) throw std::runtime_error(concat(tool, ": ", result.dump().substr(0, 400)));
  return text_of_result(result);
}

}  // namespace faults
