// What the kernel and a file system can do for a commit.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "fs/file_system.hpp"

namespace kedge {

struct Feature {
  std::string_view name;
  std::string_view meaning;  // what kedge does with it
  bool available = false;
};

// Tried out in a folder of kedge's own, which is left as it was.
Outcome<std::vector<Feature>> features_of(FileSystem& fs, const Handle& folder);

// Bytes that this user may still write where the path is; nothing if that cannot be told.
std::optional<std::uint64_t> free_space(const std::string& path);

}  // namespace kedge
