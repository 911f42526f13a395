// Refusals for a wrong command line: what is wrong, what was probably meant, where to read more.
#pragma once

#include <span>
#include <string_view>

#include "error/error.hpp"

namespace kedge {

// `command` is empty for the program itself.
std::unexpected<Error> wrong_usage(std::string_view field, std::string problem, std::string_view command);

// "unknown option; did you mean --context?", if a known word is similar.
std::unexpected<Error> unknown_word(std::string_view word, std::string_view what, std::span<const std::string_view> known,
                                    std::string_view command);

}  // namespace kedge
