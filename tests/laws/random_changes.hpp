// Random edits, and edits as a failed law shows them.
#pragma once

#include <iosfwd>
#include <string>
#include <vector>

#include "edit/change_set.hpp"
#include "laws/random_source.hpp"

namespace kedge::laws {

// Anywhere in the text, in any order; many of them overlap.
std::vector<Edit> random_edits(Random& random, const Text& text);
// Disjoint and in order; some touch, some insert at one place, some change nothing.
ChangeSet random_changes(Random& random, const Text& text);

// The bytes of the text with every edit spliced in from the last to the first. REQUIRES: sorted and disjoint.
std::string spliced(std::string bytes, std::span<const Edit> edits);

std::string shown(std::string_view bytes);
std::string shown(const Text& text);
std::string shown(std::span<const Edit> edits);
inline std::string shown(const ChangeSet& changes) { return shown(changes.edits()); }

}  // namespace kedge::laws
