// Undoes an edit.
#include "dialects/fields.hpp"
#include "dialects/shared_tools.hpp"
#include "support/strings.hpp"
#include "tools/undo_redo.hpp"
#include "tools/verb.hpp"

namespace kedge::verb {
namespace {

constexpr std::string_view undo_schema =
    R"({"type":"object","properties":{)"
    R"("id":{"type":"string","description":"The undo_id of an edit; the newest of this session if left out."},)"
    R"("dry_run":{"type":"boolean","default":false}},"additionalProperties":false})";

constexpr ToolText undo_text{"undo",
                             "undo",
                             "Take an edit back",
                             "Takes the newest edit of this session back, or the one that id names. Lines that were changed "
                             "since are not touched: then it refuses.",
                             undo_schema,
                             shared_tools::change_result_schema};

Result<Reply> call_undo(const Dialect& dialect, const Json& arguments, Session& session) {
  Fields fields(arguments);
  const std::optional<std::string> id = fields.text("id");
  const bool dry_run = fields.flag("dry_run").value_or(false);
  KEDGE_DO(fields.finish());
  KEDGE_TRY(const Record record, id ? recorded_change(session, *id) : newest_undoable(session, UndoScope::session));
  return turn_back(dialect, Turn::undo, record, session, dry_run);
}

// The session that recorded this edit; without an id, the session with the newest edit.
std::size_t session_to_undo_in(const Json& arguments, std::span<Session> sessions) {
  const Json* const id = arguments.find("id");
  std::size_t chosen = 0;
  std::int64_t newest = 0;
  for (std::size_t i = 0; i < sessions.size(); ++i) {
    const Result<Record> record = id != nullptr && id->as_string() != nullptr
                                      ? recorded_change(sessions[i], *id->as_string())
                                      : newest_undoable(sessions[i], UndoScope::session);
    if (!record || record->time <= newest) continue;
    newest = record->time;
    chosen = i;
  }
  return chosen;
}

std::string advice_on_undoing(const ToolNames& names) { return concat("Take back an edit with ", names("undo"), "."); }

}  // namespace

constexpr Verb undo{.name = "undo",
                    .call = &call_undo,
                    .changes_files = true,
                    .repeatable = false,
                    .text = &undo_text,
                    .session_of = &session_to_undo_in,
                    .advice = &advice_on_undoing};

}  // namespace kedge::verb
