#include "mcp/exchange.hpp"

#include <algorithm>
#include <array>

namespace kedge::mcp {
namespace {

constexpr std::array<std::string_view, 8> level_names{"debug", "info",     "notice", "warning",
                                                      "error", "critical", "alert",  "emergency"};

}  // namespace

std::string_view name_of(LogLevel level) { return level_names[static_cast<std::size_t>(level)]; }

std::optional<LogLevel> log_level_of(std::string_view name) {
  const auto found = std::ranges::find(level_names, name);
  if (found == level_names.end()) return std::nullopt;
  return static_cast<LogLevel>(found - level_names.begin());
}

}  // namespace kedge::mcp
