// The rows that a caller wants to see after an edit: what changed, a little around it, and numbers that can be used for
// the next edit. Removed rows are not shown (they cannot be named any more); long new stretches are cut in the middle.
#pragma once

#include <span>
#include <string>

#include "contract/row_style.hpp"
#include "edit/diff.hpp"

namespace kedge {

struct PreviewRow {
  enum class Kind { kept, added, left_out };
  Kind kind = Kind::kept;
  LineSpan lines;  // of the new text; one line, or those that are left out
};

std::vector<PreviewRow> preview_rows(const Text& after, std::span<const Hunk> hunks, PreviewShape shape = {});

// Whether rows are left out of what preview() made.
bool leaves_out(std::string_view preview);

// One row to a line; `…` stands for rows that are left out.
std::string preview(std::span<const PreviewRow> rows, const RowPrinter& print);

}  // namespace kedge
