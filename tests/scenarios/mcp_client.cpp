#include "scenarios/mcp_client.hpp"

#include <algorithm>

#include <gtest/gtest.h>

#include "support/json_read.hpp"
#include "support/strings.hpp"

namespace kedge::test {
namespace {

// Unless told otherwise, in the dialect whose calls are the plainest to write.
Command server(const Workplace& place, std::vector<std::string> options) {
  if (std::ranges::find(options, "--dialect") == options.end()) options.insert(options.begin(), {"--dialect", "replace"});
  // Text and data, so that a test can look at either.
  if (std::ranges::find(options, "--results") == options.end()) options.insert(options.begin(), {"--results", "both"});
  options.insert(options.begin(), "mcp");
  return place.program(std::move(options));
}

}  // namespace

McpClient::McpClient(const Workplace& place, std::vector<std::string> options) : process_(server(place, std::move(options))) {}

void McpClient::send(std::string_view line) { EXPECT_TRUE(process_.write(concat(line, '\n'))) << "the server does not read"; }

Json McpClient::receive() {
  const std::optional<std::string> line = process_.read_line();
  if (!line) {
    ADD_FAILURE() << "no answer";
    return {};
  }
  std::expected<Json, JsonProblem> answer = read_json(*line);
  EXPECT_TRUE(answer) << "not JSON: " << *line;
  return std::move(answer).value_or(Json());
}

Json McpClient::answer_to(std::string_view id) {
  for (;;) {
    if (const auto found = kept_.find(std::string(id)); found != kept_.end()) {
      Json answer = std::move(found->second);
      kept_.erase(found);
      return answer;
    }
    Json answer = receive();
    if (answer.is_null()) return answer;
    EXPECT_EQ(at(answer, "jsonrpc"), Json("2.0")) << answer.dump();
    const bool fresh = kept_.emplace(at(answer, "id").dump(), answer).second;
    EXPECT_TRUE(fresh) << "answered twice: " << answer.dump();
  }
}

Json McpClient::ask(std::string_view method, const Json& params) {
  const std::int64_t id = ++last_id_;
  send(request(id, method, params));
  return answer_to(Json(id).dump());
}

Json McpClient::open(std::string_view revision) {
  const Json params = Json::object({{"protocolVersion", revision},
                                    {"capabilities", Json::object()},
                                    {"clientInfo", Json::object({{"name", "test"}, {"version", "1"}})}});
  const Json answer = ask("initialize", params);
  send(R"({"jsonrpc":"2.0","method":"notifications/initialized"})");
  return at(answer, "result");
}

Json McpClient::call(std::string_view tool, const Json& arguments) {
  return at(ask("tools/call", Json::object({{"name", tool}, {"arguments", arguments}})), "result");
}

std::string request(const Json& id, std::string_view method, const Json& params) {
  return Json::object({{"jsonrpc", "2.0"}, {"id", id}, {"method", method}, {"params", params}}).dump();
}

std::string tool_request(const Json& id, std::string_view tool, const Json& arguments) {
  return request(id, "tools/call", Json::object({{"name", tool}, {"arguments", arguments}}));
}

Json reading(std::string_view path) { return Json::object({{"path", path}}); }

Json edit_of(std::string_view path, std::string_view from, std::string_view to) {
  return Json::object({{"file_path", path}, {"old_string", from}, {"new_string", to}});
}

const Json& at(const Json& json, std::string_view name) {
  static const Json nothing;
  const Json* const found = json.find(name);
  return found != nullptr ? *found : nothing;
}

std::int64_t error_code(const Json& answer) {
  const std::int64_t* const code = at(at(answer, "error"), "code").as_integer();
  return code != nullptr ? *code : 0;
}

std::string text_of(const Json& result) {
  const Json::Array* const content = at(result, "content").as_array();
  const std::string* const text = content != nullptr && !content->empty() ? at(content->front(), "text").as_string() : nullptr;
  return text != nullptr ? *text : concat("no text: ", result.dump());
}

bool is_refusal(const Json& result) { return at(result, "isError") == Json(true); }

std::string refusal_code(const Json& result) {
  const std::string* const code = at(at(result, "structuredContent"), "error").as_string();
  return code != nullptr ? *code : concat("no refusal: ", result.dump());
}

}  // namespace kedge::test
