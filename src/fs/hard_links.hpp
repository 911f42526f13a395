// Finds the other names of a file below a root. Rules are about names, and a hard link is another name for the same bytes.
// Finding them takes a walk through the whole root, so it is done only for files with several names, and only up to a limit: in
// a very large tree, or one with folders that cannot be opened, some names are not found.
#pragma once

#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "fs/root.hpp"

namespace kedge {

struct NamesFound {
  std::uint64_t count = 0;                               // including the known one
  std::optional<std::string> unwritable = std::nullopt;  // a write-protected one
};

// Stops as soon as all names are found, or a protected one.
NamesFound names_of(FileSystem& fs, const Root& root, const FileInfo& file);

// Files with several names of which one must not be read. They are searched for on first use. Thread-safe.
class UnreadableFiles {
 public:
  UnreadableFiles(FileSystem& fs, const Root& root) : fs_(&fs), root_(&root) {}

  // The name because of which the file must not be read, if any.
  std::optional<std::string> name_of(const FileInfo& file);

 private:
  struct Named {
    FileIdentity identity;
    std::string path;
  };

  FileSystem* fs_;
  const Root* root_;
  std::once_flag looked_;
  std::vector<Named> files_;
};

}  // namespace kedge
