#include "benchmarks/perf/results.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>

#include "support/json.hpp"
#include "support/require.hpp"

namespace kedge::bench {
namespace {

// Between the two values that are next to that share of all; `sorted` is.
double quantile(const std::vector<double>& sorted, double share) {
  const double place = share * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<std::size_t>(place);
  const std::size_t above = std::min(below + 1, sorted.size() - 1);
  return sorted[below] + (sorted[above] - sorted[below]) * (place - static_cast<double>(below));
}

// To what a clock can tell.
double rounded(double value) {
  if (value == 0) return 0;
  const double unit = std::pow(10.0, 4 - std::floor(std::log10(std::abs(value))));
  return std::round(value * unit) / unit;
}

}  // namespace

void note_result(const Measured& measured, std::vector<double> values) {
  KEDGE_REQUIRE(!values.empty());
  const char* const path = std::getenv("KEDGE_RESULTS");
  if (path == nullptr) return;
  std::ranges::sort(values);
  std::FILE* const file = std::fopen(path, "a");
  if (file == nullptr) {
    std::perror(path);
    std::exit(1);
  }
  const Json row = Json::object({{"bench", "perf"},
                                 {"group", measured.group},
                                 {"what", measured.what},
                                 {"tool", measured.tool},
                                 {"size", measured.size},
                                 {"unit", measured.unit},
                                 {"median", rounded(quantile(values, 0.5))},
                                 {"low", rounded(quantile(values, 0.25))},
                                 {"high", rounded(quantile(values, 0.75))},
                                 {"runs", values.size()}});
  std::fprintf(file, "%s\n", row.dump().c_str());
  std::fclose(file);
}

void note_result(const Measured& measured, const std::vector<Milliseconds>& times) {
  std::vector<double> values;
  values.reserve(times.size());
  for (const Milliseconds& time : times) values.push_back(time.count());
  note_result(measured, std::move(values));
}

}  // namespace kedge::bench
