// The options for the user's own language servers and formatters.
#pragma once

#include <array>

#include "cli/command.hpp"
#include "language/language_tools.hpp"

namespace kedge {

inline constexpr std::array<Option, 4> language_options{{
    {"language-server", "NAME",
     "say what an edit breaks: clangd, pyright, typescript, gopls, rust-analyzer or GLOBS=COMMAND; may be repeated", true},
    {"diagnostics-timeout", "MS", "how long language servers are waited for (3000)"},
    {"formatter", "GLOBS=COMMAND",
     "format files before they are written, from standard input to output; {path} is the file; may be repeated", true},
    {"formatter-timeout", "MS", "how long formatters are waited for (5000)"},
}};

// For a command without these options: nothing. A program that is not there, or lies inside a root, is left out with a warning
// on standard error; what cannot be meant is refused (schema_invalid).
Result<LanguageSettings> language_settings_of(const Arguments& arguments, std::string_view command);

}  // namespace kedge
