// What placed passages make of a text. Lines that a passage keeps are not touched, however they were quoted. New rows get the
// terminators of the lines around them. They are taken byte for byte only if the passage says how lines end and its quoted rows
// agree with the file. So a diff made by a program is applied as the program meant it, and a model need not know about
// terminators.
#pragma once

#include <expected>
#include <span>
#include <string>
#include <vector>

#include "edit/change_set.hpp"
#include "edit/replace_lines.hpp"
#include "plan/place_passages.hpp"

namespace kedge {

// One passage as line edits, its new rows indented as the file is. The error is a phrase that says why the indentation is
// unclear.
std::expected<std::vector<LineEdit>, std::string> line_edits_of(const Text& text, const QuotedPassage& quoted,
                                                                const PlacedPassage& placed);

// Whether a passage says how lines end, or how the file ends: then it cannot be moved as lines alone.
bool is_about_bytes(const Passage& passage);

// The edits of a passage byte for byte, if it says how lines end and its quoted rows agree with these lines.
std::optional<std::vector<Edit>> byte_edits_of(const Text& text, const QuotedPassage& quoted, LineSpan lines);

// The changes and what a passage says about the last line break of the file, if new rows were written the way the file has
// them.
ChangeSet with_said_end(const Text& text, ChangeSet changes, const QuotedPassage& quoted);

}  // namespace kedge
