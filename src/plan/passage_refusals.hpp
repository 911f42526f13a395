// Refusals of passages that match nowhere, or not provably the place that was meant: with the nearest region, the candidates
// and, if possible, the passage as it would have to be sent.
#pragma once

#include "plan/placed_passages.hpp"
#include "plan/shown_versions.hpp"

namespace kedge {

// no_match, multiple_matches, overlapping_operations (out of order) or patch_syntax (quotes nothing). The fact
// `corrected_passage` proposes what to send instead: {rows: [{fate, text}], line}.
Error misfit_refusal(const LoadedFile& file, ShownVersions& shown, const QuotedPassage& quoted, const Misfit& misfit,
                     const Policy& policy);

// Matches except for indentation, and it is unclear how to indent the new rows.
Error unclear_indentation(const LoadedFile& file, ShownVersions& shown, const QuotedPassage& quoted, LineSpan lines,
                          const std::string& why, const Policy& policy);

// Refuses if a quoted or new row carries the prefix of a shown row.
std::optional<Error> pasted_rows(const LoadedFile& file, ShownVersions& shown, const QuotedPassage& quoted,
                                 const Policy& policy);

}  // namespace kedge
