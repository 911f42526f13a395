// The only line verb: replace a half-open span of lines by rows. Inserting replaces an empty span, deleting replaces by
// no rows. Here, and nowhere else, it is decided which terminator a new row gets:
//   - a row that stays equal keeps its own bytes;
//   - another takes the terminator of the line it replaces, else of the neighbouring line, else the text's first, else LF;
//   - whether the text ends in a terminator does not change: the last row behind an unterminated last line is
//     unterminated, and the line before it gets a terminator;
//   - in a text without lines every row is terminated.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "edit/change_set.hpp"

namespace kedge {

using Rows = std::vector<std::string>;

// Content as a caller sends it: rows separated by LF or CRLF; one trailing newline ends the last row and adds no empty
// one; "" is one empty row.
Rows rows_of(std::string_view content);

// One line operation over some version of a text. An empty span inserts before its line; `lean` says whether the
// insertion was named by the line above it or by the one below.
struct LineEdit {
  LineSpan lines;
  Rows rows;  // none: delete
  int op = 0;
  Lean lean = Lean::below;
};

// REQUIRES: the span lies within the text.
Edit replace_lines(const Text& text, const LineEdit& edit);

// All operations of a call against one version: refused where two overlap; insertions at one place keep their order.
Result<ChangeSet> replace_lines(const Text& text, std::vector<LineEdit> edits);

}  // namespace kedge
