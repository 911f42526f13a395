#include "cli/open_workspace.hpp"

#include <algorithm>

#include "cli/output.hpp"
#include "cli/usage.hpp"
#include "fs/real_file_system.hpp"
#include "support/strings.hpp"

namespace kedge {
namespace {

std::unexpected<Error> bad_value(std::string_view option, std::string_view value, std::string_view known,
                                 std::string_view command) {
  return wrong_usage(concat("--", option), concat("'", printable(value), "' is none of ", known), command);
}

}  // namespace

std::string root_of(const Arguments& arguments) {
  if (const std::optional<std::string_view> root = arguments.option("root")) return absolute_from_here(*root);
  const std::string current = current_folder();
  return work_tree_around(current).value_or(current);
}

StateSettings state_of(const Arguments& arguments) { return state_wanted(arguments.option("state").value_or("")); }

Result<OpenedWorkspace> open_workspace(const Arguments& arguments) { return open_workspace_at(arguments, root_of(arguments)); }

Result<OpenedWorkspace> open_workspace_at(const Arguments& arguments, std::string_view root) {
  for (const std::string_view option : {"root", "state"}) {
    const std::vector<std::string> given = arguments.all(option);
    if (std::ranges::find(given, "") != given.end()) return wrong_usage(concat("--", option), "names no folder", "");
  }
  const std::string shared_name(arguments.option("shared-tree").value_or(""));
  if (arguments.has("shared-tree")) {
    if (shared_name.empty()) return wrong_usage("--shared-tree", "names no tree", "");
    for (const std::string_view option : {"store", "state"}) {
      if (!arguments.has(option)) return wrong_usage("--shared-tree", concat("needs --", option), "");
    }
  }
  Result<OpenedWorkspace> opened = open_root({.path = absolute_from_here(root),
                                              .state = state_of(arguments),
                                              .allow = arguments.all("allow"),
                                              .allow_wide = arguments.has("allow-wide-root"),
                                              .mounts = arguments.has("cross-mounts") ? Mounts::cross : Mounts::refuse,
                                              .shared_name = shared_name},
                                             real_file_system());
  if (opened) warn_on_stderr(opened->workspace.state().warnings);
  return opened;
}

Result<CommitOptions> commit_options_of(const Arguments& arguments, std::string_view command) {
  CommitOptions options;
  const std::string_view durability = arguments.option("durability").value_or("full");
  if (durability != "full" && durability != "none") {
    return bad_value("durability", durability, "full, none", command);
  }
  options.durability = durability == "full" ? Durability::full : Durability::none;
  const std::string_view links = arguments.option("hardlinks").value_or("split");
  if (links != "split" && links != "refuse") return bad_value("hardlinks", links, "split, refuse", command);
  options.hard_links = links == "split" ? HardLinks::split : HardLinks::refuse;
  options.in_place = arguments.has("in-place");
  options.ignore_read_only = arguments.has("force");
  return options;
}

}  // namespace kedge
