// A whole file, new or instead of one that the caller has seen all of.
#include "dialects/edit_options.hpp"
#include "dialects/fields.hpp"
#include "engine/engine.hpp"
#include "support/strings.hpp"
#include "tools/change_reply.hpp"
#include "tools/verbs.hpp"

namespace kedge::verb {

Result<Reply> write(const Dialect& dialect, const Json& arguments, Session& session) {
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

}  // namespace kedge::verb
