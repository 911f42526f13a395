// Where kedge keeps its state for a root: outside every root, so that a repository cannot contain a forged one.
//
//   <state>/.looked-after         how far the daily cleanup of all roots has got
//   <state>/<root id>/            0700
//     root                        which folder it belongs to, for people
//     lock                        held by the process that is changing files
//     store.db                    what was shown, who wrote what, undo history (SQLite, with -wal and -shm)
//     store.db.damaged            one that could no longer be read
//     store.lock                  held while it is moved there
//     tx/                         journal records, staged and displaced files
//     views/                      sockets of views (view_sockets.hpp)
//     setup-FILE                  what kedge setup found in a client's file before it changed it
//     setup-of-CLIENT.json        which files it changed, and which of those are their old bytes
//     kept/                       bytes of other programs that would have been lost
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "fs/file_system.hpp"

namespace kedge {

struct StateSettings {
  std::string folder;                       // <state>; absolute, or empty if there is none
  std::string resolved = {};                // the same without links, if that is known
  std::vector<std::string> fallbacks = {};  // tried in turn if it cannot be created
};

// From --state, KEDGE_STATE, XDG_STATE_HOME and HOME, in this order, then the fallbacks.
StateSettings state_settings_from_environment(std::string_view option);

struct StateFolder {
  Handle folder;
  Handle tx;
  FileInfo tx_seen;                   // when it was opened; its mount and its owner stay the same
  bool tx_hands_on_list = false;      // new files in it get an access list
  std::string path;                   // of `folder`, for people
  std::vector<std::string> warnings;  // a fallback was used

  static Result<StateFolder> open(FileSystem& fs, const StateSettings& settings, const std::string& root_identity,
                                  const std::string& root_path);
  // The state folder of another root: the one with this name in `all`, the parent of `own`. nullopt if it is not one, or cannot
  // be trusted.
  static std::optional<StateFolder> open_beside(FileSystem& fs, const Handle& all, const StateFolder& own,
                                                const std::string& name);
};

}  // namespace kedge
