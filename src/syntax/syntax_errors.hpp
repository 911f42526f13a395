// Where a text does not parse.
#pragma once

#include <vector>

#include "syntax/parse_tree.hpp"
#include "syntax/syntax.hpp"

namespace kedge {

// In order, at most `limit`. Errors inside another error are not reported.
std::vector<SyntaxError> syntax_errors(const ParseTree& tree, std::size_t limit = 100);

}  // namespace kedge
