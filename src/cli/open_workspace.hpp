// The options for root, state folder and writing, and the workspace that they describe.
#pragma once

#include <array>

#include "cli/command.hpp"
#include "commit/file_change.hpp"
#include "embed/opened_root.hpp"

namespace kedge {

inline constexpr std::array<Option, 9> workspace_options{{
    {"root", "DIR", "the folder that no path leaves (the git work tree around the current folder, else that folder)"},
    {"state", "DIR", "where kedge keeps its records (KEDGE_STATE, else XDG_STATE_HOME/kedge)"},
    {"allow", "GLOB", "lift the protection of these paths; may be repeated", true},
    {"allow-wide-root", "", "accept / or the home folder as the root"},
    {"cross-mounts", "", "enter other file systems that are mounted inside the root"},
    {"store", "URL",
     "keep what was shown and the history in PostgreSQL (postgres://…, without a password), for several servers"},
    {"store-schema", "NAME", "the schema of this root's records there (by the git repository's first commit and remote)"},
    {"store-pooled", "", "connections are handed out for one transaction at a time, as PgBouncer can"},
    {"shared-tree", "NAME",
     "servers on other hosts change files of this root, too: what they all call it. Needs --store, and --state on the tree's "
     "disk"},
}};

// For commands that take several roots.
constexpr std::array<Option, workspace_options.size()> workspace_options_with(std::string_view help_of_roots) {
  std::array<Option, workspace_options.size()> options = workspace_options;
  for (Option& option : options) {
    if (option.name != "root") continue;
    option.help = help_of_roots;
    option.repeatable = true;
  }
  return options;
}

inline constexpr std::array<Option, 4> commit_options{{
    {"durability", "LEVEL", "full: survives a power cut (default); none: survives the death of the process"},
    {"in-place", "", "rewrite a file that cannot be exchanged or has hard links; readers may see it half written"},
    {"hardlinks", "WHAT", "split: other names keep the old bytes (default); refuse"},
    {"force", "", "replace a file although its permissions say read-only"},
}};

// Joins several lists of options.
template <class... Lists>
constexpr auto joined_options(const Lists&... lists) {
  std::array<Option, (std::tuple_size_v<Lists> + ...)> all{};
  std::size_t at = 0;
  const auto add = [&](const auto& list) {
    for (const Option& option : list) all[at++] = option;
  };
  (add(lists), ...);
  return all;
}

Result<OpenedWorkspace> open_workspace(const Arguments& arguments);
// The same for this root, whatever --root says.
Result<OpenedWorkspace> open_workspace_at(const Arguments& arguments, std::string_view root);

// --root, else the git work tree around the current folder, else that folder; absolute.
std::string root_of(const Arguments& arguments);
// --state, else from the environment.
StateSettings state_of(const Arguments& arguments);

// Refused (schema_invalid) for an invalid value.
Result<CommitOptions> commit_options_of(const Arguments& arguments, std::string_view command);

}  // namespace kedge
