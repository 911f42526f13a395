// Whole lines that are the quoted rows as closely as a rung of the ladder asks: a quotation whose trailing blanks,
// indentation or typography got lost on the way. Linear in the size of the text and the quotation.
#pragma once

#include <vector>

#include "contract/request.hpp"
#include "edit/replace_lines.hpp"
#include "text/text.hpp"

namespace kedge {

// Every place, also those that overlap, in order; the first `most` of them. Below the exact rung a quotation of nothing but
// blanks says nothing about where it stands, and is found nowhere. How lines end does not matter. By the rungs line_trimmed
// and uniform_indentation indentation does not count here; whether it differs everywhere alike is for the caller to see.
// REQUIRES: `quoted` is not empty; no block_anchor.
std::vector<LineSpan> row_places(const Text& text, const Rows& quoted, MatchMode rung, std::size_t most);

}  // namespace kedge
