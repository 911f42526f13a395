// From the two sides of a SEARCH/REPLACE block to what becomes of each row.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "contract/request.hpp"

namespace kedge {

// An empty REPLACE and a SEARCH with a blank row at its edge: the blank row is there because it stands in the file, and what it
// sets apart is still apart when the rest has gone. One blank row stays then.
bool keeps_blank_edge(std::span<const std::string_view> search, std::span<const std::string_view> replace);

// Rows of three dots that REPLACE has and SEARCH has not, or not as many: they may stand for lines that were left out, and
// written down they would take these away.
bool has_loose_dots(std::span<const std::string_view> search, std::span<const std::string_view> replace);

// Rows that both sides have are kept, the others go or are new. Where both sides have equally many rows of three dots, each of
// these stands for lines that stay, and what is between them is held against its counterpart piece by piece.
std::vector<PassageRow> rows_between(std::span<const std::string_view> search, std::span<const std::string_view> replace);

}  // namespace kedge
