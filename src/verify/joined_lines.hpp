// A quotation that begins or ends with a line break, replaced by text that does not: the neighbouring line ends up on the same
// line. Models often drop such a newline, and hardly ever mean to join two lines this way.
#pragma once

#include <vector>

#include "edit/substitute.hpp"
#include "verify/finding.hpp"

namespace kedge {

std::vector<Finding> joined_lines(const Text& before, const std::vector<Substitution>& substitutions);

}  // namespace kedge
