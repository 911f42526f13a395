// Where else a diff's hunk could have stood. When a } is added to a run of }s, the diff must name one of several
// equally right places; a line inside that stretch cannot be told from its equals, so recovery refuses to edit it.
#pragma once

#include <vector>

#include "edit/diff.hpp"

namespace kedge {

// A hunk at the lowest place that it can be pushed to, and all lines of the old text that it covers on its way from the
// highest to the lowest.
struct Slide {
  Hunk hunk;
  LineSpan stretch;
  bool of_several = false;  // hunks that can be pushed into each other and were taken as one

  // The lines that are kept as the hunk stands and would not be, or would be others, if it stood higher.
  LineSpan in_doubt() const { return {stretch.first, hunk.before.first}; }
};

// One for each hunk that is left after hunks that can be pushed into each other are taken as one.
// REQUIRES: hunks are those of a diff of the two texts under `key`.
std::vector<Slide> slides(const Text& before, const Text& after, const std::vector<Hunk>& hunks, LineKey key);

// The same change with each hunk pushed down as far as it goes, so that equal texts give equal diffs.
std::vector<Hunk> settled_low(const Text& before, const Text& after, const std::vector<Hunk>& hunks, LineKey key);

}  // namespace kedge
