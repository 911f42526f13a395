// --encoding: what the text of edits is encoded in where a file is not UTF-8.
#pragma once

#include <array>
#include <string>

#include "cli/command.hpp"

namespace kedge {

inline constexpr std::array<Option, 1> encoding_options{{
    {"encoding", "NAME", "write other characters than ASCII in this encoding where a file is not valid UTF-8 (ISO-8859-1, …)"},
}};

// Empty if none is given.
Result<std::string> encoding_of(const Arguments& arguments, std::string_view command);

}  // namespace kedge
