// Files that are about to get a user's name, or have just lost it. An inode that was ever visible under a user's name is never
// removed without checking its bytes, because somebody who had it open may have written to it.
#pragma once

#include <string>
#include <vector>

#include "commit/file_change.hpp"
#include "fs/state_folder.hpp"
#include "fs/swap.hpp"

namespace kedge {

// What a name refers to.
struct Found {
  bool exists = false;
  FileInfo info;
  std::optional<Digest> digest = {};  // of a regular file
};
Outcome<Found> find_file(FileSystem& fs, const Spot& spot);

// Which of the two files of a change this is. Decided by inode; where inodes are not stable (some network and overlay file
// systems), by equal bytes, and if both have the same bytes, by the executable bit.
enum class Which { missing, base, staged, foreign };
struct TwoFiles {
  std::uint64_t base_inode = 0;
  std::uint64_t staged_inode = 0;
  std::optional<Digest> before = {};
  std::optional<Digest> after = {};
  std::optional<bool> staged_executable = {};  // if the staged file differs from the base in nothing else
};
Which which(const Found& found, const TwoFiles& files);

// Removes the file if it still has these bytes. Otherwise somebody else wrote to it: it goes to the state folder's kept/, and a
// remark says so. `path` is the name that the file had for its user.
Outcome<void> discard(FileSystem& fs, const StateFolder& state, const Spot& spot, const std::optional<Digest>& bytes,
                      std::string_view path, std::vector<std::string>& remarks);

Outcome<void> keep(FileSystem& fs, const StateFolder& state, const Spot& spot, std::string_view path,
                   std::vector<std::string>& remarks);

// Whether a folder that was made for a change cannot be removed because somebody else uses it, or its name.
bool is_in_use(OsError error);

}  // namespace kedge
