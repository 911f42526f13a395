// The lowest rung of the ladder: a block whose first and last line equal the quoted ones and whose middle nearly does. This is
// a guess, so it is only made when it is the only sensible one: the first and last line are distinctive, every middle line has
// its row, and no second place is nearly as good.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "edit/replace_lines.hpp"
#include "resolve/similarity.hpp"
#include "text/text.hpp"

namespace kedge {

// A block with more lines than the quotation: every quoted row has its line, and the other lines are not quoted. If the block
// is replaced, they go unmentioned, so the caller has to be asked.
struct WiderBlock {
  LineSpan lines;
  Rows rows;                     // the quotation, with the file's own text for lines that it leaves out: one row for each line
  std::vector<LineNo> unquoted;  // those lines
  double similarity = 0;         // the mean over all middle lines; a line that is not quoted counts 0
};

struct BlockMatch {
  std::optional<LineSpan> lines;                   // as many as quoted rows; none if no place is certain enough
  double similarity = 0;                           // of the best place: the mean over the middle rows
  double runner_up = 0;                            // of the next best; 0 if there is none
  std::string reason;                              // why there are no lines, in a short phrase; empty if there are
  std::optional<WiderBlock> wider = std::nullopt;  // if there are no lines: what fits with lines left out
};

// Whitespace at the ends of rows does not count. A place with a middle line less than half similar to its row cannot be the
// match, but can still make another match ambiguous.
BlockMatch block_match(const Text& text, const Rows& quoted, WorkBudget& budget);

}  // namespace kedge
