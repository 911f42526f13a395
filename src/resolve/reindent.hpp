// What to write where a quotation was found below the exact rung. The caller saw the lines differently than they are, so kept
// rows keep the file's own bytes. New rows either share the slip of the quotation and are shifted by it, or are right as they
// were sent. That is decided once for a whole replacement, from the rows that came with it; mixed evidence is refused.
#pragma once

#include <expected>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "edit/replace_lines.hpp"
#include "text/text.hpp"

namespace kedge {

// Rows that were sent in place of `removed` quoted rows, from the one with index `first` on. Quoted rows between two of these
// are kept.
struct SentRows {
  std::uint32_t first = 0;
  std::uint32_t removed = 0;
  Rows rows = {};
};

// The rows to write for each of `sent`. The slip is the difference between the file's indentation and the quoted one; it has to
// be the same for all quoted lines. Evidence for it are rows kept from the quotation with its indentation, evidence against it
// rows kept with the file's indentation. The first non-blank row of each change is compared with the row it replaces, or with
// its neighbours: it decides where no row is kept, and must not contradict those that are. A kept row below it that is indented
// further may have been put inside, and then counts only if no other row shows the slip. Blank rows are never moved.
// The error is a phrase that says what is not uniform, unclear or contradictory; in the last two cases it has both readings.
// REQUIRES: as many lines as quoted rows, paired one to one; all of them exist; `sent` is in order and does not overlap.
std::expected<std::vector<Rows>, std::string> reindented(const Text& text, LineSpan lines, const Rows& quoted,
                                                         std::span<const SentRows> sent);

// The rows to write in place of `lines`. Replacement rows that the quotation has too become the lines they were paired with,
// byte for byte; the others are `reindented`.
// REQUIRES: as many lines as quoted rows, paired one to one; all of them exist.
std::expected<Rows, std::string> replacement_rows(const Text& text, LineSpan lines, const Rows& quoted,
                                                  const Rows& replacement);

inline constexpr std::string_view unclear_pairs =
    "one of the rows that stay is there twice, in the quotation or in the new text, and it is unclear which of the two it is";

// Whether all ways to pair the rows of the replacement with the quotation give the same rows to write.
// REQUIRES: as for replacement_rows().
bool pairs_are_clear(const Text& text, LineSpan lines, const Rows& quoted, const Rows& replacement);

// The same for the changes of a passage. A quotation that lacks one space throughout is an error, too: then the sign before the
// rows is missing, and new rows, which have theirs, would end up one column off.
// REQUIRES: as for reindented().
std::expected<std::vector<Rows>, std::string> passage_rows(const Text& text, LineSpan lines, const Rows& quoted,
                                                           std::span<const SentRows> sent);

}  // namespace kedge
