// The lines that a caller wants to see after an edit: what changed with some context, and numbers that can be used for
// the next edit. Removed lines are not shown; long runs of new lines are cut in the middle.
#pragma once

#include <span>
#include <string>

#include "contract/row_style.hpp"
#include "edit/diff.hpp"

namespace kedge {

struct PreviewRow {
  enum class Kind { kept, added, left_out };
  Kind kind = Kind::kept;
  LineSpan lines;  // of the new text; one line, or those omitted
};

std::vector<PreviewRow> preview_rows(const Text& after, std::span<const Hunk> hunks, PreviewShape shape = {});

// Whether preview() omitted lines.
bool leaves_out(std::string_view preview);

// One row per line; `…` for omitted ones.
std::string preview(std::span<const PreviewRow> rows, const RowPrinter& print);

}  // namespace kedge
