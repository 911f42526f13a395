// What the parser minds in a text, and which of it an edit brought.
#pragma once

#include <optional>
#include <vector>

#include "syntax/syntax.hpp"

namespace kedge {

// Nothing where no answer is to be had: no parser, no grammar for the file, too large a text (over 256 KiB, some 50 ms of
// parsing), or a parser that failed or took too long. `syntax` may be null.
std::optional<std::vector<SyntaxError>> parse_errors(Syntax* syntax, std::string_view path, const Text& text);

// Those that the text did not have before: by what is wrong and the text of the line, since numbers move.
std::vector<SyntaxError> new_errors(const Text& before, const std::vector<SyntaxError>& errors_before, const Text& after,
                                    const std::vector<SyntaxError>& errors_after);

}  // namespace kedge
