// Lines that stand elsewhere now, or under another header, and are the same all the same: told by what stands around them.
// Blank lines do not count as surroundings.
#pragma once

#include "text/text.hpp"

namespace kedge {

// Whether some lines of the one version are those lines of the other because a block around them was cut out and put in
// elsewhere: the block is of two lines that say something at least, or of three of which one does; the three lines above and
// below it then stand together now, and those above and below it now stood together then, blank lines aside. REQUIRES: `lines`
// and `lines_now` are not empty, hold the same contents, and these stand nowhere else in either version.
bool moved_as_block(const Text& then, LineSpan lines, const Text& now, LineSpan lines_now);

// Whether the lines stand between the same three lines on either side, then and now, and all of these together say something in
// two lines at least: a place that is told by itself and by its surroundings, whatever happened further away.
// REQUIRES: as above.
bool same_surroundings(const Text& then, LineSpan lines, const Text& now, LineSpan lines_now);

}  // namespace kedge
