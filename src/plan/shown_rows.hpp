// Rows of a file that stand in an answer. Those that a refusal is about count as shown from then on, so that a caller who looks
// at them can send the edit again; those that are there to help do not, because the next call may have been made before.
#pragma once

#include "plan/loaded_file.hpp"
#include "plan/session.hpp"

namespace kedge {

inline constexpr std::uint32_t rows_around = 3;         // of a line that a refusal is about
inline constexpr std::uint32_t rows_around_anchor = 2;  // of a line that the caller named

// "3", "3-5, 9".
std::string described(const LineSet& lines);

// Puts the rows, in the caller's style or numbered, and the file's version into the refusal's facts: as many as the answer has
// room for, the first ones first. Gives those that were printed: no others have been shown.
LineSet set_row_facts(const LoadedFile& file, const LineSet& lines, Error& refusal, RowStyle style = nullptr);
// The same, and into its text.
LineSet add_rows(const LoadedFile& file, const LineSet& lines, Error& refusal, RowStyle style = nullptr);
// As the policy has it: where versions have tags, the tag goes into the facts, too, and the dialect puts the text together.
LineSet add_rows(const Session& session, const LoadedFile& file, const LineSet& lines, Error& refusal, const Policy& policy);
// The refusal shows these rows: they count as shown when it is sent.
void add_shown(const LoadedFile& file, const LineSet& lines, Error& refusal);
// The same of rows that were never shown and are from then on. Where there are too many of them for one answer, the refusal
// says how far it came, and the next one goes on from there.
void show_missing(const Session& session, const LoadedFile& file, const LineSet& missing, Error& refusal, const Policy& policy);

// A file that goes, or is replaced as a whole, has to have been shown to its last row (lines_not_shown).
Result<void> check_seen(const LoadedFile& file, const Session& session, const Policy& policy);

// These lines have not been shown (lines_not_shown); `more` goes behind that. The rows are for the caller to add.
Error not_shown(const LoadedFile& file, const LineSet& lines, std::string_view more = {});

// Rows that cannot be shown because they hold a NUL (binary_file).
std::optional<Error> holding_nul(const LoadedFile& file, const LineSet& lines);

// Whether the rows stood beside their numbers.
enum class Numbers : std::uint8_t { shown, not_shown };

// The one place where rows of refusals become rows that were shown, and misreadings are remembered: planning itself records
// nothing. For the call that was refused, once and before it is answered.
void record_refusal(const Session& session, const Error& refusal);

// Notes that these rows of the file, as it is, were put before the caller; those that are too long, and `also_cut`,
// only in part.
void note_shown(const Session& session, const LoadedFile& file, const LineSet& lines, EventKind kind, Numbers numbers,
                const LineSet& also_cut = {});
// The lines that are in both.
LineSet common(const LineSet& one, const LineSet& other);

}  // namespace kedge
