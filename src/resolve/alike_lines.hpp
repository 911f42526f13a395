// Which lines of a text are worth comparing with a row: those that share many of its three-byte pieces. One pass at the
// speed of reading, so that the costly comparison is made for a few lines of a large file only.
#pragma once

#include <vector>

#include "resolve/similarity.hpp"
#include "text/text.hpp"

namespace kedge {

// At most `most` lines, those that hold the greatest part of the row first; among equals the one nearest in length, then the
// upper one. None that holds less than a fifth. The case of ASCII letters does not count.
std::vector<LineNo> alike_lines(const Text& text, std::string_view row, std::size_t most, WorkBudget& budget);

}  // namespace kedge
