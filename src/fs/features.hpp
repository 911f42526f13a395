// What the kernel and a file system can do for a commit.
#pragma once

#include <span>
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

}  // namespace kedge
