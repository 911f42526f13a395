// kedge redo: a change that was taken back, brought back.
#include <array>

#include "cli/command.hpp"
#include "cli/command_session.hpp"
#include "cli/output.hpp"
#include "engine/undo.hpp"
#include "tools/change_reply.hpp"

namespace kedge {
namespace {

constexpr std::array<Positional, 1> positionals{{{"ID", "the undo_id of a change that was taken back; see kedge log"}}};
constexpr std::array<Option, 1> own_options{{{"dry-run", "", "show what would change, write nothing"}}};
constexpr auto options = joined_options(own_options, commit_options, workspace_options);

Exit run(const Arguments& arguments) {
  Result<std::unique_ptr<CommandSession>> opened = CommandSession::open(arguments, "redo");
  if (!opened) return report_unchanged(opened.error(), arguments.json());
  Session& session = (*opened)->session();
  const Result<Record> record = recorded_change(session, arguments.required("ID"));
  if (!record) return report_unchanged(record.error(), arguments.json());
  Result<Receipt> receipt = redo(*record, session, arguments.has("dry-run"));
  if (!receipt) return report_unchanged(receipt.error(), arguments.json());
  const Reply reply = told_at_any_cost(*receipt, [&] {
    add_untold(*receipt, session);
    Reply told = change_reply(*receipt, "brought back");
    told.structured->set("redone", record->id);
    return told;
  });
  const Exit told = tell(reply, arguments);
  (*opened)->finish();
  return told;
}

}  // namespace

namespace command {

extern const Command redo;
const Command redo{
    "redo",
    "Bring a change back that was taken back",
    "The reverse of kedge undo, under the same conditions.",
    positionals,
    options,
    &run,
};

}  // namespace command
}  // namespace kedge
