#include "laws/row_model.hpp"

namespace kedge::laws {

RowFile row_file(std::string_view bytes) {
  RowFile file;
  std::size_t at = 0;
  if (bytes.size() >= 3 && bytes[0] == '\xEF' && bytes[1] == '\xBB' && bytes[2] == '\xBF') {
    file.bom = "\xEF\xBB\xBF";
    at = 3;
  }
  Row row;
  for (; at < bytes.size(); ++at) {
    if (bytes[at] == '\n') {
      row.terminator = "\n";
      if (!row.content.empty() && row.content.back() == '\r') {
        row.content.pop_back();
        row.terminator = "\r\n";
      }
      file.rows.push_back(row);
      row = {};
    } else {
      row.content += bytes[at];
    }
  }
  if (!row.content.empty()) file.rows.push_back(row);
  return file;
}

std::string bytes_of(const Row& row) { return row.content + row.terminator; }

std::string bytes_of(const RowFile& file) {
  std::string bytes = file.bom;
  for (const Row& row : file.rows) bytes += bytes_of(row);
  return bytes;
}

std::size_t longest_common(const std::vector<std::string>& before, const std::vector<std::string>& after) {
  return longest_common(before.size(), after.size(), [&](std::size_t i, std::size_t j) { return before[i] == after[j]; });
}

}  // namespace kedge::laws
