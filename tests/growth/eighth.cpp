// A dialect that only exists while it is tested that a dialect of JSON arguments is one file and one row: a line is named by
// its whole text.
#include <array>

#include "dialects/dialect.hpp"
#include "dialects/edit_options.hpp"
#include "dialects/fields.hpp"
#include "dialects/passage_results.hpp"
#include "dialects/said_passages.hpp"
#include "support/strings.hpp"

namespace kedge {
namespace {

constexpr std::string_view prompt =
    "Editing files with kedge (dialect `eighth`): `edit` puts the line `into` in the place of the line `out_of`.\n";

constexpr std::string_view edit_schema =
    R"({"type":"object","properties":{"path":{"type":"string"},"out_of":{"type":"string"},"into":{"type":"string"},)" KEDGE_EDIT_OPTIONS
    R"(},)"
    R"("required":["path","out_of","into"],"additionalProperties":false})";

constexpr std::array<ToolText, 2> tools{{
    passages::read_tool,
    {"edit", "edit", "Replace a line", "Puts one line in the place of another.", edit_schema, passages::edit_result_schema},
}};

constexpr std::array<std::string_view, 2> telling_arguments{"out_of", "into"};

Result<Request> hear_edit(const Json& arguments) {
  Fields fields(arguments);
  FileRequest file{.path = fields.required_text("path")};
  Passage passage;
  passage.rows.push_back({RowFate::removed, fields.required_text("out_of")});
  passage.rows.push_back({RowFate::added, fields.required_text("into")});
  KEDGE_TRY(Request request, finish_edit(fields, "eighth"));
  file.operations.push_back({std::move(passage), {}});
  request.files.push_back(std::move(file));
  return request;
}

Result<Json> say(std::span<const FileOutcome> files) {
  const FileOutcome& file = files.front();
  KEDGE_TRY(const std::vector<SaidPassage> said, said_passages(file));
  Json arguments = Json::object();
  arguments.set("path", file.path);
  for (const PassageRow& row : said.front().rows) {
    if (row.fate != RowFate::kept) arguments.set(row.fate == RowFate::removed ? "out_of" : "into", row.text);
  }
  return arguments;
}

}  // namespace

namespace dialect {

extern const Dialect eighth;
const Dialect eighth{.name = "eighth",
                     .prompt = prompt,
                     .tools = tools,
                     .fields = {.anchored = "numbers"},
                     .format = {.name = "a JSON object with out_of and into", .arguments = telling_arguments},
                     .rows = &passages::rows,
                     .last_row = &passages::last_row,
                     .hear_edit = &hear_edit,
                     .tell = &passages::tell,
                     .say = &say};

}  // namespace dialect
}  // namespace kedge
