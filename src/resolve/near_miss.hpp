// For a quotation that matches nowhere: the region that it is most likely about, and the first difference there.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "resolve/similarity.hpp"
#include "text/line_set.hpp"
#include "text/text.hpp"

namespace kedge {

struct NearMiss {
  LineSpan lines;          // the region
  LineNo differs;          // its first line that differs from the quotation
  std::string quoted_row;  // the quoted row and the file's line, with invisible characters made visible;
  std::string file_row;    // long ones are cut around the difference
  std::string why;         // a short phrase
};

// None if no region is similar, or none was found within the budget. A region that begins in one of the `likely` lines is
// preferred to one that is only a little more similar.
// REQUIRES: the quotation matches nowhere in the text, even with other line endings.
std::optional<NearMiss> near_miss(const Text& text, std::string_view quoted, WorkBudget& budget, const LineSet& likely = {});

}  // namespace kedge
