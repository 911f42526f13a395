// Where a text does not parse.
#pragma once

#include <vector>

#include "syntax/parse_tree.hpp"
#include "syntax/syntax.hpp"

namespace kedge {

// In order, at most `limit`. What stands inside of an error is not told again.
std::vector<SyntaxError> syntax_errors(const ParseTree& tree, std::size_t limit = 100);

}  // namespace kedge
