// kedge redo: redoes a change that was undone.
#include <array>

#include "cli/open_workspace.hpp"
#include "cli/undo_redo.hpp"

namespace kedge {
namespace {

constexpr std::array<Positional, 1> redo_positionals{{{"ID", "the undo_id of a change that was taken back; see kedge log"}}};
constexpr std::array<Option, 1> redo_own_options{turn_dry_run};
constexpr auto redo_options = joined_options(redo_own_options, commit_options, workspace_options);

Ended run_redo(const Arguments& arguments) {
  return turn_back_by_command(arguments, Turn::redo,
                              [&](const Session& session) { return recorded_change(session, arguments.required("ID")); });
}

}  // namespace

namespace command {

extern const Command redo;
const Command redo{
    "redo",
    "Bring a change back that was taken back",
    "The reverse of kedge undo, under the same conditions.",
    redo_positionals,
    redo_options,
    &run_redo,
};

}  // namespace command
}  // namespace kedge
