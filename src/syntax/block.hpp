// Which lines the block that begins on a line takes: the innermost construct that a person would name there, as whole lines.
//
// The grammar knows many nodes that begin at one place: a body, its first statement, the expression in it, a name. Bodies are
// passed over, because they merely begin with their first element; then the outermost node decides, and either it is in the
// language's list or there is no block. So a first statement is that statement, a first key that key, and nothing larger is
// ever taken than what begins at the very first character of the line.
//
// A block is refused rather than bent: if something else stands on its last line, if the line begins with what closes
// something, if it holds an error, if it is the part of a construct below its decorators.
#pragma once

#include "syntax/parse_tree.hpp"
#include "syntax/roles.hpp"
#include "syntax/syntax.hpp"

namespace kedge {

// REQUIRES: the tree is of this text, the roles of its language.
Block block_at(const ParseTree& tree, const Roles& roles, const Text& text, LineNo line);

}  // namespace kedge
