// Where kedge keeps its own records about a root: outside every root, so that a repository cannot ship forged ones.
//
//   <state>/.looked-after         how far the looking after old records of all roots has come
//   <state>/<root id>/            0700
//     root                        which folder it belongs to, for people
//     lock                        held by the process that is changing files
//     store.db                    what was shown, who wrote what, undo history (SQLite, with -wal and -shm)
//     store.db.damaged            one that could not be read any more
//     store.lock                  held while it is moved there
//     tx/                         journal records, staged and displaced files
//     views/                      sockets of those who watch (view_sockets.hpp)
//     kept/                       bytes of others that kedge found where they would have been lost
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "fs/file_system.hpp"

namespace kedge {

struct StateSettings {
  std::string folder;                       // <state>; absolute, or empty where there is none
  std::string resolved = {};                // the same without links, if that is known
  std::vector<std::string> fallbacks = {};  // tried in turn where it cannot be created
};

// From --state, KEDGE_STATE, XDG_STATE_HOME and HOME, in this order, with the fallbacks behind them.
StateSettings state_settings_from_environment(std::string_view option);

struct StateFolder {
  Handle folder;
  Handle tx;
  std::string path;                   // of `folder`, for people
  std::vector<std::string> warnings;  // a fallback was used

  static Result<StateFolder> open(FileSystem& fs, const StateSettings& settings, const std::string& root_identity,
                                  const std::string& root_path);
  // That of another root, of this name in `all`, the folder around `own`. Nothing if it is not one, or not to be trusted.
  static std::optional<StateFolder> open_beside(FileSystem& fs, const Handle& all, const StateFolder& own,
                                                const std::string& name);
};

}  // namespace kedge
