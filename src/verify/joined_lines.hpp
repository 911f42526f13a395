// A quotation with its line break, a replacement without one: the line that follows ends up on the same line. Models drop the
// last newline often; hardly ever do they mean to join two lines this way.
#pragma once

#include <vector>

#include "edit/substitute.hpp"
#include "verify/finding.hpp"

namespace kedge {

std::vector<Finding> joined_lines(const Text& before, const std::vector<Substitution>& substitutions);

}  // namespace kedge
