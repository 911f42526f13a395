// What a commit means, without a disk: the naive twin that the engine is held against.
#pragma once

#include <map>
#include <ostream>
#include <span>
#include <string>
#include <vector>

#include "commit/file_change.hpp"

namespace kedge::model {

struct ModelFile {
  std::string bytes;
  std::uint32_t permissions = 0644;

  friend bool operator==(const ModelFile&, const ModelFile&) = default;
};
void PrintTo(const ModelFile& file, std::ostream* out);

// Every file of a root by its path; folders end with a slash and hold nothing.
using Files = std::map<std::string, ModelFile>;
using Batch = std::vector<FileChange>;

Files after(Files files, std::span<const FileChange> changes);

std::string describe(std::span<const FileChange> changes);

// The changes, made for what is there now.
FileChange create(std::string path, std::string content);
FileChange replace(const Files& files, const std::string& path, std::string content);
FileChange remove(const Files& files, const std::string& path);
FileChange move(const Files& files, const std::string& path, std::string destination);
FileChange move_rewritten(const Files& files, const std::string& path, std::string destination, std::string content);
FileChange executable(FileChange change, bool executable);  // the same, and its file may be run or not

}  // namespace kedge::model
