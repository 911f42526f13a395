// Finds whole lines that match the quoted rows as closely as a rung of the ladder requires, for quotations that have lost
// trailing whitespace, indentation or typography. Linear in the size of the text and the quotation.
#pragma once

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
