// A change of a file as passages that can be found again: changed lines with lines around them, as many as it takes for the
// quoted lines to stand at one place only.
#pragma once

#include <vector>

#include "contract/receipt.hpp"
#include "error/error.hpp"

namespace kedge {

struct SaidPassage {
  LineNo first;  // of `before`: where the quoted rows begin
  std::vector<PassageRow> rows;
};

// In the order of the file, none overlapping. Only in a file without lines do they quote nothing. Refused (schema_invalid)
// where the change cannot be said by lines of text: line endings, a BOM or the end of the file differ, or a line cannot be
// written down.
Result<std::vector<SaidPassage>> said_passages(const FileOutcome& file);

// The refusal for what a dialect has no words for.
Error cannot_be_said(const FileOutcome& file, std::string_view problem);

}  // namespace kedge
