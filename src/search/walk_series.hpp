// The walks of all paths that one search names, one after the other; a file that several of them hold comes once. However many
// were named, the folders of one path alone are open at a time.
#pragma once

#include <optional>
#include <string>
#include <unordered_set>
#include <vector>

#include "search/walk.hpp"

namespace kedge {

class WalkSeries {
 public:
  // Refused if one of the paths cannot be walked, with all that cannot. No paths: the root. REQUIRES: the root outlives it.
  static Result<WalkSeries> begin(FileSystem& fs, const Root& root, FileFilter filter, std::vector<std::string> paths,
                                  std::string user_ignore_file);

  // As of a Walk.
  std::optional<WalkedFiles> next(std::size_t most);
  WalkCounts counts() const;

 private:
  WalkSeries(FileSystem& fs, const Root& root, FileFilter filter) : fs_(&fs), root_(&root), filter_(std::move(filter)) {}

  FileSystem* fs_;
  const Root* root_;
  FileFilter filter_;
  std::vector<std::string> paths_;
  std::string user_ignore_file_;
  std::size_t begun_ = 0;  // of the paths
  std::optional<Walk> walk_;
  WalkCounts ended_;                      // of walks that are over
  std::unordered_set<std::string> seen_;  // only where one path may lie in another
};

}  // namespace kedge
