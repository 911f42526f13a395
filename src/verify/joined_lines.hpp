// A quotation that ends in a line break, replaced by text that does not: the next line ends up on the same line. Models often
// drop the last newline, and hardly ever mean to join two lines this way.
#pragma once

#include <vector>

#include "edit/substitute.hpp"
#include "verify/finding.hpp"

namespace kedge {

std::vector<Finding> joined_lines(const Text& before, const std::vector<Substitution>& substitutions);

}  // namespace kedge
