// What git runs by itself in a work tree, of the files that are not its own: hooks in a folder that `core.hooksPath` names or
// that links lead to, programs that its configuration names, and configuration that it includes.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "fs/root.hpp"

namespace kedge {

// An absolute path that is written down in a folder, `..` and `~/` taken by the letter.
std::string meant_path(const Root& root, std::string_view folder, std::string_view named);

// Of a path inside the root.
std::string absolute_path(const Root& root, std::string_view inside);

// By the configuration and the hooks in a repository's folder, for the work tree at a path: both absolute, and either may be
// outside the root. Only what concerns the root is given; of files only those that are there.
std::vector<GitProgram> git_programs(FileSystem& fs, const Root& root, const Handle& folder, const std::string& folder_path,
                                     const std::string& work_tree);

}  // namespace kedge
