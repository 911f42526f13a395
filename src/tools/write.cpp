// Writes a whole file: a new one, or one that the caller has seen completely.
#include "dialects/edit_options.hpp"
#include "dialects/fields.hpp"
#include "dialects/shared_tools.hpp"
#include "engine/engine.hpp"
#include "support/strings.hpp"
#include "tools/change_reply.hpp"
#include "tools/verb.hpp"

namespace kedge::verb {
namespace {

constexpr std::string_view write_schema =
    R"({"type":"object","properties":{)"
    R"("path":{"type":"string","description":"The file, relative to the root or absolute inside it."},)"
    R"("content":{"type":"string","description":"The whole file, byte for byte."},)"
    R"("expected_version":{"type":"string","description":"SHA-256 of the content that is to be replaced."},)"
    R"("dry_run":{"type":"boolean","default":false},)"
    R"("accept_warnings":{"type":"array","items":{"type":"string"}}},)"
    R"("required":["path","content"],"additionalProperties":false})";

constexpr ToolText write_text{
    "write",
    "write",
    "Write a whole file",
    "Writes a new file, or the whole of an existing one if all of its rows were shown to you or expected_version is its "
    "SHA-256. For changes of a part use the edit tool.",
    write_schema,
    shared_tools::change_result_schema};

Result<Reply> call_write(const Dialect& dialect, const Json& arguments, Session& session) {
  Fields fields(arguments);
  FileRequest file{.path = fields.required_text("path")};
  file.operations.push_back({Whole{}, fields.required_text("content")});
  const std::optional<std::string> expected = dialect.tags ? fields.text(dialect.fields.version) : std::nullopt;
  if (expected && expected->size() < 64) {
    file.tag = *expected;
  } else {
    file.version = fields.digest(dialect.fields.version);
  }
  file.must_be_new = fields.flag("create").value_or(false);
  KEDGE_TRY(Request request, finish_write(fields));
  request.policy.maker = Maker::write;
  request.policy.other_version = Code::file_version_mismatch;
  request.policy.tags = dialect.tags;
  request.policy.needs_version = dialect.write_needs_version;
  request.files.push_back(std::move(file));
  request.policy.answer = shape_of_answer(session, 1);
  Result<Receipt> done = run(request, session);
  if (!done) return std::unexpected(in_words_of(dialect, std::move(done).error()));
  Receipt& receipt = *done;
  return told_at_any_cost(receipt, [&] {
    add_untold(receipt, session);
    if (dialect.tags) add_tags(receipt, session);
    return change_reply(dialect, receipt, receipt.files.front().created ? "created" : "replaced", request.policy.answer);
  });
}

std::string advice_on_writing(const ToolNames& names) {
  return concat("Make a new file, or replace all of one that has been shown, with ", names("write"), ".");
}

}  // namespace

constexpr Verb write{
    .name = "write", .call = &call_write, .changes_files = true, .text = &write_text, .advice = &advice_on_writing};

}  // namespace kedge::verb
