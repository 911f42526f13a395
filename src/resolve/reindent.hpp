// What to write where a quotation was found below the exact rung. The caller saw the lines differently than they are, so kept
// rows keep the file's own bytes, and new rows are shifted to the file's indentation. If there is more than one way to do that,
// it is refused.
#pragma once

#include <expected>
#include <string>

#include "edit/replace_lines.hpp"
#include "text/text.hpp"

namespace kedge {

// The rows to write in place of `lines`. Replacement rows that the quotation has too become the lines they were paired with,
// byte for byte. The others are shifted by the difference between the file's indentation and the quoted one: the same
// whitespace is added to every row, or removed from it. Blank rows stay as they were sent. The error is a phrase that says
// where the shift is not uniform, or to which row it cannot be applied.
// REQUIRES: as many lines as quoted rows, paired one to one; all of them exist.
std::expected<Rows, std::string> replacement_rows(const Text& text, LineSpan lines, const Rows& quoted,
                                                  const Rows& replacement);

// New rows of a passage that was found below the exact rung, shifted in the same way. The error is as above; it also covers a
// quotation that lacks one space throughout: then the sign before the rows is missing, and new rows, which have theirs, would
// end up one column off.
// REQUIRES: as many lines as quoted rows, paired one to one; all of them exist.
std::expected<Rows, std::string> shifted_rows(const Text& text, LineSpan lines, const Rows& quoted, const Rows& added);

}  // namespace kedge
