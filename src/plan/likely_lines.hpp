// Guesses where shown lines are in the current file, to show them to a caller whose edit could not be proven. Nothing is ever
// written because of this guess.
#pragma once

#include "text/line_set.hpp"
#include "text/text.hpp"

namespace kedge {

// The lines of `now` that correspond to `lines` of `shown`: the only place that reads like them and their neighbours, for a
// range that was torn apart the places of its parts; otherwise what is between neighbours that occur once; otherwise the same
// line numbers. With many parts or large texts, only the first are looked for.
LineSet likely_lines(const Text& shown, const Text& now, const LineSet& lines);

}  // namespace kedge
