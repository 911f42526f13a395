#include "dialects/literal_breaks.hpp"

#include "support/json_read.hpp"
#include "support/strings.hpp"

namespace kedge {

std::optional<std::string> with_real_breaks(std::string_view input) {
  while (input.ends_with('\n') || input.ends_with('\r')) input.remove_suffix(1);
  if (input.find('\n') != std::string_view::npos || input.find("\\n") == std::string_view::npos) return std::nullopt;
  const bool quoted = input.size() >= 2 && input.starts_with('"') && input.ends_with('"');
  const std::expected<Json, JsonProblem> read = read_json(quoted ? std::string(input) : concat('"', input, '"'));
  if (!read || read->as_string() == nullptr) return std::nullopt;
  return *read->as_string();
}

}  // namespace kedge
