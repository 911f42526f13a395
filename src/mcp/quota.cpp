#include "mcp/quota.hpp"

#include <algorithm>
#include <mutex>

namespace kedge::mcp {

std::optional<std::chrono::nanoseconds> Quota::take(std::string_view agent, Clock::time_point now) {
  constexpr std::chrono::nanoseconds minute = std::chrono::minutes(1);
  const std::chrono::nanoseconds per_call = minute / calls_per_minute_;
  const std::lock_guard lock(mutex_);
  auto found = full_at_.find(agent);
  if (found == full_at_.end()) found = full_at_.emplace(std::string(agent), now).first;
  const Clock::time_point full_at = std::max(found->second, now) + per_call;
  // An empty bucket takes a minute to fill.
  if (full_at - now > minute) return full_at - now - minute;
  found->second = full_at;
  return std::nullopt;
}

}  // namespace kedge::mcp
