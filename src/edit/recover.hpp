// Moving an edit that was made against the shown version onto the file as it is now, each part by its own proof and with
// its own offset, or refusing it. Nothing here is a merge: no edit is ever altered, only placed.
#pragma once

#include <vector>

#include "edit/drift.hpp"
#include "edit/replace_lines.hpp"

namespace kedge {

// Line operations over drift.shown() become the same operations over drift.current(). The new rows get their
// terminators from the current version when they are lowered. An insertion follows the line that it leans on; leaning
// on an edge of the file, it stays there. Refused under `stale`, all unproven operations together.
Result<std::vector<LineEdit>> recover(const Drift& drift, const std::vector<LineEdit>& edits, Code stale);

// The difference between base and mine, placed into theirs: what both sides did, or a refusal (conflict). Both
// differences are guesses, so mine has to be unambiguous, too.
Result<ChangeSet> rebase_texts(const Text& base, const Text& mine, const Text& theirs);

}  // namespace kedge
