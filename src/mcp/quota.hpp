// How many calls each agent may make. Each has a bucket that holds the calls of one minute and is filled steadily: an agent
// that was silent may make them all at once, and then one whenever another has been filled in.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "support/ordered_mutex.hpp"

namespace kedge::mcp {

class Quota {
 public:
  using Clock = std::chrono::steady_clock;

  // REQUIRES: more than 0.
  explicit Quota(std::uint32_t calls_per_minute) : calls_per_minute_(calls_per_minute) {}

  // Takes a call out of the agent's bucket. If there is none: how long until there is one. From any thread. REQUIRES: there are
  // few agents, because none is forgotten.
  std::optional<std::chrono::nanoseconds> take(std::string_view agent, Clock::time_point now);
  std::uint32_t calls_per_minute() const { return calls_per_minute_; }

 private:
  std::uint32_t calls_per_minute_;
  OrderedMutex mutex_{LockOrder::quota};
  std::map<std::string, Clock::time_point, std::less<>> full_at_;  // when the bucket of each agent will be full again
};

}  // namespace kedge::mcp
