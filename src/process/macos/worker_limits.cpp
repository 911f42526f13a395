#include "process/worker_limits.hpp"

#include <sys/resource.h>

namespace kedge {
namespace {

void limit(int what, rlim_t value) {
  const rlimit both{value, value};
  ::setrlimit(what, &both);
}

}  // namespace

// Not known here, so that only the time of a worker is limited; the deadline is kept by the process that asks.
AddressSpaceGauge::AddressSpaceGauge() : file_(-1) {}
AddressSpaceGauge::~AddressSpaceGauge() = default;
std::uint64_t AddressSpaceGauge::bytes() const { return static_cast<std::uint64_t>(file_ + 1); }

void limit_worker(std::uint64_t address_space, std::optional<std::chrono::milliseconds> processor_time) {
  if (address_space > 0) limit(RLIMIT_AS, address_space);
  if (processor_time) {
    limit(RLIMIT_CPU, static_cast<rlim_t>(std::chrono::ceil<std::chrono::seconds>(*processor_time).count()) + 1);
  }
  limit(RLIMIT_CORE, 0);
}

void close_worker(WorkerKind /*kind*/) {}

}  // namespace kedge
