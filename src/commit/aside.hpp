// Files that are on their way into a user's name or out of it. One rule holds for all of them: no inode that was ever visible
// under a user's name goes without a look at its bytes, since whoever had it open may have written to it.
#pragma once

#include <string>
#include <vector>

#include "commit/file_change.hpp"
#include "fs/state_folder.hpp"
#include "fs/swap.hpp"

namespace kedge {

// What stands under a name.
struct Found {
  bool exists = false;
  FileInfo info;
  std::optional<Digest> digest = {};  // of a regular file
};
Outcome<Found> find_file(FileSystem& fs, const Spot& spot);

// Which of the two files of a change stands there. By inode; where inodes are not kept (some network and overlay file systems
// give new ones), the same bytes are as good, and of two with the same bytes the same permission to be run.
enum class Which { missing, base, staged, foreign };
struct TwoFiles {
  std::uint64_t base_inode = 0;
  std::uint64_t staged_inode = 0;
  std::optional<Digest> before = {};
  std::optional<Digest> after = {};
  std::optional<bool> staged_executable = {};  // where it is only by this that the staged file differs from the base
};
Which which(const Found& found, const TwoFiles& files);

// Removes the file if it still has these bytes. Otherwise they are somebody else's: they go to the state's kept/ folder, and a
// remark says so. `path` is the name the file had for its user.
Outcome<void> discard(FileSystem& fs, const StateFolder& state, const Spot& spot, const std::optional<Digest>& bytes,
                      std::string_view path, std::vector<std::string>& remarks);

Outcome<void> keep(FileSystem& fs, const StateFolder& state, const Spot& spot, std::string_view path,
                   std::vector<std::string>& remarks);

// Why a folder that was made for a change cannot be removed: somebody else uses it, or its name.
bool is_in_use(OsError error);

}  // namespace kedge
