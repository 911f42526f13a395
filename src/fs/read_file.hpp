// Reads a whole file that was named on the command line. Never hangs on a pipe and never reads past the limit.
#pragma once

#include <string>
#include <string_view>

#include "error/error.hpp"

namespace kedge {

inline constexpr std::size_t largest_editable_file = 64UL * 1024 * 1024;

Result<std::string> read_file(std::string_view path, std::size_t limit = largest_editable_file);

// Standard input, to its end.
Result<std::string> read_standard_input(std::size_t limit = largest_editable_file);

}  // namespace kedge
