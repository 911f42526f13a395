// Rows of a file that stand in an answer. Those that a refusal is about count as shown from then on, so that a caller who looks
// at them can send the edit again; those that are there to help do not, because the next call may have been made before.
#pragma once

#include "engine/loaded_file.hpp"
#include "engine/session.hpp"

namespace kedge {

inline constexpr std::uint32_t rows_around = 3;  // of a line that a refusal is about

// "3", "3-5, 9".
std::string described(const LineSet& lines);

// Puts the rows, numbered, and the file's version into the refusal's facts. Of many only the first and last are printed.
void set_row_facts(const LoadedFile& file, const LineSet& lines, Error& refusal);
// The same, and into its text.
void add_rows(const LoadedFile& file, const LineSet& lines, Error& refusal);

// Whether the rows stood beside their numbers.
enum class Numbers : std::uint8_t { shown, not_shown };

// Notes that these rows of the file, as it is, were put before the caller.
void note_shown(const Session& session, const LoadedFile& file, const LineSet& lines, EventKind kind, Numbers numbers);

}  // namespace kedge
