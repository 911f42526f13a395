// Finds the lines of the construct that begins on a line (docs/constructs.md).
//
// Many nodes can begin at one place: a body, its first statement, the expression in it, a name. Bodies are skipped, because
// they only begin where their first element does. Then the outermost node decides: either it is in the language's list, or
// there is no construct. So a first statement gives that statement, a first key that key, and never anything larger than what
// begins at the first character of the line.
//
// There is no construct if its last line has other code on it, if the line begins with something that closes another one, if it
// contains a syntax error, or if its decorators begin on an earlier line.
#pragma once

#include "syntax/parse_tree.hpp"
#include "syntax/roles.hpp"
#include "syntax/syntax.hpp"

namespace kedge {

// REQUIRES: the tree is of this text, the roles of its language.
Block block_at(const ParseTree& tree, const Roles& roles, const Text& text, LineNo line);

}  // namespace kedge
