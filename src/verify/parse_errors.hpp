// The parse errors of a text, and which of them an edit introduced.
#pragma once

#include <optional>
#include <vector>

#include "syntax/syntax.hpp"

namespace kedge {

// None if there is no answer: no parser, no grammar for the file, a text that is too large (over 256 KiB, some 50 ms of
// parsing), or a parser that failed or took too long. `syntax` may be null.
std::optional<std::vector<SyntaxError>> parse_errors(Syntax* syntax, std::string_view path, const Text& text);

// Errors that the text did not have before, compared by kind and text of the line, because line numbers move.
std::vector<SyntaxError> new_errors(const Text& before, const std::vector<SyntaxError>& errors_before, const Text& after,
                                    const std::vector<SyntaxError>& errors_after);

}  // namespace kedge
