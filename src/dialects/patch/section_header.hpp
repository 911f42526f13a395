// The row that opens a section: a path, and the tag of the version that the hunks below it are about.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace kedge {

struct SectionHeader {
  std::string path;
  std::optional<std::string> literal_path = std::nullopt;  // with the words that were taken off
  std::optional<std::string> tag = std::nullopt;
  std::string wrong_tag = {};  // what stands where a tag would, if it is none
};

// `¶PATH#TAG` or `[PATH#TAG]`, also where `***`, `Update File:` or `Add File:` stand around it. Nothing: no header.
std::optional<SectionHeader> read_section_header(std::string_view row);

// How a header is written.
std::string section_header(std::string_view path, std::string_view tag);

}  // namespace kedge
