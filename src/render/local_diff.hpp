// A diff whose rows can be used for the next edit: removed lines, and the lines of the new text as the caller's dialect shows
// them.
#pragma once

#include <span>
#include <string>

#include "contract/row_style.hpp"
#include "edit/diff.hpp"

namespace kedge {

// `-` before removed lines, `+` before new ones, a space before context; `…` for omitted ones. `old_row` and
// `new_row` print the lines of either text.
std::string local_diff(const Text& after, std::span<const Hunk> hunks, const RowPrinter& old_row, const RowPrinter& new_row,
                       PreviewShape shape = {});

}  // namespace kedge
