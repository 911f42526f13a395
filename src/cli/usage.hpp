// Refusals for words on the command line that cannot be understood: what was wrong, what was probably meant, where to read.
#pragma once

#include <span>
#include <string_view>

#include "error/error.hpp"

namespace kedge {

// `command` is empty for the program itself.
Error wrong_usage(std::string_view field, std::string problem, std::string_view command);

// "unknown option; did you mean --context?", if one of the known words is near.
Error unknown_word(std::string_view word, std::string_view what, std::span<const std::string_view> known,
                   std::string_view command);

}  // namespace kedge
