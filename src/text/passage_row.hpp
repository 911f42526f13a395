// One row of quoted lines, and what happens to it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace kedge {

// What happens to a row of a passage.
enum class RowFate : std::uint8_t {
  kept,
  removed,
  added,
  elided,  // a literal line or, if the file has no such line, any number of kept lines
};

inline char sign_of(RowFate fate) { return fate == RowFate::removed ? '-' : fate == RowFate::added ? '+' : ' '; }

struct PassageRow {
  RowFate fate = RowFate::kept;
  std::string text;          // without its line break; with a final CR if the caller sent one
  std::string written = {};  // elided: how to write it if it is a literal line
};

// The rows that are in the file before, or after.
inline std::vector<std::string> rows_without(RowFate fate, const std::vector<PassageRow>& rows) {
  std::vector<std::string> texts;
  for (const PassageRow& row : rows) {
    if (row.fate != fate) texts.push_back(row.text);
  }
  return texts;
}
inline std::vector<std::string> quoted_rows(const std::vector<PassageRow>& rows) { return rows_without(RowFate::added, rows); }
inline std::vector<std::string> written_rows(const std::vector<PassageRow>& rows) {
  return rows_without(RowFate::removed, rows);
}

}  // namespace kedge
