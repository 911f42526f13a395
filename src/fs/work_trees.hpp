// The work trees of a git repository: the main one and those that `git worktree add` made. Agents work in several of them at
// once, and a change in the wrong one is wrong however right it looks.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace kedge {

struct WorkTree {
  std::string path;        // absolute, without links
  std::string git_folder;  // its own part of the repository, where its HEAD is
};

// The work tree whose top folder this is; none if it is not one, or if its `.git` belongs to another user.
std::optional<WorkTree> work_tree_at(const std::string& folder);

// All work trees of the repository of the work tree at `folder`, that one first, as far as they exist. A linked one counts only
// if both sides name each other, because anybody may write a file that names a folder.
std::vector<WorkTree> work_trees_beside(const std::string& folder);

// The branch that is checked out, or the beginning of the commit if it is none; empty if that cannot be read.
std::string branch_of(const WorkTree& tree);

}  // namespace kedge
