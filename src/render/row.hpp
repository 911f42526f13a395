// A line of a file as it is put before a reader: what cannot be shown as it is is escaped, and a very long one is cut.
#pragma once

#include <string>

#include "contract/row_style.hpp"
#include "text/line_set.hpp"
#include "text/text.hpp"

namespace kedge {

inline constexpr std::size_t longest_row = 2000;                // characters
inline constexpr std::size_t most_row_bytes = 4 * longest_row;  // that these take, escapes left aside

// The line without its terminator. Bytes that are no UTF-8, and NUL, stand as \xNN. REQUIRES: text.has(line).
std::string shown_row(const Text& text, LineNo line);
void append_row(std::string& out, const Text& text, LineNo line);
// What of the line stands behind so many bytes, which are only counted.
void append_rest_of_row(std::string& out, const Text& text, LineNo line, std::size_t from);

// The same behind its number and a colon.
std::string numbered_row(const Text& text, LineNo line);
void append_numbered_row(std::string& out, const Text& text, LineNo line);

// Those of the lines that are too long to be shown whole.
LineSet cut_rows(const Text& text, const LineSet& lines);

// The two as dialects use them.
RowPrinter plain_rows(const Text& text);
RowPrinter numbered_rows(const Text& text);

}  // namespace kedge
