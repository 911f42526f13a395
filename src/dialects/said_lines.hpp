// A change of a file as operations on its lines, for dialects that name lines.
#pragma once

#include <vector>

#include "contract/receipt.hpp"
#include "edit/replace_lines.hpp"

namespace kedge {

// Over `before`, in the order of the file, none touching another. Refused (schema_invalid) where the change cannot be said by
// lines of text: line endings, a BOM or the end of the file differ, or a line cannot be written down.
Result<std::vector<LineEdit>> said_lines(const FileOutcome& file);

// Refused likewise unless these make of `before` what `after` is: lines that are written again beside new ones may get other
// endings than they had.
Result<void> check_said(const FileOutcome& file, std::vector<LineEdit> edits);

// Two of them, and the lines between them, as one. REQUIRES: the second stands below the first.
LineEdit joined(const Text& text, LineEdit first, const LineEdit& second);

// The content of a new file in terms of rows, each of which ends in LF. Refused likewise.
Result<Rows> said_rows_of_new_file(const FileOutcome& file);

// Refused (schema_invalid) unless it is one file that is changed and keeps its name, for dialects that have no words for more.
Result<void> check_one_changed_file(std::span<const FileOutcome> files);

}  // namespace kedge
