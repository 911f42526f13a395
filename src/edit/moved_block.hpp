// Recognises lines that are now elsewhere, or under another header, by the lines around them. Blank lines do not count as
// surroundings.
#pragma once

#include "text/text.hpp"

namespace kedge {

// Whether a block around these lines was cut out and put in elsewhere. The block must have at least two lines with a word in
// them, or three lines of which one has a word. The three lines above and below its old place must be adjacent now, and
// those above and below its new place must have been adjacent before, blank lines aside. REQUIRES: `lines`
// and `lines_now` are not empty, have the same contents, and these occur nowhere else in either version.
bool moved_as_block(const Text& then, LineSpan lines, const Text& now, LineSpan lines_now);

// Whether the lines have the same three neighbours on either side in both versions, and at least two of all these lines have a
// word in them. Then the place is identified by itself and its surroundings, whatever happened further away.
// REQUIRES: as above.
bool same_surroundings(const Text& then, LineSpan lines, const Text& now, LineSpan lines_now);

}  // namespace kedge
