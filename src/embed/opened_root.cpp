#include "embed/opened_root.hpp"

#include "fs/real_file_system.hpp"
#include "support/strings.hpp"

namespace kedge {

std::string absolute_from_here(std::string_view path) {
  std::string whole = path.starts_with('/') ? std::string(path) : concat(current_folder(), '/', path);
  for (;;) {
    if (whole.size() > 1 && whole.ends_with('/')) {
      whole.pop_back();
    } else if (whole.ends_with("/.")) {
      whole.resize(whole.size() - 1);
    } else {
      return whole;
    }
  }
}

StateSettings state_wanted(std::string_view folder) {
  StateSettings state = state_settings_from_environment(folder);
  if (!state.folder.empty()) state.folder = absolute_from_here(state.folder);
  // Only to know whether it is inside the root: a link in its place is refused when it is opened.
  state.resolved = resolved_path(state.folder);
  return state;
}

Result<OpenedWorkspace> open_root(const RootWanted& wanted, std::unique_ptr<FileSystem> fs) {
  if (runs_with_borrowed_rights()) {
    return std::unexpected(
        refuse(Code::permission_denied, {{"path", current_folder()}, {"problem", "kedge does not run setuid or setgid"}}));
  }
  WorkspaceSettings settings;
  settings.root.path = wanted.path;
  settings.root.resolved = wanted.is_on_disk ? resolved_path(settings.root.path) : settings.root.path;
  if (const std::string home = home_folder(); wanted.is_on_disk && !home.empty()) settings.root.home = resolved_path(home);
  settings.root.mounts = wanted.mounts;
  settings.root.allow_wide = wanted.allow_wide;
  settings.root.allow = wanted.allow;
  settings.root.shared_name = wanted.shared_name;
  settings.state = wanted.state;
  KEDGE_TRY(Workspace workspace, Workspace::open(*fs, settings));
  return OpenedWorkspace{std::move(fs), std::move(workspace)};
}

}  // namespace kedge
