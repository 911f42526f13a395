// Rows indented with spaces in a file that uses tabs throughout, or the other way round: models that read tabs as spaces send
// these.
#pragma once

#include <optional>

#include "edit/change_set.hpp"
#include "verify/finding.hpp"

namespace kedge {

// Only if the file leaves no doubt: at least ten lines are indented, all of them alike. A single space is not indentation but
// part of a comment. Only a warning, because files do mix them.
std::optional<Finding> foreign_indentation(const Text& before, const Text& after, const ChangeSet& changes);

}  // namespace kedge
