// Another program, run to its end: how long that took, how much memory it had at most, what it said.
#pragma once

#include <string>
#include <vector>

#include "benchmarks/perf/median.hpp"

namespace kedge::bench {

struct Ran {
  Milliseconds time{};
  long peak_kilobytes = 0;
  std::string output;
};

// REQUIRES: it can be started and ends with status 0.
Ran run_program(const std::vector<std::string>& words, const std::string& folder = ".");

}  // namespace kedge::bench
