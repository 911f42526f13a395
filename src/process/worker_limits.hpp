// What a worker is held to. Each takes away for good, from this process alone.
#pragma once

#include <chrono>
#include <cstdint>

namespace kedge {

// Address space beyond what the process has now, processor time, no core file; and it dies with its parent.
void limit_worker(std::uint64_t memory, std::chrono::milliseconds processor_time);

// From here on memory, reading, writing and ending are all that the kernel does for it; anything else ends it. Where the kernel
// has no such filter, it goes on without.
void close_worker();

}  // namespace kedge
