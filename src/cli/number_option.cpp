#include "cli/number_option.hpp"

#include "cli/usage.hpp"
#include "support/strings.hpp"

namespace kedge {

Result<std::uint32_t> number_option(const Arguments& arguments, std::string_view option, NumberRange range,
                                    std::string_view command) {
  const std::optional<std::string_view> given = arguments.option(option);
  if (!given) return range.otherwise;
  const std::optional<std::uint64_t> number = number_of(*given);
  if (number && *number >= range.least && *number <= range.most) return static_cast<std::uint32_t>(*number);
  return wrong_usage(concat("--", option),
                     concat("'", printable(*given), "' is not a number from ", range.least, " to ", range.most), command);
}

}  // namespace kedge
