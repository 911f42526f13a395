// Other names of a file below a root. A rule is about a name, and a hard link is another name for the same bytes: where a file
// has several, they have to be looked for. That takes a walk through the whole root, so it is made only for files that have
// more than one, and not without end: a tree that is too large, or has folders that cannot be opened, is known in part.
#pragma once

#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "fs/root.hpp"

namespace kedge {

struct NamesFound {
  std::uint64_t count = 0;                               // all of them, with the one that was known
  std::optional<std::string> unwritable = std::nullopt;  // one that is protected against writing
};

// Ends as soon as there are as many as the file has, or one is protected.
NamesFound names_of(FileSystem& fs, const Root& root, const FileInfo& file);

// The files that have a name which may not be read, and another. They are looked for when somebody asks for the first time.
// Several threads may ask.
class UnreadableFiles {
 public:
  UnreadableFiles(FileSystem& fs, const Root& root) : fs_(&fs), root_(&root) {}

  // The name by which a file that was looked at may not be read; nothing: none was found.
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
