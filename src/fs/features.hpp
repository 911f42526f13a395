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

// Tested in one of kedge's own folders, which is left as it was.
Outcome<std::vector<Feature>> features_of(FileSystem& fs, const Handle& folder);

// Bytes that this user can still write on the path's file system; nullopt if unknown.
std::optional<std::uint64_t> free_space(const std::string& path);

}  // namespace kedge
