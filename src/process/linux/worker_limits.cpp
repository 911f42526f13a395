#include "process/worker_limits.hpp"

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <charconv>
#include <csignal>

#include "process/linux/system_call_filter.hpp"
#include "process/sanitized.hpp"

namespace kedge {

namespace {

void limit(__rlimit_resource what, rlim_t value) {
  const rlimit both{value, value};
  ::setrlimit(what, &both);
}

// What an allocator, a pipe and a clock need.
constexpr std::array allowed{
    __NR_read,         __NR_write,          __NR_close,         __NR_exit,        __NR_exit_group, __NR_brk,
    __NR_mmap,         __NR_munmap,         __NR_mremap,        __NR_mprotect,    __NR_madvise,    __NR_futex,
    __NR_rt_sigreturn, __NR_rt_sigprocmask, __NR_clock_gettime, __NR_sched_yield, __NR_getpid,     __NR_gettid,
};

}  // namespace

AddressSpaceGauge::AddressSpaceGauge() : file_(::open("/proc/self/statm", O_RDONLY | O_CLOEXEC)) {}

AddressSpaceGauge::~AddressSpaceGauge() {
  if (file_ >= 0) ::close(file_);
}

std::uint64_t AddressSpaceGauge::bytes() const {
  std::array<char, 32> text{};
  const ssize_t got = file_ < 0 ? -1 : ::pread(file_, text.data(), text.size(), 0);
  std::uint64_t pages = 0;
  if (got <= 0 || std::from_chars(text.data(), text.data() + got, pages).ec != std::errc()) return 0;
  return pages * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
}

void limit_worker(std::uint64_t address_space, std::optional<std::chrono::milliseconds> processor_time) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (address_space > 0) limit(RLIMIT_AS, address_space);
  if (processor_time) {
    limit(RLIMIT_CPU, static_cast<rlim_t>(std::chrono::ceil<std::chrono::seconds>(*processor_time).count()) + 1);
  }
  limit(RLIMIT_CORE, 0);
}

void close_worker(WorkerKind kind) {
  if (is_sanitized()) return;
  SystemCallFilter filter{.allowed = {}, .otherwise = SystemCallFilter::Otherwise::end_process};
  for (const int number : allowed) filter.allowed.push_back({static_cast<std::uint32_t>(number)});
  if (kind == WorkerKind::lasting) filter.allowed.push_back({static_cast<std::uint32_t>(__NR_recvmsg)});
  // Without it the limits and the sandbox of the process that forked it remain.
  [[maybe_unused]] const bool applied = apply(filter);
}

}  // namespace kedge
