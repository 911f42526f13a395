// A diff whose rows can be used for the next edit: what was removed, and around it the rows of the new text as the caller's
// dialect shows them.
#pragma once

#include <span>
#include <string>

#include "contract/row_style.hpp"
#include "edit/diff.hpp"

namespace kedge {

// `-` before removed rows, `+` before new ones, a blank before those around them; `…` for what is left out. `old_row` and
// `new_row` print rows of either text.
std::string local_diff(const Text& after, std::span<const Hunk> hunks, const RowPrinter& old_row, const RowPrinter& new_row,
                       PreviewShape shape = {});

}  // namespace kedge
