// Whole lines that are the quoted rows but for the blanks at their ends: a quotation whose indentation or trailing blanks
// got lost on the way. Linear in the size of the text and the quotation.
#pragma once

#include <vector>

#include "edit/replace_lines.hpp"
#include "text/text.hpp"

namespace kedge {

// Every place, also those that overlap, in order; the first `most` of them. A quotation of nothing but blanks says nothing
// about where it stands, and is found nowhere.
std::vector<LineSpan> trimmed_places(const Text& text, const Rows& quoted, std::size_t most);

}  // namespace kedge
