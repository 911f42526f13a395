// What the words of a text are, for people who look at it. Grammars name their nodes alike, so one table serves all of them.
#pragma once

#include <vector>

#include "syntax/parse_tree.hpp"
#include "syntax/syntax.hpp"

namespace kedge {

// In order, apart from each other, at most `limit`.
std::vector<SyntaxToken> syntax_tokens(const ParseTree& tree, std::size_t limit = 200'000);

}  // namespace kedge
