#include "process/kernel_features.hpp"

#include <linux/seccomp.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>

namespace kedge {
namespace {

// Of headers that are newer than some systems that this is built on; the numbers are the same on all architectures.
constexpr long create_ruleset = 444;
constexpr long openat2 = 437;
constexpr std::uint32_t ask_for_version = 1;

}  // namespace

int landlock_abi() {
  const long abi = ::syscall(create_ruleset, nullptr, 0, ask_for_version);
  return abi > 0 ? static_cast<int>(abi) : 0;
}

bool has_seccomp_filter() {
  const std::uint32_t action = SECCOMP_RET_KILL_PROCESS;
  return ::syscall(SYS_seccomp, SECCOMP_GET_ACTION_AVAIL, 0, &action) == 0;
}

bool has_openat2() {
  // With size 0, a kernel that has the call refuses it before anything is opened.
  return ::syscall(openat2, -1, "", nullptr, 0) < 0 && errno == EINVAL;
}

}  // namespace kedge
