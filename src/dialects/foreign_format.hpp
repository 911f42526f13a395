// Recognises the edit format of a text, so that a caller that sends one dialect's text to another is told so instead of getting
// an error about rows that make no sense.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "error/error.hpp"

namespace kedge {

// The refusal (patch_syntax), as in "this is a unified diff; use the dialect `udiff`", if the text is recognised as a format
// other than `own`, the name of a dialect.
std::optional<Error> foreign_format(std::string_view input, std::string_view own);
// The same, else the refusal of the dialect itself.
Error or_foreign(Error refusal, std::string_view input, std::string_view own);

}  // namespace kedge
