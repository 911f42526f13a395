// Turns the two sides of a SEARCH/REPLACE block into rows that stay, go or are new.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "contract/request.hpp"

namespace kedge {

// An empty REPLACE and a SEARCH with a blank row at its edge. The blank row was quoted because it is in the file, and it still
// separates what is around the removed rows. So one blank row stays.
bool keeps_blank_edge(std::span<const std::string_view> search, std::span<const std::string_view> replace);

// REPLACE has rows of three dots that SEARCH does not have, or more of them. They may stand for lines that were left out;
// written literally, they would replace those lines.
bool has_loose_dots(std::span<const std::string_view> search, std::span<const std::string_view> replace);

// Rows on both sides are kept, the others go or are new. If both sides have the same number of rows of three dots, each of
// these stands for lines that stay, and the pieces between them are compared one by one.
std::vector<PassageRow> rows_between(std::span<const std::string_view> search, std::span<const std::string_view> replace);

}  // namespace kedge
