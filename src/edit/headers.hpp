// The chain of headers above a line says which function a line is in without knowing the language. If two functions with
// equal bodies are swapped, their lines are equal but their headers are not.
#pragma once

#include <optional>
#include <vector>

#include "text/text.hpp"

namespace kedge {

// Columns of leading whitespace, with tab stops every eight columns.
std::uint32_t indentation(std::string_view content);

// Only closing brackets and punctuation, a closing tag, or a word such as `end`.
bool is_closer(std::string_view content);

// For a blank line, the nearest non-blank line above, or nullopt at the top of the text. Any other line is its own owner.
std::optional<LineNo> owner(const Text& text, LineNo line);

// Walks up from the line: each nearest less indented line, up to column 0, innermost first. Lines without a word and
// closers are not headers. Comments and preprocessor lines are, but the walk ignores their indentation, because they are often
// at column 0 in the middle of a function. Lines that continue or close something (`} else {`, `}`, `except:`), a lone
// opening bracket and an access label also have as header the nearest line of their own indentation that is none of
// these. A blank line has the headers of its owner. REQUIRES: text.has(line).
std::vector<LineNo> header_chain(const Text& text, LineNo line);

}  // namespace kedge
