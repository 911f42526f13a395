#include "cli/open_workspace.hpp"

#include <algorithm>
#include <cstdlib>

#include "cli/output.hpp"
#include "cli/usage.hpp"
#include "fs/real_file_system.hpp"
#include "support/strings.hpp"

namespace kedge {
namespace {

std::string absolute(std::string_view path, const std::string& current) {
  std::string whole = path.starts_with('/') ? std::string(path) : concat(current, '/', path);
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

Error bad_value(std::string_view option, std::string_view value, std::string_view known, std::string_view command) {
  return wrong_usage(concat("--", option), concat("'", printable(value), "' is none of ", known), command);
}

}  // namespace

std::string absolute_from_here(std::string_view path) { return absolute(path, current_folder()); }

std::string root_of(const Arguments& arguments) {
  const std::string current = current_folder();
  const std::optional<std::string_view> root = arguments.option("root");
  return root ? absolute(*root, current) : work_tree_around(current).value_or(current);
}

StateSettings state_of(const Arguments& arguments) {
  StateSettings state = state_settings_from_environment(arguments.option("state").value_or(""));
  if (!state.folder.empty()) state.folder = absolute(state.folder, current_folder());
  // Only to know whether it is inside the root: a link in its place is refused when it is opened.
  state.resolved = resolved_path(state.folder);
  return state;
}

Result<OpenedWorkspace> open_workspace(const Arguments& arguments) { return open_workspace_at(arguments, root_of(arguments)); }

Result<OpenedWorkspace> open_workspace_at(const Arguments& arguments, std::string_view root) {
  if (runs_with_borrowed_rights()) {
    return std::unexpected(refuse(Code::permission_denied, Json::object({{"path", current_folder()},
                                                                         {"problem", "kedge does not run setuid or setgid"}})));
  }
  for (const std::string_view option : {"root", "state"}) {
    const std::vector<std::string> given = arguments.all(option);
    if (std::ranges::find(given, "") != given.end())
      return std::unexpected(wrong_usage(concat("--", option), "names no folder", ""));
  }
  WorkspaceSettings settings;
  settings.root.path = absolute_from_here(root);
  settings.root.resolved = resolved_path(settings.root.path);
  if (const std::string home = home_folder(); !home.empty()) settings.root.home = resolved_path(home);
  settings.root.mounts = arguments.has("cross-mounts") ? Mounts::cross : Mounts::refuse;
  settings.root.allow_wide = arguments.has("allow-wide-root");
  settings.root.allow = arguments.all("allow");
  settings.state = state_of(arguments);
  std::unique_ptr<FileSystem> fs = real_file_system();
  KEDGE_TRY(Workspace workspace, Workspace::open(*fs, settings));
  warn_on_stderr(workspace.state().warnings);
  return OpenedWorkspace{std::move(fs), std::move(workspace)};
}

Result<CommitOptions> commit_options_of(const Arguments& arguments, std::string_view command) {
  CommitOptions options;
  const std::string_view durability = arguments.option("durability").value_or("full");
  if (durability != "full" && durability != "none") {
    return std::unexpected(bad_value("durability", durability, "full, none", command));
  }
  options.durability = durability == "full" ? Durability::full : Durability::none;
  const std::string_view links = arguments.option("hardlinks").value_or("split");
  if (links != "split" && links != "refuse") return std::unexpected(bad_value("hardlinks", links, "split, refuse", command));
  options.hard_links = links == "split" ? HardLinks::split : HardLinks::refuse;
  options.in_place = arguments.has("in-place");
  options.ignore_read_only = arguments.has("force");
  return options;
}

}  // namespace kedge
