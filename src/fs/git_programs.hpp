// Files of a work tree that git runs or reads as configuration: hooks in the folder that `core.hooksPath` names or
// behind links, programs that its configuration names, and included configuration.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "fs/root.hpp"

namespace kedge {

// Makes a path that is written in a folder's configuration absolute; resolves `..` and `~/` textually.
std::string meant_path(const Root& root, std::string_view folder, std::string_view named);

// For a path inside the root.
std::string absolute_path(const Root& root, std::string_view inside);

// From the configuration and hooks of a repository, for a work tree. Both paths are absolute, and either may be
// outside the root. Returns only what is inside the root, and only files that exist.
std::vector<GitProgram> git_programs(FileSystem& fs, const Root& root, const Handle& folder, const std::string& folder_path,
                                     const std::string& work_tree);

}  // namespace kedge
