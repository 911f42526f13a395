// Rows that are indented with spaces in a file that is indented with tabs throughout, or the other way round: what a model
// sends that reads tabs as spaces.
#pragma once

#include <optional>

#include "edit/change_set.hpp"
#include "verify/finding.hpp"

namespace kedge {

// Only where the file leaves no doubt: at least ten lines are indented, and all of them alike. A single space is no indentation
// but part of a comment. A warning: files do mix them.
std::optional<Finding> foreign_indentation(const Text& before, const Text& after, const ChangeSet& changes);

}  // namespace kedge
