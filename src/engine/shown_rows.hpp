// Rows of a file that stand in an answer. Those that a refusal is about count as shown from then on, so that a caller who looks
// at them can send the edit again; those that are there to help do not, because the next call may have been made before.
#pragma once

#include "engine/loaded_file.hpp"
#include "engine/session.hpp"

namespace kedge {

inline constexpr std::uint32_t rows_around = 3;  // of a line that a refusal is about

// Appends the rows, numbered, to the refusal's text and facts. Of many only the first and last are printed.
void add_rows(const LoadedFile& file, const LineSet& lines, Error& refusal);

// Notes that these rows of the file, as it is, were put before the caller.
void note_shown(const Session& session, const LoadedFile& file, const LineSet& lines, EventKind kind);

}  // namespace kedge
