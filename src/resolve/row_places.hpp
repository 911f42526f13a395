// Finds whole lines that match the quoted rows as closely as a rung of the ladder requires, for quotations that have lost
// trailing whitespace, indentation or typography. Linear in the size of the text and the quotation.
#pragma once

#include <vector>

#include "contract/request.hpp"
#include "edit/replace_lines.hpp"
#include "text/text.hpp"

namespace kedge {

// The first `most` matches in order, including overlapping ones. Below the exact rung, a quotation of only whitespace could
// match anywhere and is found nowhere. Line endings do not matter. For line_trimmed and uniform_indentation, indentation is
// ignored here; the caller checks whether it differs uniformly. REQUIRES: `quoted` is not empty; no block_anchor.
std::vector<LineSpan> row_places(const Text& text, const Rows& quoted, MatchMode rung, std::size_t most);

}  // namespace kedge
