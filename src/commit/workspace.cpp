#include "commit/workspace.hpp"

#include "commit/journal.hpp"
#include "commit/root_lock.hpp"
#include "fs/path_parts.hpp"

namespace kedge {

Workspace::Workspace(FileSystem& fs, Root root, StateFolder state)
    : fs_(&fs),
      root_(std::move(root)),
      state_(std::move(state)),
      tenure_(std::make_unique<Tenure>(fs, random_name(fs))),
      rounds_(std::make_unique<Rounds>(*tenure_)) {}

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
