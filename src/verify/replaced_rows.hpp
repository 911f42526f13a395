// The rows that an edit removes, regardless of indentation: a row that comes back elsewhere was moved, not introduced.
#pragma once

#include <string_view>
#include <unordered_set>

#include "verify/check.hpp"

namespace kedge {

class ReplacedRows {
 public:
  explicit ReplacedRows(const ChangedFile& file) {
    for (const Hunk& hunk : file.hunks) {
      for (LineNo line = hunk.before.first; line < hunk.before.end; line = line + 1) {
        rows_.insert(without_blanks(file.before.content(line)));
      }
    }
  }

  bool have(std::string_view row) const { return rows_.contains(without_blanks(row)); }

 private:
  static std::string_view without_blanks(std::string_view row) {
    const std::size_t first = row.find_first_not_of(" \t\r");
    if (first == std::string_view::npos) return {};
    return row.substr(first, row.find_last_not_of(" \t\r") - first + 1);
  }

  std::unordered_set<std::string_view> rows_;
};

}  // namespace kedge
