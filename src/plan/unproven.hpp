// What a caller is told whose quotation fits, though not provably where it was shown. One wording for quoted text and quoted
// lines.
#pragma once

#include "plan/shown_rows.hpp"

namespace kedge {

enum class Quotes : std::uint8_t { text, lines };

// It was shown at that line, and fits at these now, and nobody can say that it is the same place (match_moved). The places,
// which count as shown from then on, stand in the refusal with the rows `beside`.
Error not_the_same_place(const LoadedFile& file, Quotes quotes, LineNo shown_line, const LineSet& now, const LineSet& beside,
                         const std::string& reason);

// It fits but for blanks or typography, and the lines were never shown (file_not_read). They are from then on. `op` is from 1.
Error fits_unseen(const LoadedFile& file, Quotes quotes, const LineSet& lines, MatchMode mode,
                  std::optional<int> op = std::nullopt);

}  // namespace kedge
