// Finds conflict markers of a failed merge. A row of equals signs alone is a heading in many documents, so it counts only
// between the two others.
#include <algorithm>

#include "support/strings.hpp"
#include "verify/check.hpp"
#include "verify/excerpt.hpp"
#include "verify/replaced_rows.hpp"

namespace kedge::check {
namespace {

constexpr std::size_t width = 7;

// The sign seven times, then a space and a label, or nothing.
bool is_marker(std::string_view row, char sign) {
  if (row.size() < width || row.substr(0, width).find_first_not_of(sign) != std::string_view::npos) return false;
  return row.size() == width || row[width] == ' ';
}

std::vector<Finding> find_conflict_marker(const ChangedFile& file) {
  ReplacedRows replaced(file);
  const auto is_brought = [&](LineNo line) { return !replaced.have(file.after.content(line)); };
  std::vector<Finding> findings;
  const auto found = [&](LineNo line) {
    findings.push_back({.name = {},
                        .line = line,
                        .message = concat("the row is a conflict marker of a merge: ", excerpt(file.after.content(line)))});
  };
  bool inside = false;
  std::vector<LineNo> between;
  for (const Hunk& hunk : file.hunks) {
    for (LineNo line = hunk.after.first; line < hunk.after.end; line = line + 1) {
      const std::string_view row = file.after.content(line);
      const bool opens = is_marker(row, '<');
      const bool closes = is_marker(row, '>');
      if ((opens || closes) && is_brought(line)) found(line);
      if (inside && (is_marker(row, '=') || is_marker(row, '|')) && is_brought(line)) between.push_back(line);
      if (closes) std::ranges::for_each(between, found);
      if (opens || closes) between.clear();
      inside = opens || (inside && !closes);
    }
  }
  return findings;
}

}  // namespace

extern const Check conflict_marker;
const Check conflict_marker{"conflict_marker", Leniency::warns, find_conflict_marker};

}  // namespace kedge::check
