#include "mcp/tool_rows.hpp"

#include <algorithm>

#include "support/json_read.hpp"
#include "support/require.hpp"
#include "support/strings.hpp"

namespace kedge::mcp {
namespace {

Json schema_of(std::string_view text) {
  std::expected<Json, JsonProblem> schema = read_json(text);
  KEDGE_REQUIRE(schema.has_value());
  return *std::move(schema);
}

// What a client may assume when it decides whether to ask its user.
Json hints_of(Verb verb) {
  const bool only_reads = verb == Verb::read || verb == Verb::search;
  // The same whole file twice is the file; the same edit or undo twice is not.
  const bool repeatable = only_reads || verb == Verb::write;
  return Json::object({{"readOnlyHint", only_reads},
                       {"destructiveHint", !only_reads},
                       {"idempotentHint", repeatable},
                       {"openWorldHint", false}});
}

Json listed(const ServedTool& tool, ResultForm form) {
  Json json = Json::object({{"name", tool.name},
                            {"title", tool.text->title},
                            {"description", tool.text->description},
                            {"inputSchema", schema_of(tool.text->input_schema)}});
  if (form == ResultForm::both && !tool.text->output_schema.empty()) {
    json.set("outputSchema", schema_of(tool.text->output_schema));
  }
  json.set("annotations", hints_of(tool.text->verb));
  return json;
}

Json text_item(std::string_view text) { return Json::object({{"type", "text"}, {"text", text}}); }

void add_warnings(Json& data, std::span<const std::string> warnings) {
  const Json* const told = data.find("warnings");
  Json all = told != nullptr && told->as_array() != nullptr ? *told : Json::array();
  for (const std::string& warning : warnings) all.push(warning);
  data.set("warnings", std::move(all));
}

}  // namespace

std::vector<ToolRow> tool_rows(std::span<const ServedTool> tools, ResultForm form, const CallTool& call,
                               const TakeWarnings& take_warnings) {
  std::vector<ToolRow> rows;
  for (const ServedTool& tool : tools) {
    const auto run = [tool, form, call, take_warnings](Exchange& exchange) -> Answer {
      const Json* const given = exchange.params.find("arguments");
      Called called = call(tool, given == nullptr || given->is_null() ? Json::object() : *given, exchange);
      if (InputNeeded* const needed = std::get_if<InputNeeded>(&called)) return std::move(*needed);
      return call_result(std::get<Reply>(called), form, take_warnings());
    };
    rows.push_back({tool.name, listed(tool, form), tool.changes_files(), run});
  }
  return rows;
}

Json call_result(const Reply& reply, ResultForm form, std::span<const std::string> warnings) {
  Json content = Json::array({text_item(reply.text)});
  for (const std::string& warning : warnings) content.push(text_item(concat("warning: ", warning)));
  Json result = Json::object({{"content", std::move(content)}});
  if (form == ResultForm::both && reply.structured) {
    Json data = *reply.structured;
    if (!warnings.empty()) add_warnings(data, warnings);
    result.set("structuredContent", std::move(data));
  }
  if (reply.refusal) result.set("isError", true);
  return result;
}

}  // namespace kedge::mcp
