// What a file has besides its bytes, kept for the day when it is made again.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace kedge {

struct FileAttributes {
  std::uint32_t owner = 0;
  std::uint32_t group = 0;
  std::uint32_t permissions = 0;                  // the lower twelve bits
  std::map<std::string, std::string> named = {};  // access list, label and the user's own, as the system keeps them

  friend bool operator==(const FileAttributes&, const FileAttributes&) = default;
};

// As the records keep them, and back. Nothing: this is none of ours.
std::string to_text(const FileAttributes& attributes);
std::optional<FileAttributes> attributes_from_text(std::string_view text);

}  // namespace kedge
