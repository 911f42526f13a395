#include "conformance/fixtures.hpp"

namespace kedge::mcp::conformance {
namespace {

// Four samples of silence.
constexpr std::string_view silence = "UklGRiwAAABXQVZFZm10IBAAAAABAAEAQB8AAIA+AAACABAAZGF0YQgAAAAAAAAAAAAAAA==";

constexpr std::string_view schema_with_everything = R"({
  "$schema": "https://json-schema.org/draft/2020-12/schema",
  "type": "object",
  "$defs": {"address": {"$anchor": "addressDef", "type": "object",
                        "properties": {"street": {"type": "string"}, "city": {"type": "string"}}}},
  "properties": {
    "name": {"type": "string"},
    "address": {"$ref": "#/$defs/address"},
    "contactMethod": {"type": "string", "enum": ["phone", "email"]},
    "phone": {"type": "string"},
    "email": {"type": "string"}
  },
  "allOf": [{"anyOf": [{"required": ["phone"]}, {"required": ["email"]}]}],
  "if": {"properties": {"contactMethod": {"const": "phone"}}, "required": ["contactMethod"]},
  "then": {"required": ["phone"]},
  "else": {"required": ["email"]},
  "additionalProperties": false
})";

constexpr std::string_view schema_with_header = R"({
  "type": "object",
  "properties": {"region": {"type": "string", "x-mcp-header": "Region"}, "query": {"type": "string"}},
  "required": ["region"]
})";

constexpr std::string_view empty_schema = R"({"type": "object", "properties": {}})";

ToolRow answering(std::string_view name, const Json& result, std::string_view schema = empty_schema) {
  return {.name = std::string(name),
          .listed = Json::object({{"name", name}, {"description", "For tests"}, {"inputSchema", json_of(schema)}}),
          .call = [result](Exchange&) -> Answer { return result; }};
}

}  // namespace

std::vector<ToolRow> content_tools() {
  Json refusal = tool_text("This tool intentionally returns an error for testing");
  refusal.set("isError", true);
  return {
      answering("test_simple_text", tool_text("This is a simple text response for testing.")),
      answering("test_image_content", tool_result({image_content()})),
      answering("test_audio_content",
                tool_result({Json::object({{"type", "audio"}, {"data", silence}, {"mimeType", "audio/wav"}})})),
      answering("test_embedded_resource", tool_result({resource_content("test://embedded-resource", "text/plain",
                                                                        "This is an embedded resource content.")})),
      answering("test_multiple_content_types",
                tool_result(
                    {text_content("Multiple content types test:"), image_content(),
                     resource_content("test://mixed-content-resource", "application/json", R"({"test":"data","value":123})")})),
      answering("test_error_handling", refusal),
      answering("json_schema_2020_12_tool", tool_text("taken"), schema_with_everything),
      answering("test_custom_header", tool_text("taken"), schema_with_header),
  };
}

}  // namespace kedge::mcp::conformance
