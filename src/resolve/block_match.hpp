// The lowest rung of the ladder: a block whose first and last line equal the quoted ones and whose middle nearly does. This is
// a guess, so it is only made when it is the only sensible one: the first and last line are distinctive, every middle line has
// its row, and no second place is nearly as good.
#pragma once

#include <optional>
#include <string>

#include "edit/replace_lines.hpp"
#include "resolve/similarity.hpp"
#include "text/text.hpp"

namespace kedge {

struct BlockMatch {
  std::optional<LineSpan> lines;  // as many as quoted rows; none if no place is certain enough
  double similarity = 0;          // of the best place: the mean over the middle rows
  double runner_up = 0;           // of the next best; 0 if there is none
  std::string reason;             // why there are no lines, in a short phrase; empty if there are
};

// Whitespace at the ends of rows does not count. A place with a middle line less than half similar to its row cannot be the
// match, but can still make another match ambiguous.
BlockMatch block_match(const Text& text, const Rows& quoted, WorkBudget& budget);

}  // namespace kedge
