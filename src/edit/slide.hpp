// Where else a hunk of a diff could be. When a } is added to a run of }s, the diff has to pick one of several equally
// good places. A line among these cannot be told from its equals, so a stale edit of it is refused.
#pragma once

#include <vector>

#include "edit/diff.hpp"

namespace kedge {

// A hunk at the lowest place that it can slide to, and all lines of the old text between its highest and its lowest place.
struct Slide {
  Hunk hunk;
  LineSpan stretch;
  bool of_several = false;  // several hunks that can slide into each other, taken as one

  // The lines that are kept now, but would be changed or paired with other lines if the hunk were higher.
  LineSpan in_doubt() const { return {stretch.first, hunk.before.first}; }
};

// Hunks that can slide into each other are merged first.
// REQUIRES: hunks are those of a diff of the two texts under `key`.
std::vector<Slide> slides(const Text& before, const Text& after, const std::vector<Hunk>& hunks, LineKey key);

// The same change with each hunk as low as possible, so that equal texts give equal diffs.
std::vector<Hunk> settled_low(const Text& before, const Text& after, const std::vector<Hunk>& hunks, LineKey key);

}  // namespace kedge
