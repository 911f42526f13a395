// Git by what it is, not by its name. A folder that holds HEAD, objects and refs is a repository to git wherever it lies and
// whatever it is called: its configuration and its hooks run programs. So is what a `.git` file or link points to, and a folder
// with HEAD and a `commondir` that borrows the rest from another, as work trees have them.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "fs/root.hpp"

namespace kedge {

// The rule by which a place is git's own, or nothing: it lies in a repository's files, or is what git runs in the work tree
// around it (git_programs.hpp). A work tree inside a repository's folder is a work tree: what is nearer decides.
Result<std::optional<std::string>> git_rule_for(FileSystem& fs, const Root& root, const Place& place);

// The first of these rules, of a folder relative to the root, `.` for the root itself.
std::string git_folder_rule(std::string_view folder);

// The folder that would become a repository if all these files were made at once. Their paths are relative to the root and
// without links.
Result<std::optional<std::string>> git_folder_made_by(FileSystem& fs, const Root& root, std::span<const std::string> made);

// What git runs in the root by a repository outside of it: one that the root's `.git` points to, or that of the work tree
// around the root.
std::vector<GitProgram> git_programs_outside(FileSystem& fs, const Root& root);

// Whether an absolute path lies in a repository's own files, by what stands above it.
bool lies_in_git_folder(FileSystem& fs, const std::string& absolute_path);

}  // namespace kedge
