// One file and what others and we do to it: the texts and edits that the operations are measured on.
#pragma once

#include <vector>

#include "edit/replace_lines.hpp"

namespace kedge::bench {

// What somebody else did to the file between the moment it was shown and now.
enum class Foreign {
  changed_elsewhere,  // one line changed, below ours
  inserted_above,     // one line inserted, above ours
  far_apart,          // one line changed near the top, one inserted near the bottom
  scattered,          // a hundred lines changed, evenly spread
};

// The source-like text of that many lines; kept, so that asking again is cheap.
const Text& shown(std::uint32_t lines);

std::vector<LineEdit> foreign_edits(const Text& text, Foreign what);

// A line in the middle of the file that occurs in every function: only its surroundings say which one it is.
LineNo our_line(const Text& text);

// We replace that line by one row.
std::vector<LineEdit> our_edit(const Text& text);

// We replace that many lines, evenly spread, and never one that foreign_edits touches.
std::vector<LineEdit> our_edits(const Text& text, std::uint32_t count);

// REQUIRES: the edits do not overlap.
ChangeSet changes(const Text& text, std::vector<LineEdit> edits);

}  // namespace kedge::bench
