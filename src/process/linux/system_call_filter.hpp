// An allow list of system calls, translated for seccomp.
//
// Invariant: a call that is not on the list is never executed, whatever its number means in later kernels. Calls with the
// numbering of another architecture end the process.
#pragma once

#include <linux/filter.h>

#include <cstdint>
#include <vector>

namespace kedge {

// True if the lower half of an argument, masked, equals the value. All arguments that are tested are 32-bit numbers to the
// kernel.
struct ArgumentTest {
  std::uint8_t argument = 0;
  std::uint32_t mask = ~0U;
  std::uint32_t value = 0;
};

using Condition = std::vector<ArgumentTest>;  // all of them must be true

struct AllowedCall {
  std::uint32_t number = 0;
  std::vector<Condition> one_of = {};  // none: with any arguments
};

struct SystemCallFilter {
  enum class Otherwise : std::uint8_t { refuse, end_process };

  std::vector<AllowedCall> allowed;
  // These fail with ENOSYS, as if the kernel did not know them: libraries then fall back.
  std::vector<std::uint32_t> unheard_of = {};
  // Other calls fail with EPERM, or with ENOSYS if they are newer than this program.
  Otherwise otherwise = Otherwise::refuse;
};

// Empty for an unknown architecture.
std::vector<sock_filter> program_of(const SystemCallFilter& filter);

// For all threads of the process and its future children. False: the kernel does not support it, or does not allow it.
bool apply(const SystemCallFilter& filter);

}  // namespace kedge
