// The limits of a worker. They apply to this process only and cannot be undone.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>

namespace kedge {

// How much address space this process, or one forked from it, uses. Construct it while files can still be opened.
class AddressSpaceGauge {
 public:
  AddressSpaceGauge();
  ~AddressSpaceGauge();
  AddressSpaceGauge(const AddressSpaceGauge&) = delete;
  AddressSpaceGauge& operator=(const AddressSpaceGauge&) = delete;

  std::uint64_t bytes() const;  // 0: unknown

 private:
  int file_;
};

// Limits total address space (0: no limit) and, if given, processor time, disables core files, and makes it die with its
// parent.
void limit_worker(std::uint64_t address_space, std::optional<std::chrono::milliseconds> processor_time);

enum class WorkerKind : std::uint8_t {
  brief,
  lasting,  // also receives descriptors
};

// From now on only system calls for memory, reading, writing and exiting are allowed; any other ends the process. Without
// effect if the kernel does not support filters.
void close_worker(WorkerKind kind);

}  // namespace kedge
