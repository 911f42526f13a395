#include "dialects/shared_tools.hpp"

#include <limits>

namespace kedge::shared_tools {

ReadRequest hear_range(Fields& fields, std::string_view path, std::string_view first, std::string_view last) {
  constexpr std::int64_t most = std::numeric_limits<std::uint32_t>::max() - 1;
  ReadRequest request{.path = fields.required_text(path)};
  request.first = LineNo{static_cast<std::uint32_t>(fields.number(first, 1, most).value_or(1))};
  if (const std::optional<std::int64_t> end = fields.number(last, 1, most)) {
    request.last = LineNo{static_cast<std::uint32_t>(*end)};
  }
  return request;
}

}  // namespace kedge::shared_tools
