#include "tools/undo_redo.hpp"

#include "tools/change_reply.hpp"

namespace kedge {

Result<Reply> turn_back(const Dialect& dialect, Turn turn, const Record& record, Session& session, bool dry_run,
                        const std::vector<ChangePart>& parts) {
  const bool undone = turn == Turn::undo;
  const PreviewShape shape = shape_of_answer(session, record.files.size());
  KEDGE_TRY(Receipt receipt, !parts.empty() ? undo_parts(record, parts, session, dry_run)
                             : undone       ? undo(record, session, dry_run)
                                            : redo(record, session, dry_run));
  return told_at_any_cost(receipt, [&] {
    add_untold(receipt, session);
    if (dialect.tags) add_tags(receipt, session);
    Reply reply = change_reply(dialect, receipt, undone ? "taken back" : "brought back", shape);
    reply.structured->set(undone ? "undone" : "redone", record.id);
    return reply;
  });
}

}  // namespace kedge
