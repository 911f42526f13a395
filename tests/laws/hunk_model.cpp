#include "laws/hunk_model.hpp"

#include "laws/row_model.hpp"

namespace kedge::laws {

Lines lines_of(const Text& text, LineKey key) {
  Lines lines;
  for (const Row& row : row_file(text.bytes()).rows) lines.push_back(key == LineKey::bytes ? bytes_of(row) : row.content);
  return lines;
}

Lines replaced(const Lines& before, const Lines& after, const std::vector<Hunk>& hunks) {
  Lines out;
  std::size_t at = 0;
  for (const Hunk& hunk : hunks) {
    for (; at + 1 < hunk.before.first.value; ++at) out.push_back(before[at]);
    for (LineNo line = hunk.after.first; line < hunk.after.end; line = line + 1) out.push_back(after[line.value - 1]);
    at = hunk.before.end.value - 1;
  }
  for (; at < before.size(); ++at) out.push_back(before[at]);
  return out;
}

}  // namespace kedge::laws
