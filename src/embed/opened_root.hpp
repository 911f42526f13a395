// Opens a root for whoever serves it: a command, a server, or a program that kedge is embedded in.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "commit/workspace.hpp"

namespace kedge {

struct RootWanted {
  std::string path;  // absolute
  StateSettings state = {};
  std::vector<std::string> allow = {};  // globs of protected paths that the user lifts
  bool allow_wide = false;              // it may be / or the home folder
  Mounts mounts = Mounts::refuse;
  std::string shared_name = {};  // of a tree that several hosts change
  bool is_on_disk = true;        // else the path is only a name
};

struct OpenedWorkspace {
  std::unique_ptr<FileSystem> fs;
  Workspace workspace;
};

Result<OpenedWorkspace> open_root(const RootWanted& wanted, std::unique_ptr<FileSystem> fs);

// A path as an absolute one, without slashes and dots at its end.
std::string absolute_from_here(std::string_view path);
// Where the state is if it is asked to be in `folder`; empty: what the environment says.
StateSettings state_wanted(std::string_view folder);

}  // namespace kedge
