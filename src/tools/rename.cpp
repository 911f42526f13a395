// Gives a symbol another name in all files, as the language server knows them.
#include "engine/rename.hpp"

#include "dialects/fields.hpp"
#include "dialects/shared_tools.hpp"
#include "support/strings.hpp"
#include "tools/change_reply.hpp"
#include "tools/verb.hpp"

namespace kedge::verb {
namespace {

constexpr std::string_view rename_schema =
    R"({"type":"object","properties":{)"
    R"("path":{"type":"string","description":"A file that has the name."},)"
    R"("line":{"type":"integer","minimum":1,"description":"A line of it that has the name."},)"
    R"("name":{"type":"string","description":"The name, as written there."},)"
    R"("new_name":{"type":"string"},)"
    R"("dry_run":{"type":"boolean","default":false}},"required":["path","line","name","new_name"],"additionalProperties":false})";

constexpr ToolText rename_text{
    "rename",
    "rename",
    "Rename a symbol",
    "Gives a function, variable, type or other symbol another name in all files, as the language server "
    "knows them, in one step. Say which one by a file, a line and its name there.",
    rename_schema,
    shared_tools::change_result_schema};

Result<Reply> call_rename(const Dialect& dialect, const Json& arguments, Session& session) {
  Fields fields(arguments);
  RenameWanted wanted{.path = fields.required_text("path"), .line = LineNo{1}, .name = {}, .new_name = {}};
  const std::optional<std::int64_t> line = fields.number("line", 1, INT32_MAX);
  if (!line && !fields.has("line")) fields.problem("line", "is missing");
  wanted.name = fields.required_text("name");
  wanted.new_name = fields.required_text("new_name");
  wanted.dry_run = fields.flag("dry_run").value_or(false);
  KEDGE_DO(fields.finish());
  wanted.line = LineNo{static_cast<std::uint32_t>(line.value_or(1))};
  const PreviewShape shape = shape_of_answer(session, 4);
  KEDGE_TRY(Receipt receipt, kedge::rename(wanted, session));
  return told_at_any_cost(receipt, [&] {
    add_untold(receipt, session);
    if (dialect.tags) add_tags(receipt, session);
    return change_reply(dialect, receipt, "renamed", shape);
  });
}

std::string advice_on_renaming(const ToolNames& names) { return concat("Rename symbols with ", names("rename"), "."); }

}  // namespace

constexpr Verb rename{.name = "rename",
                      .call = &call_rename,
                      .changes_files = true,
                      .repeatable = false,
                      .text = &rename_text,
                      .with_servers = true,
                      .advice = &advice_on_renaming};

}  // namespace kedge::verb
