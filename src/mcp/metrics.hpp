// What a server counts about itself, for a monitor. Counting takes no lock. All labels are known when the server starts (its
// tools, the outcomes, the error codes): nothing that a client sends becomes one.
#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "error/error.hpp"

namespace kedge::mcp {

enum class CallOutcome : std::uint8_t { done, refused, asked, failed };
inline constexpr std::size_t call_outcomes = 4;
std::string_view name_of(CallOutcome outcome);

// How often something took how long.
class TimeHistogram {
 public:
  void add(std::chrono::nanoseconds time);
  // The lines of the Prometheus text format. `label` is `name="value"`, or empty.
  std::string lines(std::string_view name, std::string_view label = {}) const;

 private:
  static constexpr std::size_t buckets = 13;  // the last one has no upper bound
  struct Bound {
    std::chrono::nanoseconds time;
    std::string_view seconds;
  };
  static const std::array<Bound, buckets - 1> bounds;

  std::array<std::atomic<std::uint64_t>, buckets> counts_{};
  std::atomic<std::uint64_t> nanoseconds_ = 0;
};

struct CountedOutcome {
  CallOutcome outcome = CallOutcome::done;
  std::optional<Code> code = std::nullopt;  // of the refusal
  std::size_t files_changed = 0;
};

class Metrics {
 public:
  Metrics(const std::vector<std::string>& tools, std::string version);

  // Tools that are not served are not counted.
  void count_call(std::string_view tool, const CountedOutcome& outcome, std::chrono::nanoseconds took);
  // A commit has waited this long for the lock of its root. Planning again after a conflict is another round.
  void count_lock_wait(std::chrono::nanoseconds waited, bool has_lock);
  void count_store(std::chrono::nanoseconds took) { store_.add(took); }

  // What is counted when somebody asks.
  struct Present {
    std::size_t connections = 0;
    std::size_t sessions = 0;
  };
  // In the Prometheus text format.
  std::string text(const Present& present) const;

 private:
  using Counter = std::atomic<std::uint64_t>;
  struct OfTool {
    std::string name;
    std::array<Counter, call_outcomes> calls{};
    TimeHistogram took{};
  };

  std::deque<OfTool> tools_;
  std::vector<Counter> refusals_;  // by code
  std::string version_;
  Counter files_changed_ = 0;
  Counter commit_rounds_ = 0;
  TimeHistogram lock_waits_;
  TimeHistogram store_;
};

}  // namespace kedge::mcp
