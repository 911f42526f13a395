// The parse errors of a text, and which of them an edit introduced.
#pragma once

#include <cstdint>
#include <expected>
#include <vector>

#include "syntax/syntax.hpp"

namespace kedge {

enum class NotParsed : std::uint8_t {
  unknown,  // no parser, no grammar for the file, or a text of more than 10 MiB
  gave_up,  // the parser failed or took too long
};

// `syntax` may be null.
std::expected<std::vector<SyntaxError>, NotParsed> parse_errors(Syntax* syntax, std::string_view path, const Text& text);

// Errors that the text did not have before, compared by kind and text of the line, because line numbers move.
std::vector<SyntaxError> new_errors(const Text& before, const std::vector<SyntaxError>& errors_before, const Text& after,
                                    const std::vector<SyntaxError>& errors_after);

}  // namespace kedge
