// Recognises git repositories by content, not by name. To git, a folder with HEAD, objects and refs is a repository, whatever
// its name and place, and its configuration and hooks run programs. So is the target of a `.git` file or link, and a folder
// with HEAD and a `commondir` that refers to another repository, as linked work trees have.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "fs/root.hpp"

namespace kedge {

// The rule by which a place belongs to git, if any: it is inside a repository, or git runs it in the work tree
// around it (git_programs.hpp). The nearer one decides: a work tree inside a repository's folder is a work tree.
Result<std::optional<std::string>> git_rule_for(FileSystem& fs, const Root& root, const Place& place);

// The name of the first kind of rule; the folder is relative to the root, `.` for the root itself.
std::string git_folder_rule(std::string_view folder);

// The folder that would become a repository if all these files were created. Paths are relative to the root and without links.
Result<std::optional<std::string>> git_folder_made_by(FileSystem& fs, const Root& root, std::span<const std::string> made);

// What git runs in the root because of a repository outside it: the target of the root's `.git`, or the repository of the work
// tree around the root.
std::vector<GitProgram> git_programs_outside(FileSystem& fs, const Root& root);

// Whether an absolute path is inside a repository, judged by the folders above it.
bool lies_in_git_folder(FileSystem& fs, const std::string& absolute_path);

}  // namespace kedge
