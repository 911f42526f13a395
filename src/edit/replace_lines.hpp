// The only operation on lines: replace a line range by new lines. Inserting replaces an empty range, deleting replaces by
// nothing. Only this file decides which terminator a new line gets:
//   - a line that stays equal keeps its bytes;
//   - any other takes the terminator of the line it replaces, else of the neighbouring line, else the text's first, else LF;
//   - whether the text ends with a terminator does not change: a new last line after an unterminated one is
//     unterminated, and the line before it gets a terminator;
//   - in a text without lines every new line is terminated.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "edit/change_set.hpp"

namespace kedge {

using Rows = std::vector<std::string>;

// Splits content from a caller: rows are separated by LF or CRLF; one trailing newline ends the last row and does not add
// an empty one; "" is one empty row.
Rows rows_of(std::string_view content);

// One line operation. An empty span inserts before its line; `lean` says whether the caller named the line above the
// insertion or the one below.
struct LineEdit {
  LineSpan lines;
  Rows rows;  // none: delete
  int op = 0;
  Lean lean = Lean::below;
};

// REQUIRES: the span is inside the text.
Edit replace_lines(const Text& text, const LineEdit& edit);

// All operations of a call against one version. Refused if two overlap; insertions at one place keep their order.
Result<ChangeSet> replace_lines(const Text& text, std::vector<LineEdit> edits);

}  // namespace kedge
