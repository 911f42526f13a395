// Replaces spans inside lines, for callers that quote text. Every span is widened to whole lines and passed to
// replace_lines, so that new lines get the terminators of those they replace, and lines that stay equal keep their bytes.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "edit/change_set.hpp"

namespace kedge {

struct Substitution {
  ByteSpan span;     // does not begin or end between the CR and the LF of a terminator
  std::string text;  // its line breaks, LF or CRLF, become those of the file
  int op = 0;
};

// Turns every CRLF into LF. A lone CR is content and stays.
std::string with_plain_newlines(std::string_view text);

// Bytes outside the spans stay as they are, line breaks included. Refused (overlapping_operations) if two spans share a byte.
// Whether the file ends with a terminator changes only if a substitution removes the last terminator or adds one at the end.
// REQUIRES: every span is after the BOM and inside the text.
Result<ChangeSet> substitute(const Text& text, std::vector<Substitution> substitutions);

// A line whose terminator a substitution removes without replacing it: at the beginning of what it replaces, so that the new
// text is joined to this line, or at the end, so that the next line is joined to the new text.
struct GluedLine {
  enum class To : std::uint8_t { the_new_text, the_next_line };
  LineNo line;
  To to = To::the_next_line;
  friend bool operator==(const GluedLine&, const GluedLine&) = default;
};

// Deleting a whole line joins nothing, and deleting nothing but line breaks is meant to. Neither does a quotation that ends
// with a blank line, unless it is replaced by as many other rows: then the new text has rather lost its last break.
std::vector<GluedLine> glued_lines(const Text& text, const std::vector<Substitution>& substitutions);

}  // namespace kedge
