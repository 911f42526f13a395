#include "process/worker_limits.hpp"

#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <cstddef>
#include <cstdio>

namespace kedge {

namespace {

std::uint64_t address_space() {
  std::uint64_t pages = 0;
  if (std::FILE* file = std::fopen("/proc/self/statm", "re")) {
    unsigned long first = 0;
    if (std::fscanf(file, "%lu", &first) == 1) pages = first;
    std::fclose(file);
  }
  return pages * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
}

void limit(__rlimit_resource what, rlim_t value) {
  const rlimit both{value, value};
  ::setrlimit(what, &both);
}

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define KEDGE_SANITIZED
#endif
#endif

#if defined(KEDGE_SANITIZED) || defined(__SANITIZE_ADDRESS__)
constexpr std::uint32_t this_architecture = 0;  // sanitizers look around with system calls of their own
#elif defined(__x86_64__)
constexpr std::uint32_t this_architecture = AUDIT_ARCH_X86_64;
#elif defined(__aarch64__)
constexpr std::uint32_t this_architecture = AUDIT_ARCH_AARCH64;
#else
constexpr std::uint32_t this_architecture = 0;  // not known: no filter
#endif

// What an allocator, a pipe and a clock need.
constexpr std::array allowed{
    __NR_read,         __NR_write,          __NR_close,         __NR_exit,        __NR_exit_group, __NR_brk,
    __NR_mmap,         __NR_munmap,         __NR_mremap,        __NR_mprotect,    __NR_madvise,    __NR_futex,
    __NR_rt_sigreturn, __NR_rt_sigprocmask, __NR_clock_gettime, __NR_sched_yield, __NR_getpid,     __NR_gettid,
};

}  // namespace

void limit_worker(std::uint64_t memory, std::chrono::milliseconds processor_time) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  const std::uint64_t now = address_space();
  if (now > 0) limit(RLIMIT_AS, now + memory);
  limit(RLIMIT_CPU, static_cast<rlim_t>(std::chrono::ceil<std::chrono::seconds>(processor_time).count()) + 1);
  limit(RLIMIT_CORE, 0);
}

void close_worker() {
  if (this_architecture == 0) return;
  constexpr auto load = static_cast<std::uint16_t>(BPF_LD | BPF_W | BPF_ABS);
  constexpr auto equal = static_cast<std::uint16_t>(BPF_JMP | BPF_JEQ | BPF_K);
  constexpr auto give = static_cast<std::uint16_t>(BPF_RET | BPF_K);
  std::array<sock_filter, allowed.size() + 6> filter{};
  std::size_t size = 0;
  const auto add = [&](std::uint16_t code, std::uint32_t value, std::size_t if_true, std::size_t if_false) {
    filter[size++] = {code, static_cast<std::uint8_t>(if_true), static_cast<std::uint8_t>(if_false), value};
  };
  add(load, offsetof(seccomp_data, arch), 0, 0);
  add(equal, this_architecture, 1, 0);
  add(give, SECCOMP_RET_KILL_PROCESS, 0, 0);
  add(load, offsetof(seccomp_data, nr), 0, 0);
  for (std::size_t i = 0; i < allowed.size(); ++i) add(equal, static_cast<std::uint32_t>(allowed[i]), allowed.size() - i, 0);
  add(give, SECCOMP_RET_KILL_PROCESS, 0, 0);
  add(give, SECCOMP_RET_ALLOW, 0, 0);
  const sock_fprog program{static_cast<unsigned short>(size), filter.data()};
  if (::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0) ::prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program);
}

}  // namespace kedge
