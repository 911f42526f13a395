// Reads one file after another for searching, into a buffer that is reused until somebody takes it. A binary file is
// recognised by its beginning, before the rest is read.
#pragma once

#include <expected>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "fs/file_system.hpp"

namespace kedge {

enum class Unsearchable { binary, undecodable, too_large, unreadable, protected_name };

class FileReader {
 public:
  // Called for each opened file: a reason not to read it, or nullopt.
  using Objection = std::function<std::optional<Unsearchable>(const FileInfo&)>;

  explicit FileReader(FileSystem& fs) : fs_(&fs) {}

  // The bytes are valid until the next call.
  std::expected<std::string_view, Unsearchable> read(const std::shared_ptr<const Handle>& folder, const std::string& name,
                                                     const Objection& objection = {});
  // The bytes of the last file, for keeping.
  std::string take();

 private:
  void learn_from(const std::shared_ptr<const Handle>& folder, const FileInfo& file);
  std::expected<void, Unsearchable> fill(const Handle& file, std::size_t to);

  FileSystem* fs_;
  std::string buffer_;
  // The last folder of which a file was on another device than those before. As long as it is open, the number of its device
  // belongs to no other.
  std::shared_ptr<const Handle> folder_ = nullptr;
  std::optional<std::uint64_t> ordinary_ = std::nullopt;  // that device, if the file was on it
};

}  // namespace kedge
