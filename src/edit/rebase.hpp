// Moves one change set over another. Both were made against the same base and are known exactly.
//
//   rebase(mine, theirs).apply(theirs.apply(x)) == rebase(theirs, mine).apply(mine.apply(x))
//   and both succeed or both refuse; rebase(mine, nothing) == mine
#pragma once

#include "edit/change_set.hpp"

namespace kedge {

// Refused (conflict) if an edit of mine and one of theirs change the same bytes, if one inserts strictly inside
// what the other replaces, or if both insert at one place without leaning to different sides.
// REQUIRES: both are over `base`.
Result<ChangeSet> rebase(const Text& base, const ChangeSet& mine, const ChangeSet& theirs);

}  // namespace kedge
