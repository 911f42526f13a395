// The rows that an edit removes, regardless of indentation: a row that comes back elsewhere was moved, not introduced.
#pragma once

#include <optional>
#include <string_view>
#include <unordered_set>

#include "verify/check.hpp"

namespace kedge {

class ReplacedRows {
 public:
  // REQUIRES: the file outlives this.
  explicit ReplacedRows(const ChangedFile& file) : file_(&file) {}

  bool have(std::string_view row) {
    if (!rows_) rows_ = all();  // hardly ever asked for
    return rows_->contains(without_blanks(row));
  }

 private:
  using Rows = std::unordered_set<std::string_view>;

  Rows all() const {
    Rows rows;
    for (const Hunk& hunk : file_->hunks) {
      for (LineNo line = hunk.before.first; line < hunk.before.end; line = line + 1) {
        rows.insert(without_blanks(file_->before.content(line)));
      }
    }
    return rows;
  }
  static std::string_view without_blanks(std::string_view row) {
    const std::size_t first = row.find_first_not_of(" \t\r");
    if (first == std::string_view::npos) return {};
    return row.substr(first, row.find_last_not_of(" \t\r") - first + 1);
  }

  const ChangedFile* file_;
  std::optional<Rows> rows_;
};

}  // namespace kedge
