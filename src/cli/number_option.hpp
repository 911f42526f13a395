// Options whose value is a number.
#pragma once

#include "cli/command.hpp"

namespace kedge {

struct NumberRange {
  std::uint32_t otherwise = 0;  // what an option that is not given counts as
  std::uint32_t least = 0;
  std::uint32_t most = 1'000'000;
};

// Refused (schema_invalid) if it is no number of the range. `command` is the one that has the option.
Result<std::uint32_t> number_option(const Arguments& arguments, std::string_view option, NumberRange range,
                                    std::string_view command);

}  // namespace kedge
