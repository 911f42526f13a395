// The lowest rung: a block whose first and last line are the quoted ones and whose middle is nearly so. A guess, and
// therefore bound to conditions that make it the only sensible one: anchors that say something, a middle in which every
// line has its row, and no second place that is nearly as good.
#pragma once

#include <optional>
#include <string>

#include "edit/replace_lines.hpp"
#include "resolve/similarity.hpp"
#include "text/text.hpp"

namespace kedge {

struct BlockMatch {
  std::optional<LineSpan> lines;  // as many as there are quoted rows; nothing if no place is sure enough
  double similarity = 0;          // of the best place: the mean over the middle rows
  double runner_up = 0;           // of the next best; 0 if there is none
  std::string reason;             // why there are no lines, in a short phrase; empty if there are
};

// Blanks at the ends of rows do not count. A place in which some middle line is less than half alike its row cannot be the
// match, but still stands in the way of one.
BlockMatch block_match(const Text& text, const Rows& quoted, WorkBudget& budget);

}  // namespace kedge
