// An edit: read by the dialect, carried out by the engine, answered by the dialect.
#include "engine/engine.hpp"
#include "support/strings.hpp"
#include "tools/change_reply.hpp"
#include "tools/verb.hpp"

namespace kedge::verb {
namespace {

Result<Reply> call_edit(const Dialect& dialect, const Json& arguments, Session& session) {
  KEDGE_TRY(Request request, dialect.hear_edit(arguments));
  if (session.strict) {
    request.policy.lowest_unasked = MatchMode::exact;
    if (!request.warnings.empty()) {
      const Code code = dialect.takes_text ? Code::patch_syntax : Code::schema_invalid;
      return std::unexpected(
          refuse(code, concat("Nothing is tolerated here: ", join(request.warnings, " ")), {{"problem", "tolerated forms"}}));
    }
  }
  request.policy.answer = shape_of_answer(session, request.files.size(), request.policy.answer);
  Result<Receipt> receipt = run(request, session);
  if (!receipt) return std::unexpected(in_words_of(dialect, std::move(receipt).error()));
  return told_at_any_cost(*receipt, [&] {
    add_untold(*receipt, session);
    if (dialect.tags) add_tags(*receipt, session);
    if (dialect.tells_writers) add_continuity(*receipt, session);
    Told told = dialect.tell(*receipt, request);
    return Reply{.text = std::move(told.text), .structured = std::move(told.structured)};
  });
}

// A file stays in its root when it is moved, so its new name does not count.
std::vector<NamedPath> paths_of_edit(const Dialect& dialect, const Json& arguments) {
  std::vector<NamedPath> paths;
  const Result<Request> request = dialect.hear_edit(arguments);
  if (!request) return paths;
  for (const FileRequest& file : request->files) paths.push_back({file.path, file.literal_path});
  return paths;
}

std::string advice_on_editing(const ToolNames& names) {
  return concat("After one reading you can send several calls of ", names("edit"),
                ": what was shown keeps its meaning while you edit.");
}

}  // namespace

constexpr Verb edit{.name = "edit",
                    .call = &call_edit,
                    .changes_files = true,
                    .repeatable = false,
                    .paths = &paths_of_edit,
                    .advice = &advice_on_editing};

}  // namespace kedge::verb
