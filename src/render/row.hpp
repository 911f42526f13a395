// A line of a file as it is shown: unprintable bytes are escaped, and a very long line is cut.
#pragma once

#include <string>

#include "contract/row_style.hpp"
#include "text/line_set.hpp"
#include "text/text.hpp"

namespace kedge {

inline constexpr std::size_t longest_row = 2000;                // characters
inline constexpr std::size_t most_row_bytes = 4 * longest_row;  // that they take, not counting escapes

// The line without its terminator. Bytes that are not UTF-8, and NUL, become \xNN. REQUIRES: text.has(line).
std::string shown_row(const Text& text, LineNo line);
void append_row(std::string& out, const Text& text, LineNo line);
// The line without its first `from` bytes, which only count towards the length.
void append_rest_of_row(std::string& out, const Text& text, LineNo line, std::size_t from);

// The same, after its number and a colon.
void append_numbered_row(std::string& out, const Text& text, LineNo line);

// Those of the lines that are too long to be shown completely.
LineSet cut_rows(const Text& text, const LineSet& lines);

// The same as RowPrinters, for dialects.
RowPrinter plain_rows(const Text& text);
RowPrinter numbered_rows(const Text& text);

}  // namespace kedge
