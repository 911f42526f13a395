// Finds whole lines that match the quoted rows as closely as a rung of the ladder requires, for quotations that have lost
// trailing whitespace, indentation or typography. Linear in the size of the text and the quotation.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "contract/request.hpp"
#include "edit/replace_lines.hpp"
#include "text/text.hpp"

namespace kedge {

// The first `most` matches in order, including overlapping ones. Below the exact rung, a quotation of only whitespace could
// match anywhere and is found nowhere. Line endings do not matter. For line_trimmed and uniform_indentation, indentation is
// ignored here; the caller checks whether it differs uniformly. REQUIRES: `quoted` is not empty; no block_anchor.
std::vector<LineSpan> row_places(const Text& text, const Rows& quoted, MatchMode rung, std::size_t most);

// row_places() of one text for many quotations: after a while it makes an index of the rows, so that a thousand quotations cost
// little more than ten. For one thread. REQUIRES: it does not outlive the text.
class RowFinder {
 public:
  explicit RowFinder(const Text& text) : text_(&text) {}
  std::vector<LineSpan> places(const Rows& quoted, MatchMode rung, std::size_t most);

 private:
  struct Row {
    std::uint64_t hash;  // of what counts on the loosest rung
    LineNo line;

    friend auto operator<=>(const Row&, const Row&) = default;
  };

  void make_index();
  std::span<const Row> rows_like(std::string_view row);

  const Text* text_;
  std::size_t looked_at_ = 0;  // lines, so far
  std::vector<Row> index_;     // sorted; empty: not made yet
  std::string buffer_;
};

// The rows of a text as they count on a rung. Rules out most quotations that match nowhere without a search of the text, so
// that a thousand of them cost little more than one.
class RowSet {
 public:
  RowSet(const Text& text, MatchMode rung);
  // False if a row is nowhere in the text: then row_places() finds nothing.
  bool may_have(const Rows& quoted) const;

 private:
  MatchMode rung_;
  std::unordered_set<std::uint64_t> hashes_;
};

}  // namespace kedge
