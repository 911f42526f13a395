// Refusals for a quotation that matches, but not provably where it was shown. The same wording for quoted text and quoted
// lines.
#pragma once

#include "plan/shown_rows.hpp"

namespace kedge {

enum class Quotes : std::uint8_t { text, lines };

// Was shown at `shown_line` and matches at `now`, and nothing proves that it is the same place (match_moved). The refusal
// prints the places, which count as shown from then on, and the rows `beside`.
Error not_the_same_place(const LoadedFile& file, Quotes quotes, LineNo shown_line, const LineSet& now, const LineSet& beside,
                         const std::string& reason);

// Matches except for whitespace or typography, and the lines were never shown (file_not_read). They count as shown from then
// on. `op` counts from 1.
Error fits_unseen(const LoadedFile& file, Quotes quotes, const LineSet& lines, MatchMode mode,
                  std::optional<int> op = std::nullopt);

}  // namespace kedge
