// Rows of a file that are printed in an answer. Rows that a refusal is about count as shown from then on, so that a caller who
// looks at them can send the edit again. Rows that are only there to help do not count, because the caller may have written its
// next call before it saw them.
#pragma once

#include "plan/loaded_file.hpp"
#include "plan/session.hpp"

namespace kedge {

inline constexpr std::uint32_t rows_around = 3;         // around a line that a refusal is about
inline constexpr std::uint32_t rows_around_anchor = 2;  // around a line that the caller named

// "3", "3-5, 9".
std::string described(const LineSet& lines);

// Puts rows (in the caller's style, or numbered) and the file's version into the refusal's facts: as many as the answer has
// room for, from the first. Returns the rows that were printed; no others have been shown.
LineSet set_row_facts(const LoadedFile& file, const LineSet& lines, Error& refusal, RowStyle style = nullptr);
// The same, and into the refusal's text.
LineSet add_rows(const LoadedFile& file, const LineSet& lines, Error& refusal, RowStyle style = nullptr);
// The same, by the policy: if versions have tags, the tag goes into the facts as well, and the dialect composes the text.
LineSet add_rows(const Session& session, const LoadedFile& file, const LineSet& lines, Error& refusal, const Policy& policy);
// Marks rows that the refusal prints; they count as shown once it is sent.
void add_shown(const LoadedFile& file, const LineSet& lines, Error& refusal);
// The same for rows that were never shown. If they are too many for one answer, the refusal says how far it got, and the next
// one continues there.
void show_missing(const Session& session, const LoadedFile& file, const LineSet& missing, Error& refusal, const Policy& policy);

// A file that is deleted or replaced as a whole must have been shown to its last row (lines_not_shown).
Result<void> check_seen(const LoadedFile& file, const Session& session, const Policy& policy);

// Says that these lines have not been shown (lines_not_shown), then `more`. The caller of this function adds the rows.
Error not_shown(const LoadedFile& file, const LineSet& lines, std::string_view more = {});

// Refuses (binary_file) if a row cannot be shown because it has a NUL.
std::optional<Error> holding_nul(const LoadedFile& file, const LineSet& lines);

// Whether rows were printed with their numbers.
enum class Numbers : std::uint8_t { shown, not_shown };

// The one place where rows in refusals become shown rows, and misreadings are remembered; planning itself records nothing. Call
// it once for a refused call, before it is answered.
void record_refusal(const Session& session, const Request& request, const Error& refusal);
// What the caller knows from refusals of operations that it sends again.
Repeats repetition_of(const Session& session, const FileRequest& asked, const LoadedFile& file);

// Records that these rows of the current file were shown to the caller; rows that are too long, and `also_cut`, only in part.
void note_shown(const Session& session, const LoadedFile& file, const LineSet& lines, EventKind kind, Numbers numbers,
                const LineSet& also_cut = {});
// The lines that are in both.
LineSet common(const LineSet& one, const LineSet& other);

}  // namespace kedge
