#include "dialects/patch/patch_marks.hpp"

#include <algorithm>

#include "dialects/patch/hunk_header.hpp"
#include "dialects/patch/section_header.hpp"

namespace kedge {
namespace {

// Only marks that hardly ever mean anything else: `delete 4` may be prose.
bool is_patch_mark(std::string_view row) {
  if (row.starts_with("¶")) return true;
  if (row.starts_with('[')) return read_section_header(row).has_value();
  const bool by_number = row.starts_with("replace ") || row.starts_with("delete ") || row.starts_with("insert ");
  if (!by_number) return false;
  const std::optional<HunkHeader> header = read_hunk_header(row);
  return header && header->hunk && header->tolerated.empty() &&
         (row.ends_with(':') || row.find("..") != std::string_view::npos);
}

}  // namespace

std::optional<std::size_t> first_patch_mark(std::span<const std::string_view> rows) {
  const auto found = std::ranges::find_if(rows, is_patch_mark);
  return found == rows.end() ? std::nullopt : std::optional(static_cast<std::size_t>(found - rows.begin()));
}

}  // namespace kedge
