#include "benchmarks/perf/median.hpp"

#include <algorithm>
#include <cstdlib>
#include <ctime>
#include <string_view>

#include "support/require.hpp"

namespace kedge::bench {
namespace {

// A compiler cannot know that nobody reads it.
volatile std::size_t witness = 0;

Milliseconds time_batch(const Run& run, std::size_t batch) {
  if (run.set_up) run.set_up();
  const WorkClock clock;
  for (std::size_t i = 0; i < batch; ++i) witness = run.work();
  return clock.elapsed() / static_cast<double>(batch);
}

}  // namespace

bool is_quick() {
  const char* const form = std::getenv("KEDGE_BENCH_FORM");
  return form != nullptr && std::string_view(form) == "quick";
}

Milliseconds WorkClock::now() {
  timespec time{};
  KEDGE_REQUIRE(clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time) == 0);
  return std::chrono::seconds(time.tv_sec) + std::chrono::nanoseconds(time.tv_nsec);
}

Milliseconds median(std::vector<Milliseconds> timings) {
  KEDGE_REQUIRE(!timings.empty());
  std::ranges::sort(timings);
  const std::size_t middle = timings.size() / 2;
  return timings.size() % 2 == 1 ? timings[middle] : (timings[middle - 1] + timings[middle]) / 2;
}

std::vector<Milliseconds> timings_of(const Run& run, Effort effort) {
  constexpr Milliseconds shortest_batch{0.1};
  time_batch(run, 1);  // the first run pays for cold caches
  const Milliseconds once = time_batch(run, 1);
  const double fitting = run.set_up ? 1.0 : std::clamp(shortest_batch / once, 1.0, 100'000.0);
  const auto batch = static_cast<std::size_t>(fitting);
  std::vector<Milliseconds> timings;
  const WallClock clock;
  while (timings.size() < effort.least_timings || clock.elapsed() < effort.about) timings.push_back(time_batch(run, batch));
  return timings;
}

}  // namespace kedge::bench
