// Finishing what a process that died has left: forwards behind the commit point, backwards before it. Running it again,
// also after it was cut off itself, gives the same.
#pragma once

#include <string>
#include <vector>

#include "fs/root.hpp"
#include "fs/state_folder.hpp"

namespace kedge {

// A file that an unreadable record names: nobody may write it until a person has looked.
struct BlockedPath {
  std::string path;    // empty: any file, since the record was cut short and may have named it
  std::string record;  // where it is, for people
};

struct Recovered {
  std::size_t finished = 0;               // changes that were behind their commit point
  std::size_t rolled_back = 0;            // changes that were not
  std::vector<std::string> remarks = {};  // for people: what was found, what was kept and where
  std::vector<BlockedPath> blocked_paths = {};
};

// REQUIRES: the root's lock is held.
Result<Recovered> recover_changes(FileSystem& fs, const Root& root, const StateFolder& state);

}  // namespace kedge
