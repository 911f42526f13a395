// What a worker is held to. Each takes away for good, from this process alone.
#pragma once

#include <chrono>
#include <cstdint>

namespace kedge {

// How much address space a process has, asked by itself or by those that it forked. Made while it can still open files.
class AddressSpaceGauge {
 public:
  AddressSpaceGauge();
  ~AddressSpaceGauge();
  AddressSpaceGauge(const AddressSpaceGauge&) = delete;
  AddressSpaceGauge& operator=(const AddressSpaceGauge&) = delete;

  std::uint64_t bytes() const;  // 0: not known

 private:
  int file_;
};

// Address space in all (0: as much as there is), processor time, no core file; and it dies with its parent.
void limit_worker(std::uint64_t address_space, std::chrono::milliseconds processor_time);

// From here on memory, reading, writing and ending are all that the kernel does for it; anything else ends it. Where the kernel
// has no such filter, it goes on without.
void close_worker();

}  // namespace kedge
