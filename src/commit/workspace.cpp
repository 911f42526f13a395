#include "commit/workspace.hpp"

#include "commit/journal.hpp"
#include "commit/root_lock.hpp"
#include "fs/path_parts.hpp"
#include "support/strings.hpp"

namespace kedge {

Workspace::Workspace(FileSystem& fs, Root root, StateFolder state)
    : fs_(&fs),
      root_(std::move(root)),
      state_(std::move(state)),
      mark_(random_name(fs)),
      tenure_(std::make_unique<Tenure>(fs, mark_)),
      rounds_(std::make_unique<Rounds>(*tenure_)) {}

// Nobody else looks into the folder that the name is for, so it need not be secret, and the system is asked for no random
// number each time. After a fork, two processes have one mark; then the time tells them apart, and no name is ever given twice.
std::string Workspace::next_name() {
  return dated_name(fs_->now(), concat(mark_.substr(0, 12), names_given_->fetch_add(1) % 1000));
}

Result<Workspace> Workspace::open(FileSystem& fs, const WorkspaceSettings& settings) {
  KEDGE_TRY(Root root, Root::open(fs, settings.root));
  KEDGE_TRY(StateFolder state, StateFolder::open(fs, settings.state, root.identity(), root.path()));
  // Including the state of all other roots: whoever could write that could write in those roots.
  root.guard(std::string(folder_of(state.path)));
  if (!settings.state.resolved.empty()) root.guard(settings.state.resolved);
  Workspace workspace(fs, std::move(root), std::move(state));
  workspace.warnings_ = workspace.state_.warnings;
  if (!workspace.root_.shared_name().empty()) return workspace;
  // The holder of the lock is alive and completes its own work.
  KEDGE_TRY(const std::optional<Handle> lock, try_lock_root(fs, workspace.state_));
  if (lock) {
    KEDGE_TRY(workspace.recovered_, recover_changes(fs, workspace.root_, workspace.state_));
    const std::vector<std::string>& remarks = workspace.recovered_.remarks;
    workspace.warnings_.insert(workspace.warnings_.end(), remarks.begin(), remarks.end());
    if (!workspace.recovered_.displaced.empty()) workspace.displaced_at_rest().note(fs.now());
  }
  return workspace;
}

}  // namespace kedge
