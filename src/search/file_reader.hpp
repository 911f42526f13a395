// The bytes of one file after the other for searching, in one buffer that is used again until somebody keeps what is in it. A
// file is told to be binary by its beginning, before the rest of it is read.
#pragma once

#include <expected>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "fs/file_system.hpp"

namespace kedge {

enum class Unsearchable { binary, undecodable, too_large, unreadable, protected_name };

class FileReader {
 public:
  // Asked about a file once it is open: why it is not read all the same, or nothing.
  using Objection = std::function<std::optional<Unsearchable>(const FileInfo&)>;

  explicit FileReader(FileSystem& fs) : fs_(&fs) {}

  // The bytes are good until the next call.
  std::expected<std::string_view, Unsearchable> read(const Handle& folder, const std::string& name,
                                                     const Objection& objection = {});
  // The bytes of the last file that was read, to be kept.
  std::string take();

 private:
  std::expected<void, Unsearchable> fill(const Handle& file, std::size_t to);

  FileSystem* fs_;
  std::string buffer_;
};

}  // namespace kedge
