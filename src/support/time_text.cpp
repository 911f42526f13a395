#include "support/time_text.hpp"

#include <array>
#include <ctime>

namespace kedge {

std::string time_text(std::int64_t nanoseconds_of_clock) {
  const std::time_t seconds = nanoseconds_of_clock / 1'000'000'000;
  std::tm parts{};
  if (gmtime_r(&seconds, &parts) == nullptr) return "?";
  std::array<char, 32> text{};
  return {text.data(), std::strftime(text.data(), text.size(), "%Y-%m-%dT%H:%M:%SZ", &parts)};
}

}  // namespace kedge
