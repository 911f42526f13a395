// What to tell when a quotation stands nowhere: the region of the text that it is most likely about, and the first thing
// there that is not as quoted.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "resolve/similarity.hpp"
#include "text/text.hpp"

namespace kedge {

struct NearMiss {
  LineSpan lines;          // the region
  LineNo differs;          // its first line that is not as quoted
  std::string quoted_row;  // the row that should stand there and the line that does, with what cannot be seen made visible;
  std::string file_row;    // long ones are cut around the difference
  std::string why;         // a short phrase
};

// Nothing if no region is alike, or none was found within the budget.
// REQUIRES: the quotation stands nowhere in the text, line endings aside.
std::optional<NearMiss> near_miss(const Text& text, std::string_view quoted, WorkBudget& budget);

}  // namespace kedge
