// Options with a number as value.
#pragma once

#include "cli/command.hpp"

namespace kedge {

struct NumberRange {
  std::uint32_t otherwise = 0;  // the default
  std::uint32_t least = 0;
  std::uint32_t most = 1'000'000;
};

// Refused (schema_invalid) if it is not a number in the range. `command` has the option.
Result<std::uint32_t> number_option(const Arguments& arguments, std::string_view option, NumberRange range,
                                    std::string_view command);

}  // namespace kedge
