// Walks all paths of one search, one after the other. A file in several of them is returned once. Only the folders of one path
// are open at a time.
#pragma once

#include <optional>
#include <string>
#include <unordered_set>
#include <vector>

#include "search/walk.hpp"

namespace kedge {

class WalkSeries {
 public:
  // Refused if some paths cannot be walked; the refusal names all of them. No paths: the root. REQUIRES: the root outlives it.
  static Result<WalkSeries> begin(FileSystem& fs, const Root& root, FileFilter filter, std::vector<std::string> paths,
                                  std::string user_ignore_file);

  // As Walk::next().
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
  WalkCounts ended_;                      // of finished walks
  std::unordered_set<std::string> seen_;  // only if one path may be inside another
};

}  // namespace kedge
