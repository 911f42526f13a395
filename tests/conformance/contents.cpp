#include "conformance/fixtures.hpp"
#include "support/base64.hpp"
#include "support/json_read.hpp"
#include "support/require.hpp"

namespace kedge::mcp::conformance {

Json json_of(std::string_view text) {
  std::expected<Json, JsonProblem> json = read_json(text);
  KEDGE_REQUIRE(json.has_value());
  return *std::move(json);
}

Json text_content(std::string_view text) { return Json::object({{"type", "text"}, {"text", text}}); }

std::string pixel_base64() {
  return "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==";
}

Json image_content() { return Json::object({{"type", "image"}, {"data", pixel_base64()}, {"mimeType", "image/png"}}); }

Json resource_content(std::string_view uri, std::string_view type, std::string_view text) {
  return Json::object({{"type", "resource"}, {"resource", Json::object({{"uri", uri}, {"mimeType", type}, {"text", text}})}});
}

Json tool_result(std::initializer_list<Json> content) { return Json::object({{"content", Json::array(content)}}); }
Json tool_text(std::string_view text) { return tool_result({text_content(text)}); }

std::string argument_of(const Exchange& exchange, std::string_view name) {
  const Json* const arguments = exchange.params.find("arguments");
  const Json* const given = arguments != nullptr ? arguments->find(name) : nullptr;
  return given != nullptr && given->as_string() != nullptr ? *given->as_string() : std::string();
}

Rows all_rows() {
  Rows rows{.prompts = prompts(), .resources = {resources()}, .tools_change = true, .prompts_change = true};
  for (auto* const part : {&content_tools, &telling_tools, &asking_tools}) {
    for (ToolRow& row : part()) rows.tools.push_back(std::move(row));
  }
  return rows;
}

}  // namespace kedge::mcp::conformance
