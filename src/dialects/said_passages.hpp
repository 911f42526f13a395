// Writes a change of a file as passages that can be found again: changed lines with enough lines around them that the quoted
// lines match in one place only.
#pragma once

#include <vector>

#include "contract/receipt.hpp"
#include "error/error.hpp"

namespace kedge {

struct SaidPassage {
  LineNo first;  // of `before`: where the quoted rows begin
  std::vector<PassageRow> rows;
};

// In file order, without overlaps. They quote nothing only in a file without lines. Refused (schema_invalid) if lines of text
// cannot express the change: line endings, a BOM or the end of the file differ, or a line cannot be written down.
Result<std::vector<SaidPassage>> said_passages(const FileOutcome& file);

// Refused (limit_exceeded) if there are more than a request may have. `what` counts them, in words.
Result<void> check_count(const FileOutcome& file, const std::vector<SaidPassage>& passages, std::string_view what);

// The rows of a new file, for formats in which each line ends in a line feed. Refused (schema_invalid) unless that makes it.
Result<std::vector<std::string>> said_new_file(const FileOutcome& file);

// The refusal for a change that a dialect cannot express.
std::unexpected<Error> cannot_be_said(const FileOutcome& file, std::string_view problem);

}  // namespace kedge
