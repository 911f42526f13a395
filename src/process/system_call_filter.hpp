// Which system calls the kernel still carries out for this process: an allow-list, translated for seccomp.
//
// Invariant: a number that is not on the list is never carried out, whatever a later kernel makes of it. Calls made in the
// numbering of another architecture end the process.
#pragma once

#include <linux/filter.h>

#include <cstdint>
#include <vector>

namespace kedge {

// Holds if the lower half of an argument, masked, is the value. All that is looked at here is a number of 32 bits to the
// kernel.
struct ArgumentTest {
  std::uint8_t argument = 0;
  std::uint32_t mask = ~0U;
  std::uint32_t value = 0;
};

using Condition = std::vector<ArgumentTest>;  // all of them hold

struct AllowedCall {
  std::uint32_t number = 0;
  std::vector<Condition> one_of = {};  // none: with any arguments
};

struct SystemCallFilter {
  enum class Otherwise : std::uint8_t { refuse, end_process };

  std::vector<AllowedCall> allowed;
  // Answered with ENOSYS, as by a kernel that has never heard of them: libraries know what to do then.
  std::vector<std::uint32_t> unheard_of = {};
  // What is not allowed is answered with EPERM, and with ENOSYS if it is newer than this program.
  Otherwise otherwise = Otherwise::refuse;
};

// Empty for an architecture that is not known.
std::vector<sock_filter> program_of(const SystemCallFilter& filter);

// From here on, for all threads of the process and all that it will start. False: the kernel has no filters, or none for us.
bool apply(const SystemCallFilter& filter);

}  // namespace kedge
