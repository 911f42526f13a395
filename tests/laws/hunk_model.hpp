// Hunks as a reader would carry them out: on lists of lines, one line at a time.
#pragma once

#include <string>
#include <vector>

#include "edit/diff.hpp"

namespace kedge::laws {

using Lines = std::vector<std::string>;

Lines lines_of(const Text& text, LineKey key);

// The old lines with each hunk replaced by lines of the new text. REQUIRES: sorted and disjoint.
Lines replaced(const Lines& before, const Lines& after, const std::vector<Hunk>& hunks);

}  // namespace kedge::laws
