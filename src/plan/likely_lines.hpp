// Where lines that were shown seem to stand in the file as it is: for a caller whose edit could not be proven to look at. A
// guess, and nothing is ever written because of it.
#pragma once

#include "text/line_set.hpp"
#include "text/text.hpp"

namespace kedge {

// Lines of `now` for those of `shown`: the only place that reads like them and their neighbours; else neighbours that
// occur once, and what stands between them; else those of the same numbers. Of many parts or large texts, only the first are
// looked for.
LineSet likely_lines(const Text& shown, const Text& now, const LineSet& lines);

}  // namespace kedge
