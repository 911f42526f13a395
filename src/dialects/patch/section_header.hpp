// The row that opens a section: a path, and the tag of the version that the hunks below it are about.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace kedge {

struct SectionHeader {
  std::string path;
  std::optional<std::string> literal_path = std::nullopt;  // with the words that were removed
  std::optional<std::string> tag = std::nullopt;
  std::string wrong_tag = {};  // what is in the place of a tag, if it is not one
};

// `¶PATH#TAG` or `[PATH#TAG]`, also with `***`, `Update File:` or `Add File:` around it. None if the row is not a header.
std::optional<SectionHeader> read_section_header(std::string_view row);

// How a header is written.
std::string section_header(std::string_view path, std::string_view tag);

}  // namespace kedge
