#include "search/walk_series.hpp"

#include <utility>

#include "fs/path_parts.hpp"

namespace kedge {

Result<WalkSeries> WalkSeries::begin(FileSystem& fs, const Root& root, FileFilter filter, std::vector<std::string> paths,
                                     std::string user_ignore_file) {
  if (paths.empty()) paths.emplace_back();
  std::vector<Error> refused;
  for (const std::string& path : paths) {
    if (Result<Place> place = root.find_tree(path); !place) refused.push_back(std::move(place).error());
  }
  if (!refused.empty()) return std::unexpected(together(std::move(refused)));
  WalkSeries series(fs, root, std::move(filter));
  series.paths_ = std::move(paths);
  series.user_ignore_file_ = std::move(user_ignore_file);
  return series;
}

std::optional<WalkedFiles> WalkSeries::next(std::size_t most) {
  for (;;) {
    if (!walk_) {
      if (begun_ == paths_.size()) return std::nullopt;
      Result<Walk> walk = Walk::begin(*fs_, *root_, filter_, paths_[begun_++], user_ignore_file_);
      if (!walk) {  // it was there when the series began
        ++ended_.closed_folders;
        continue;
      }
      walk_ = *std::move(walk);
    }
    while (std::optional<WalkedFiles> run = walk_->next(most)) {
      if (paths_.size() > 1) {
        std::erase_if(run->names,
                      [&](const std::string& name) { return !seen_.insert(path_in(run->folder_path, name)).second; });
      }
      if (!run->names.empty()) return run;
    }
    ended_ = counts();
    walk_.reset();
  }
}

WalkCounts WalkSeries::counts() const {
  if (!walk_) return ended_;
  return {.protected_files = ended_.protected_files + walk_->counts().protected_files,
          .closed_folders = ended_.closed_folders + walk_->counts().closed_folders};
}

}  // namespace kedge
