#include "dialects/udiff/diff_rows.hpp"

#include <algorithm>

#include "dialects/udiff/hunk_numbers.hpp"
#include "support/strings.hpp"

namespace kedge {
namespace {

// Decided by the headers of the first file, all of which must end in CR: content may end in CR anywhere.
bool came_with_crlf(const DiffRowList& rows) {
  for (std::size_t at = 0; at < rows.size(); ++at) {
    if (!are_name_rows(rows, at)) continue;
    const std::size_t hunk = at + 2;
    if (hunk < rows.size() && is_hunk_row(rows[hunk]) && !rows[hunk].ends_with('\r')) return false;
    return rows[at].ends_with('\r') && rows[at + 1].ends_with('\r');
  }
  return false;
}

}  // namespace

std::vector<std::string_view> rows_of_diff(std::string_view input) {
  DiffRowList rows;
  while (!input.empty()) {
    const std::size_t end = input.find('\n');
    rows.push_back(input.substr(0, end));
    input.remove_prefix(end == std::string_view::npos ? input.size() : end + 1);
  }
  if (came_with_crlf(rows)) {
    for (std::string_view& row : rows) {
      if (row.ends_with('\r')) row.remove_suffix(1);
    }
  }
  return rows;
}

bool is_git_row(std::string_view row) { return starts_with_any(row, {"diff --git ", "diff --cc ", "diff --combined "}); }

bool is_fence(std::string_view row) { return starts_with_any(row, {"```", "~~~"}); }

bool is_empty_row(std::string_view row) { return row.empty() || row == "\r"; }

bool is_signature(std::string_view row) { return row == "-- " || row == "-- \r"; }

bool are_name_rows(const DiffRowList& rows, std::size_t at) {
  return at + 1 < rows.size() && rows[at].starts_with("--- ") && rows[at + 1].starts_with("+++ ");
}

bool begins_something_else(std::string_view row) {
  return is_hunk_row(row) || is_fence(row) || starts_with_any(row, {"diff ", "Index: ", "Only in "});
}

}  // namespace kedge
