// The middle one of several timings: one run that was disturbed does not move it.
#pragma once

#include <chrono>
#include <vector>

#include "benchmarks/perf/operations.hpp"

namespace kedge::bench {

using Milliseconds = std::chrono::duration<double, std::milli>;

// The short form, where KEDGE_BENCH_FORM=quick asks for it: fewer turns, no file of a million lines.
bool is_quick();

// How long to go on: at least so many timings, and for about so long.
struct Effort {
  std::size_t least_timings = 7;
  Milliseconds about{400};
};

// REQUIRES: not empty.
Milliseconds median(std::vector<Milliseconds> timings);

// Of one piece of work. Short ones are timed in batches, so that the clock does not show.
std::vector<Milliseconds> timings_of(const Run& run, Effort effort);

// Time that passes in the world. Both sides of a comparison wait for the same machine.
class WallClock {
 public:
  Milliseconds elapsed() const { return Clock::now() - start_; }

 private:
  using Clock = std::chrono::steady_clock;
  Clock::time_point start_ = Clock::now();
};

// Time that this thread was at work, page faults included: other programs on the machine do not count.
class WorkClock {
 public:
  Milliseconds elapsed() const { return now() - start_; }

 private:
  static Milliseconds now();
  Milliseconds start_ = now();
};

}  // namespace kedge::bench
