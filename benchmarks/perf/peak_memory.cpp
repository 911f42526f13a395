#include "benchmarks/perf/peak_memory.hpp"

#include <algorithm>
#include <fstream>
#include <string>

namespace kedge::bench {
namespace {

std::size_t status_bytes(std::string_view name) {
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);) {
    if (line.starts_with(name)) return std::stoul(line.substr(name.size())) * 1024;
  }
  return 0;
}

}  // namespace

PeakMemory::PeakMemory() {
  std::ofstream("/proc/self/clear_refs") << "5";  // the mark goes down to what is held now
  before_ = status_bytes("VmRSS:");
}

std::size_t PeakMemory::bytes() const {
  const std::size_t most = status_bytes("VmHWM:");
  return most - std::min(most, before_);
}

}  // namespace kedge::bench
