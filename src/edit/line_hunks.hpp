// Converts a known change set into line hunks without a diff of the whole texts: only the new lines of each edit are
// compared with the lines they replace, so that lines which were written back unchanged count as kept.
#pragma once

#include "edit/diff.hpp"

namespace kedge {

// REQUIRES: after == changes.apply(before).
std::vector<Hunk> line_hunks(const Text& before, const Text& after, const ChangeSet& changes, LineKey key);

}  // namespace kedge
