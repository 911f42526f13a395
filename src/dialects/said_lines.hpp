// Writes a change of a file as operations on its lines, for dialects that name lines.
#pragma once

#include <vector>

#include "contract/receipt.hpp"
#include "edit/replace_lines.hpp"

namespace kedge {

// Edits of `before`, in file order, not touching each other. Refused (schema_invalid) if lines of text cannot express the
// change: line endings, a BOM or the end of the file differ, or a line cannot be written down.
Result<std::vector<LineEdit>> said_lines(const FileOutcome& file);

// Refused in the same way unless these edits turn `before` into `after`: lines that are rewritten next to new ones may get
// different line endings.
Result<void> check_said(const FileOutcome& file, std::vector<LineEdit> edits);

// Joins two edits and the lines between them. REQUIRES: the second is below the first.
LineEdit joined(const Text& text, LineEdit first, const LineEdit& second);

// The rows of a new file, each ending in LF. Refused in the same way.
Result<Rows> said_rows_of_new_file(const FileOutcome& file);

// Refused (schema_invalid) unless exactly one file is changed and keeps its name, for dialects that cannot express more.
Result<void> check_one_changed_file(std::span<const FileOutcome> files);

}  // namespace kedge
