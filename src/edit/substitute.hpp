// Replacing stretches inside lines, as a caller who quotes text asks for it. Every stretch is widened to whole lines and goes
// through replace_lines, so that new rows get the terminators of the lines they replace, and rows that stay equal keep their
// own bytes.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "edit/change_set.hpp"

namespace kedge {

struct Substitution {
  ByteSpan span;     // begins and ends at no place between the CR and the LF of a terminator
  std::string text;  // its line breaks, LF or CRLF, stand for whatever the file ends its lines with
  int op = 0;
};

// With every CRLF as LF. A CR that stands alone is content and stays.
std::string with_plain_newlines(std::string_view text);

// Refused (overlapping_operations) if two stretches share a byte. Whether the file ends in a terminator changes only if a
// substitution takes its last terminator away or ends the file in one.
// REQUIRES: every span lies behind the BOM and inside the text.
Result<ChangeSet> substitute(const Text& text, std::vector<Substitution> substitutions);

// Where a substitution takes a terminator away, puts nothing in its place and so glues what follows to what it wrote: the
// lines of the text whose end is lost. A line that goes as a whole glues nothing.
std::vector<LineNo> glued_lines(const Text& text, const std::vector<Substitution>& substitutions);

}  // namespace kedge
