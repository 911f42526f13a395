// What to write where a quotation was found below the exact rung. The caller saw the lines otherwise than they are, so the
// file's own bytes win wherever the caller kept a row, and new rows are moved to where the file's lines stand. Where that
// cannot be done in one way only, it is not done.
#pragma once

#include <expected>
#include <string>

#include "edit/replace_lines.hpp"
#include "text/text.hpp"

namespace kedge {

// The rows to write in place of `lines`. Rows of the replacement that are kept rows of the quotation become the lines that
// they were paired with, byte for byte; the others are shifted as the file's indentation is from the quoted one: the same
// blanks put before every row, or taken from it. Blank rows stay as they were sent. The error says, in a phrase, where the
// shift is not uniform, or which row it does not fit.
// REQUIRES: as many lines as quoted rows, paired one to one; all of them exist.
std::expected<Rows, std::string> replacement_rows(const Text& text, LineSpan lines, const Rows& quoted,
                                                  const Rows& replacement);

// New rows of a passage that was found below the exact rung, moved as the file's indentation is from the quoted one. The error
// is as above; also where the quotation lacks one blank throughout: then it is the mark before the rows that is missing, and
// new rows, which have theirs, would end up one column off.
// REQUIRES: as many lines as quoted rows, paired one to one; all of them exist.
std::expected<Rows, std::string> shifted_rows(const Text& text, LineSpan lines, const Rows& quoted, const Rows& added);

}  // namespace kedge
