// kedge undo: an applied change, taken back.
#include "engine/undo.hpp"

#include <array>

#include "cli/command.hpp"
#include "cli/command_session.hpp"
#include "cli/output.hpp"
#include "cli/usage.hpp"
#include "tools/change_reply.hpp"

namespace kedge {
namespace {

constexpr std::array<Positional, 1> positionals{{{"ID", "the undo_id of a change; see kedge log", false}}};
constexpr std::array<Option, 2> own_options{{
    {"last", "", "the newest change of the root that is not taken back"},
    {"dry-run", "", "show what would change, write nothing"},
}};
constexpr auto options = joined_options(own_options, commit_options, workspace_options);

Exit run(const Arguments& arguments) {
  const std::optional<std::string_view> id = arguments.positional("ID");
  if (id.has_value() == arguments.has("last")) {
    return report(
        wrong_usage(id ? "--last" : "ID", id ? "an ID is given already" : "missing: name a change, or say --last", "undo"),
        Exit::usage, arguments.json());
  }
  Result<std::unique_ptr<CommandSession>> opened = CommandSession::open(arguments, "undo");
  if (!opened) return report_unchanged(opened.error(), arguments.json());
  Session& session = (*opened)->session();
  const Result<Record> record = id ? recorded_change(session, *id) : newest_undoable(session, UndoScope::root);
  if (!record) return report_unchanged(record.error(), arguments.json());
  Result<Receipt> receipt = undo(*record, session, arguments.has("dry-run"));
  if (!receipt) return report_unchanged(receipt.error(), arguments.json());
  const Reply reply = told_at_any_cost(*receipt, [&] {
    add_untold(*receipt, session);
    Reply told = change_reply(*receipt, "taken back");
    told.structured->set("undone", record->id);
    return told;
  });
  const Exit told = tell(reply, arguments);
  (*opened)->finish();
  return told;
}

}  // namespace

namespace command {

extern const Command undo;
const Command undo{
    "undo",
    "Take an applied change back",
    "Takes back what an edit or write did, by its ID or the newest with --last. A file that has changed since is touched only\n"
    "where the lines that the change wrote are provably still there; otherwise nothing is written. A second undo --last takes\n"
    "back the next older change; kedge redo brings a change back.",
    positionals,
    options,
    &run,
};

}  // namespace command
}  // namespace kedge
