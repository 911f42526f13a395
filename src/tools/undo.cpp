// Taking an edit back.
#include "dialects/fields.hpp"
#include "tools/undo_redo.hpp"
#include "tools/verbs.hpp"

namespace kedge::verb {

Result<Reply> undo(const Dialect& dialect, const Json& arguments, Session& session) {
  Fields fields(arguments);
  const std::optional<std::string> id = fields.text("id");
  const bool dry_run = fields.flag("dry_run").value_or(false);
  KEDGE_DO(fields.finish());
  KEDGE_TRY(const Record record, id ? recorded_change(session, *id) : newest_undoable(session, UndoScope::session));
  return turn_back(dialect, Turn::undo, record, session, dry_run);
}

}  // namespace kedge::verb
