// Picks the lines of a text that are worth comparing with a row: those that share many of its three-byte pieces. One pass at
// reading speed, so that only a few lines of a large file need the costly comparison.
#pragma once

#include <vector>

#include "resolve/similarity.hpp"
#include "text/text.hpp"

namespace kedge {

// At most `most` lines, those that contain the largest part of the row first; among equals the one nearest in length, then the
// upper one. Lines that contain less than a fifth are left out. The case of ASCII letters does not count.
std::vector<LineNo> alike_lines(const Text& text, std::string_view row, std::size_t most, WorkBudget& budget);

}  // namespace kedge
