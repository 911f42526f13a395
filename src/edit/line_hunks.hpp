// A known change set in terms of whole lines, without looking for the change again: only the rows of each edit are held
// against the lines they replace, so that rows which were written back as they stood count as kept.
#pragma once

#include "edit/diff.hpp"

namespace kedge {

// REQUIRES: after == changes.apply(before).
std::vector<Hunk> line_hunks(const Text& before, const Text& after, const ChangeSet& changes, LineKey key);

}  // namespace kedge
