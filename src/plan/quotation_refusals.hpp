// Refusals of quotations that match nowhere, or not provably the place that was meant: with the nearest region, the candidates
// and, if possible, what would have to be sent instead.
#pragma once

#include "plan/located.hpp"
#include "plan/place_passages.hpp"
#include "plan/propose_passage.hpp"
#include "resolve/block_match.hpp"

namespace kedge {

// A quotation that is not in the current file, or not as it has to be.
Error text_refusal(const FileTask& task, const Match& match, const std::string& body, const Misfit& misfit);
Error passage_refusal(const FileTask& task, const QuotedPassage& quoted, const Misfit& misfit);
// A block that matches has lines that the quotation leaves out (safety_check_failed); they are shown.
Error leaves_lines_out(const LoadedFile& file, const WiderBlock& block);

Error too_much_alike(const LoadedFile& file);

// Refuses if a quoted or new row carries the prefix of a shown row.
std::optional<Error> pasted_passage(const FileTask& task, const QuotedPassage& quoted);

// Was shown at `shown_line` and matches at `now`, and nothing proves that it is the same place (match_moved). The refusal
// prints the places, which count as shown from then on.
Error not_the_same_place(const LoadedFile& file, Quotes quotes, LineNo shown_line, const std::vector<LineSpan>& now,
                         const std::string& reason);
// Matched several places when it was read, and matches one now (multiple_matches), which counts as shown from then on.
Error several_when_read(const LoadedFile& file, Quotes quotes, const std::vector<LineSpan>& then, LineSpan now);
// Matches except for whitespace or typography, and the lines were never shown (file_not_read). They count as shown from then
// on.
Error fits_unseen(const LoadedFile& file, Quotes quotes, const Located& located);
// Quotes lines that others have changed since they were shown (no_match), with the same edit as it would be now.
Error changed_since_shown(const FileTask& task, const InsistedChange& change);
// The quoted text is in a line that others have changed (match_moved): the same edit as it would be in place of their lines.
void propose_in_place(const FileTask& task, const InsistedChange& change, Error& refused);
// What the edit makes is in the file already (no_match): applying it would do it twice.
Error there_already(const LoadedFile& file, LineNo line);

}  // namespace kedge
