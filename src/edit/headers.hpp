// The chain of headers above a line: the grammar-free answer to "in which function does this line stand?". Two functions
// with equal bodies that trade places have lines that are equal and headers that are not.
#pragma once

#include <optional>
#include <vector>

#include "text/text.hpp"

namespace kedge {

// Leading blanks as columns, a tab reaching the next multiple of eight.
std::uint32_t indentation(std::string_view content);

// Only closing brackets and punctuation, a closing tag, or a word that ends a block.
bool is_closer(std::string_view content);

// The line that a blank line stands under: the nearest one above that is not blank. Any other line: itself. Blank lines
// at the top stand under nothing.
std::optional<LineNo> owner(const Text& text, LineNo line);

// Walking up from the line: each nearest less-indented line, up to column 0, innermost first. Lines without a word and
// closers are no headers; comments and preprocessor lines are, but the walk goes on behind them as if they were not there,
// because they often stand at column 0 in the middle of a function. A line that continues or closes a block (`} else {`, `}`,
// `except:`), a lone opener and an access label also belong to the nearest line of their own indentation that is none of
// these. A blank line has the headers of its owner. REQUIRES: text.has(line).
std::vector<LineNo> header_chain(const Text& text, LineNo line);

}  // namespace kedge
