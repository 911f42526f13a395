// A deleted file's metadata, kept so that an undo can restore it.
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
  std::map<std::string, std::string> named = {};  // access list, label and user attributes, in the system's format

  friend bool operator==(const FileAttributes&, const FileAttributes&) = default;
};

// For the database. nullopt: not in our format.
std::string to_text(const FileAttributes& attributes);
std::optional<FileAttributes> attributes_from_text(std::string_view text);

}  // namespace kedge
