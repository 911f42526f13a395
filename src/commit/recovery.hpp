// Crash recovery: completes the changes that a dead process left after their commit point, and rolls back the others. It can be
// interrupted and run again with the same result.
#pragma once

#include <deque>
#include <string>
#include <vector>

#include "commit/displaced.hpp"
#include "fs/root.hpp"
#include "fs/state_folder.hpp"

namespace kedge {

// A file that an unreadable record names: it is not written until a person has looked.
struct BlockedPath {
  std::string path;    // empty: any file, because the record is truncated
  std::string record;  // where the record is, for people
};

struct Recovered {
  std::size_t finished = 0;               // changes that were past their commit point
  std::size_t rolled_back = 0;            // changes that were not
  std::vector<std::string> remarks = {};  // for people: what was found, what was kept and where
  std::vector<BlockedPath> blocked_paths = {};
  std::deque<Displaced> displaced = {};  // displaced files in tx/ that are still there; oldest first
};

// REQUIRES: the root's lock is held.
Result<Recovered> recover_changes(FileSystem& fs, const Root& root, const StateFolder& state);

}  // namespace kedge
