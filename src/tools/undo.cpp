// Taking an edit back.
#include "engine/undo.hpp"

#include "dialects/fields.hpp"
#include "tools/change_reply.hpp"
#include "tools/verbs.hpp"

namespace kedge::verb {

Result<Reply> undo(const Dialect& /*dialect*/, const Json& arguments, Session& session) {
  Fields fields(arguments);
  const std::optional<std::string> id = fields.text("id");
  const bool dry_run = fields.flag("dry_run").value_or(false);
  KEDGE_DO(fields.finish());
  KEDGE_TRY(const Record record, id ? recorded_change(session, *id) : newest_undoable(session, UndoScope::session));
  KEDGE_TRY(Receipt receipt, kedge::undo(record, session, dry_run));
  return told_at_any_cost(receipt, [&] {
    add_untold(receipt, session);
    Reply reply = change_reply(receipt, "taken back");
    reply.structured->set("undone", record.id);
    return reply;
  });
}

}  // namespace kedge::verb
