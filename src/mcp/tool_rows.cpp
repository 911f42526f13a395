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

// Hints for a client that decides whether to ask its user.
Json hints_of(const Verb& verb) {
  return Json::object({{"readOnlyHint", !verb.changes_files},
                       {"destructiveHint", verb.changes_files},
                       {"idempotentHint", verb.repeatable},
                       {"openWorldHint", false}});
}

Json listed(const ServedTool& tool) {
  return Json::object({{"name", tool.name},
                       {"title", tool.text->title},
                       {"description", tool.text->description},
                       {"inputSchema", schema_of(tool.text->input_schema)},
                       {"annotations", hints_of(tool.verb())}});
}

// The line that says that this is a refusal.
std::string opening_of(const Error& refusal, bool changes_files) {
  const std::string_view code = row_of(refusal.code).name;
  if (refusal.code == Code::indeterminate) return concat("Failed (", code, "), this is what is on disk:\n");
  return concat("Refused (", code, changes_files ? "), nothing was written:\n" : "):\n");
}

const Json& arguments_in(const Json& params) {
  static const Json none = Json::object();
  const Json* const given = params.find("arguments");
  return given != nullptr && given->as_object() != nullptr ? *given : none;
}

// What the model sent, without what its client has added; nullopt if it has added nothing.
std::optional<Json> without_added(const Json& arguments, std::string_view added) {
  if (added.empty() || arguments.find(added) == nullptr) return std::nullopt;
  Json::Object own;
  for (const Json::Member& member : *arguments.as_object()) {
    if (member.first != added) own.push_back(member);
  }
  return Json::object_of(std::move(own));
}

Json text_item(std::string text) { return Json::object({{"type", "text"}, {"text", std::move(text)}}); }

void add_warnings(Json& data, std::span<const std::string> warnings) {
  const Json* const told = data.find("warnings");
  Json all = told != nullptr && told->as_array() != nullptr ? *told : Json::array();
  for (const std::string& warning : warnings) all.push(warning);
  data.set("warnings", std::move(all));
}

}  // namespace

std::vector<ToolRow> tool_rows(std::span<const ServedTool> tools, const MannersWanted& manners, const CallTool& call,
                               const TakeWarnings& take_warnings, const FindOnlyFile& find_only_file) {
  std::vector<ToolRow> rows;
  for (const ServedTool& tool : tools) {
    const auto run = [tool, manners, call, take_warnings](Exchange& exchange) -> Answer {
      const Manners here = manners.of(exchange.client.name);
      const Json& given = arguments_in(exchange.params);
      const std::optional<Json> own = without_added(given, here.added_argument);
      Called called = call(tool, own ? *own : given, exchange);
      if (InputNeeded* const needed = std::get_if<InputNeeded>(&called)) return std::move(*needed);
      exchange.changed = std::get<Reply>(called).changed;
      return call_result(std::get<Reply>(std::move(called)), here.form, tool.changes_files(), take_warnings(exchange.session));
    };
    Json output = tool.text->output_schema.empty() ? Json() : schema_of(tool.text->output_schema);
    ToolRow row{tool.name, listed(tool), tool.changes_files(), run, std::move(output)};
    if (find_only_file && tool.changes_files()) {
      row.only_file = [tool, find_only_file](const Json& params) { return find_only_file(tool, arguments_in(params)); };
    }
    rows.push_back(std::move(row));
  }
  return rows;
}

Json call_result(Reply reply, ResultForm form, bool changes_files, std::span<const std::string> warnings) {
  std::optional<Json> data = form == ResultForm::text ? std::nullopt : std::move(reply.structured);
  if (data && !warnings.empty()) add_warnings(*data, warnings);
  if (data && !reply.tree.empty()) data->set("tree", reply.tree);
  Json content = Json::array();
  if (reply.refusal) {
    content.push(text_item(concat(opening_of(*reply.refusal, changes_files), reply.text)));
  } else {
    content.push(text_item(data && form == ResultForm::structured ? data->dump() : std::move(reply.text)));
  }
  if (!reply.tree.empty()) content.push(text_item(concat("tree: ", reply.tree)));
  for (const std::string& warning : warnings) content.push(text_item(concat("warning: ", warning)));
  Json result = Json::object({{"content", std::move(content)}});
  if (data) result.set("structuredContent", *std::move(data));
  if (reply.refusal) result.set("isError", true);
  return result;
}

}  // namespace kedge::mcp
