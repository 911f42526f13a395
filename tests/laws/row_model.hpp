// The naive twin of Text: a file as a list of rows, each with its own terminator, read one byte at a time.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace kedge::laws {

struct Row {
  std::string content;
  std::string terminator;  // LF, CRLF, or nothing

  friend bool operator==(const Row&, const Row&) = default;
};

struct RowFile {
  std::string bom;
  std::vector<Row> rows;

  friend bool operator==(const RowFile&, const RowFile&) = default;
};

RowFile row_file(std::string_view bytes);
std::string bytes_of(const RowFile& file);
std::string bytes_of(const Row& row);

// How many rows two lists can keep in common, in order. A textbook table, so for short lists only.
template <class Same>
std::size_t longest_common(std::size_t before, std::size_t after, const Same& same) {
  std::vector<std::vector<std::size_t>> best(before + 1, std::vector<std::size_t>(after + 1, 0));
  for (std::size_t i = 0; i < before; ++i) {
    for (std::size_t j = 0; j < after; ++j) {
      best[i + 1][j + 1] = std::max({best[i][j + 1], best[i + 1][j], best[i][j] + (same(i, j) ? 1 : 0)});
    }
  }
  return best[before][after];
}
std::size_t longest_common(const std::vector<std::string>& before, const std::vector<std::string>& after);

}  // namespace kedge::laws
