// What a caller is told whose passage has no place, or not provably the one that was meant: the nearest region, the candidates,
// and where it can be said, the passage as it would have to be sent.
#pragma once

#include "plan/placed_passages.hpp"
#include "plan/shown_versions.hpp"

namespace kedge {

// no_match, multiple_matches, overlapping_operations (out of order) or patch_syntax (quotes nothing), with the passage that is
// proposed instead in the fact `corrected_passage`: {rows: [{fate, text}], line}.
Error misfit_refusal(const LoadedFile& file, ShownVersions& shown, const QuotedPassage& quoted, const Misfit& misfit,
                     const Policy& policy);

// It fits but for its indentation, and new rows cannot be indented accordingly.
Error unclear_indentation(const LoadedFile& file, ShownVersions& shown, const QuotedPassage& quoted, LineSpan lines,
                          const std::string& why, const Policy& policy);

// A row that carries the prefix of what was shown, in the quotation or in the new text.
std::optional<Error> pasted_rows(const LoadedFile& file, ShownVersions& shown, const QuotedPassage& quoted,
                                 const Policy& policy);

}  // namespace kedge
