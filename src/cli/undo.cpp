// kedge undo: undoes an applied change.
#include <array>

#include "cli/open_workspace.hpp"
#include "cli/output.hpp"
#include "cli/undo_redo.hpp"
#include "cli/usage.hpp"

namespace kedge {
namespace {

constexpr std::array<Positional, 1> undo_positionals{{{"ID", "the undo_id of a change; see kedge log", false}}};
constexpr std::array<Option, 3> undo_own_options{{
    {"last", "", "the newest change of the root that is not taken back"},
    {"change", "NUMBERS", "only these changes of it, by their numbers in kedge show: 2 or 1,3"},
    turn_dry_run,
}};
constexpr auto undo_options = joined_options(undo_own_options, commit_options, workspace_options);

Ended run_undo(const Arguments& arguments) {
  const std::optional<std::string_view> id = arguments.positional("ID");
  if (id.has_value() == arguments.has("last")) {
    return wrong_usage(id ? "--last" : "ID", id ? "an ID is given already" : "missing: name a change, or say --last", "undo");
  }
  return turn_back_by_command(arguments, Turn::undo, [&](const Session& session) {
    return id ? recorded_change(session, *id) : newest_undoable(session, UndoScope::root);
  });
}

}  // namespace

namespace command {

extern const Command undo;
const Command undo{
    "undo",
    "Take an applied change back",
    R"(Takes back what an edit or write did, by its ID or the newest with --last. A file that has changed since is touched only
where the lines that the change wrote are provably still there; otherwise nothing is written. A second undo --last takes
back the next older change; kedge redo brings a change back. With --change the rest stays, and taking a part back is an edit
of its own, which can be taken back like any other.)",
    undo_positionals,
    undo_options,
    &run_undo,
};

}  // namespace command
}  // namespace kedge
