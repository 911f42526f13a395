#include "cli/undo_redo.hpp"

#include "cli/command_session.hpp"
#include "cli/output.hpp"

namespace kedge {

Exit turn_back_by_command(const Arguments& arguments, Turn turn, const std::function<Result<Record>(const Session&)>& pick) {
  Result<std::unique_ptr<CommandSession>> opened = CommandSession::open(arguments, turn == Turn::undo ? "undo" : "redo");
  if (!opened) return report_unchanged(opened.error(), arguments.json());
  Session& session = (*opened)->session();
  const Result<Record> record = pick(session);
  if (!record) return report_unchanged(record.error(), arguments.json());
  const Result<Reply> reply = turn_back(*dialects().front(), turn, *record, session, arguments.has("dry-run"));
  if (!reply) return report_unchanged(reply.error(), arguments.json());
  const Exit told = tell(*reply, arguments);
  (*opened)->finish();
  return told;
}

}  // namespace kedge
