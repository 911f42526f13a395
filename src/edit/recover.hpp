// Moves a stale edit onto the current file, or refuses it. Each part has its own proof and its own offset. This is not a
// merge: an edit is placed, never altered.
#pragma once

#include <vector>

#include "edit/drift.hpp"
#include "edit/line_map.hpp"
#include "edit/replace_lines.hpp"

namespace kedge {

// Turns line operations over drift.shown() into the same operations over drift.current(). New lines take their
// terminators from the current version, later. An insertion follows the line that it leans on; at an edge of the
// file it stays there. All unproven operations are refused together, with the code `stale`.
Result<std::vector<LineEdit>> recover(const Drift& drift, const std::vector<LineEdit>& edits, Code stale);
// The same over changes that are known exactly.
Result<std::vector<LineEdit>> recover(const LineMap& lines, const std::vector<LineEdit>& edits, Code stale);

// Places the difference between base and mine into theirs, or refuses (conflict). Both differences are found by a diff and
// thus guesses, so mine has to be unambiguous, too.
Result<ChangeSet> rebase_texts(const Text& base, const Text& mine, const Text& theirs);

}  // namespace kedge
