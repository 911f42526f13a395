// The files below a folder of a root, in git's order: by the bytes of their whole paths. They are returned in runs of
// neighbours in one folder, which stays open as long as the run is kept. Files are opened by name in it, so swapping folders
// meanwhile cannot redirect them.
//
// Skipped: ignored files, `.git`, links and everything else that is not a regular file, kedge's own state folder, other roots,
// and folders on another mount unless the root crosses mounts. Skipped and counted: files that must not be read. A path that
// was named explicitly is walked even if it is ignored; the rules apply to what is below it.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "fs/root.hpp"
#include "search/file_filter.hpp"
#include "search/ignore_rules.hpp"

namespace kedge {

struct WalkedFiles {
  std::shared_ptr<const Handle> folder;
  std::string folder_path;  // relative to the root; empty for the root itself
  std::vector<std::string> names;
};

struct WalkCounts {
  std::size_t protected_files = 0;  // match the filter, but must not be read
  std::size_t closed_folders = 0;   // could not be opened or listed, are too deep, or are on another mount
};

class Walk {
 public:
  // `path` names a folder of the root or a file; `user_ignore_file` is an absolute path, or empty.
  // REQUIRES: the root outlives the walk.
  static Result<Walk> begin(FileSystem& fs, const Root& root, FileFilter filter, std::string_view path,
                            const std::string& user_ignore_file);

  // The next neighbours, at most `most`; nullopt at the end. One thread at a time.
  std::optional<WalkedFiles> next(std::size_t most);

  const WalkCounts& counts() const { return counts_; }

 private:
  // A folder that is being walked.
  struct Level {
    std::shared_ptr<const Handle> folder;
    std::string path;
    std::vector<NamedKind> entries = {};  // still to visit, the next one last
    std::size_t without_rules = ProtectedPaths::without_rules(path);
  };

  Walk(FileSystem& fs, const Root& root, FileFilter filter) : fs_(&fs), root_(&root), filter_(std::move(filter)) {}
  void enter(Handle folder, std::string path);
  void enter(const Level& above, const std::string& name);
  bool takes_file(const std::string& path, std::size_t without_rules);

  FileSystem* fs_;
  const Root* root_;
  FileFilter filter_;
  std::vector<Level> levels_;
  IgnoreRules rules_;  // as many levels as `levels_`, and those above
  WalkCounts counts_;
};

}  // namespace kedge
