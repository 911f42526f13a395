#include "resolve/trimmed_match.hpp"

#include <algorithm>

#include "resolve/blanks.hpp"
#include "support/fast_hash.hpp"

namespace kedge {
namespace {

// A row without the blanks at its ends. The hash keeps the comparison of rows that differ short, however much of their
// beginning they share.
struct TrimmedRow {
  explicit TrimmedRow(std::string_view row) : content(trimmed(row)), hash(fast_hash(content)) {}

  friend bool operator==(const TrimmedRow& a, const TrimmedRow& b) { return a.hash == b.hash && a.content == b.content; }

  std::string_view content;
  std::uint64_t hash;
};

// Knuth, Morris and Pratt's search over rows instead of bytes.
class RowAutomaton {
 public:
  explicit RowAutomaton(const Rows& quoted) : rows_(quoted.begin(), quoted.end()), borders_(quoted.size(), 0) {
    std::size_t border = 0;
    for (std::size_t i = 1; i < rows_.size(); ++i) {
      border = matched_after(border, rows_[i]);
      borders_[i] = border;
    }
  }

  // Whether the quotation ends with this line.
  bool completed_by(const TrimmedRow& line) {
    matched_ = matched_after(matched_, line);
    if (matched_ < rows_.size()) return false;
    matched_ = borders_.back();
    return true;
  }

 private:
  std::size_t matched_after(std::size_t matched, const TrimmedRow& next) const {
    while (matched > 0 && rows_[matched] != next) matched = borders_[matched - 1];
    return rows_[matched] == next ? matched + 1 : matched;
  }

  std::vector<TrimmedRow> rows_;
  std::vector<std::size_t> borders_;  // of each beginning: how much of the quotation's beginning it ends in
  std::size_t matched_ = 0;
};

}  // namespace

std::vector<LineSpan> trimmed_places(const Text& text, const Rows& quoted, std::size_t most) {
  const auto says_something = [](const std::string& row) { return !trimmed(row).empty(); };
  if (std::ranges::none_of(quoted, says_something)) return {};

  std::vector<LineSpan> places;
  RowAutomaton automaton(quoted);
  const auto height = static_cast<std::uint32_t>(quoted.size());
  for (LineNo line{1}; text.has(line) && places.size() < most; line = line + 1) {
    if (automaton.completed_by(TrimmedRow(text.content(line)))) places.push_back({line + 1 - height, line + 1});
  }
  return places;
}

}  // namespace kedge
