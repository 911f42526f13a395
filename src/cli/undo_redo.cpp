#include "cli/undo_redo.hpp"

#include "cli/command_session.hpp"
#include "cli/output.hpp"
#include "engine/watchers.hpp"

namespace kedge {

Exit turn_back_by_command(const Arguments& arguments, Turn turn, const std::function<Result<Record>(const Session&)>& pick) {
  Result<std::unique_ptr<CommandSession>> opened = CommandSession::open(arguments, turn == Turn::undo ? "undo" : "redo");
  if (!opened) return report_unchanged(opened.error(), arguments.json());
  Session& session = (*opened)->session();
  (*opened)->announce();
  const Result<Record> record = pick(session);
  const Result<Reply> reply = record ? turn_back(*dialects().front(), turn, *record, session, arguments.has("dry-run"))
                                     : Result<Reply>(std::unexpected(record.error()));
  if (!reply) {
    tell_refused(session, turn == Turn::undo ? "undo" : "redo", reply.error());
    return report_unchanged(reply.error(), arguments.json());
  }
  const Exit told = tell(*reply, arguments);
  (*opened)->finish();
  return told;
}

}  // namespace kedge
