// What was measured, as a row for the report: appended to the file that KEDGE_RESULTS names, if it names one.
// benchmarks/README.md tells what the fields mean.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "benchmarks/perf/median.hpp"

namespace kedge::bench {

struct Measured {
  std::string group;
  std::string what;
  std::string tool = "kedge";
  std::string unit = "ms";
  std::uint64_t size = 0;  // lines of the file, where it has a say
};

// REQUIRES: values not empty.
void note_result(const Measured& measured, std::vector<double> values);
void note_result(const Measured& measured, const std::vector<Milliseconds>& times);

}  // namespace kedge::bench
