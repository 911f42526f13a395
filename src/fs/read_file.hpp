// Reading a whole file that a person named on the command line. Never hangs on a pipe and never reads past the limit.
#pragma once

#include <string>
#include <string_view>

#include "error/error.hpp"

namespace kedge {

inline constexpr std::size_t largest_editable_file = 64UL * 1024 * 1024;

Result<std::string> read_file(std::string_view path, std::size_t limit = largest_editable_file);

// What is piped into the process, to its end.
Result<std::string> read_standard_input(std::size_t limit = largest_editable_file);

}  // namespace kedge
