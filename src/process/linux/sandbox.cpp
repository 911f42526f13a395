#include "process/sandbox.hpp"

#include <linux/fs.h>
#include <linux/prctl.h>
#include <linux/sockios.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sched.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <initializer_list>
#include <utility>

#include "process/linux/system_call_filter.hpp"
#include "support/strings.hpp"

namespace kedge {
namespace {

using Numbers = std::initializer_list<int>;

// Memory, threads, time and the end: what every program needs to run at all.
constexpr Numbers to_run{
    __NR_brk,
    __NR_munmap,
    __NR_mremap,
    __NR_madvise,
    __NR_membarrier,
    __NR_mincore,
    __NR_futex,
    __NR_set_robust_list,
    __NR_get_robust_list,
    __NR_rseq,
    __NR_set_tid_address,
    __NR_sched_yield,
    __NR_sched_getaffinity,
    __NR_rt_sigaction,
    __NR_rt_sigprocmask,
    __NR_rt_sigreturn,
    __NR_rt_sigtimedwait,
    __NR_rt_sigpending,
    __NR_rt_sigsuspend,
    __NR_sigaltstack,
    __NR_restart_syscall,
    __NR_clock_gettime,
    __NR_clock_getres,
    __NR_clock_nanosleep,
    __NR_nanosleep,
    __NR_gettimeofday,
    __NR_getrandom,
    __NR_getrusage,
    __NR_uname,
    __NR_sysinfo,
    __NR_times,
    __NR_getcpu,
    __NR_getpid,
    __NR_gettid,
    __NR_getppid,
    __NR_getuid,
    __NR_geteuid,
    __NR_getgid,
    __NR_getegid,
    __NR_exit,
    __NR_exit_group,
#ifdef __x86_64__
    __NR_time,
    __NR_getrlimit,
#endif
};

// What works on descriptors that are open already.
constexpr Numbers on_open_files{
    __NR_read,  __NR_write,    __NR_readv,       __NR_writev, __NR_pread64,  __NR_pwrite64, __NR_preadv, __NR_pwritev,
    __NR_lseek, __NR_close,    __NR_close_range, __NR_dup,    __NR_dup3,     __NR_fcntl,    __NR_fstat,  __NR_pipe2,
    __NR_ppoll, __NR_pselect6, __NR_wait4,       __NR_waitid, __NR_recvfrom, __NR_recvmsg,
#ifdef __x86_64__
    __NR_dup2,  __NR_pipe,     __NR_poll,        __NR_select,
#endif
};

// Landlock watches over the names in these calls. What it does not watch over is only here in the form that takes an open file:
// permissions, owner, attributes.
constexpr Numbers on_files{
    __NR_openat,
    __NR_openat2,
    __NR_newfstatat,
    __NR_statx,
    __NR_statfs,
    __NR_fstatfs,
    __NR_faccessat,
    __NR_faccessat2,
    __NR_readlinkat,
    __NR_getcwd,
    __NR_getdents64,
    __NR_mkdirat,
    __NR_unlinkat,
    __NR_linkat,
    __NR_renameat,
    __NR_renameat2,
    __NR_fchmod,
    __NR_fchown,
    __NR_fgetxattr,
    __NR_flistxattr,
    __NR_fsetxattr,
    __NR_fremovexattr,
    __NR_umask,
    __NR_flock,
    __NR_fsync,
    __NR_fdatasync,
    __NR_sync_file_range,
    __NR_ftruncate,
    __NR_fallocate,
    __NR_fadvise64,
    __NR_copy_file_range,
    __NR_sendfile,
    __NR_msync,
    __NR_memfd_create,
#ifdef __x86_64__
    __NR_open,
    __NR_creat,
    __NR_stat,
    __NR_lstat,
    __NR_access,
    __NR_readlink,
    __NR_mkdir,
    __NR_rmdir,
    __NR_unlink,
    __NR_link,
    __NR_rename,
    __NR_getdents,
#endif
};

constexpr Numbers to_serve{
    __NR_connect,      __NR_shutdown,       __NR_getsockname,     __NR_getpeername,     __NR_getsockopt,
    __NR_recvmmsg,     __NR_epoll_create1,  __NR_epoll_ctl,       __NR_epoll_pwait,     __NR_epoll_pwait2,
    __NR_eventfd2,     __NR_timerfd_create, __NR_timerfd_settime, __NR_timerfd_gettime, __NR_signalfd4,
#ifdef __x86_64__
    __NR_epoll_create, __NR_epoll_wait,
#endif
};

constexpr Numbers to_take_connections{__NR_accept, __NR_accept4};

// kill: its workers. seccomp: the workers' filter.
constexpr Numbers to_start_workers{__NR_kill, __NR_seccomp};

constexpr unsigned new_namespaces =
    CLONE_NEWNS | CLONE_NEWCGROUP | CLONE_NEWUTS | CLONE_NEWIPC | CLONE_NEWUSER | CLONE_NEWPID | CLONE_NEWNET;
constexpr unsigned type_of_socket = 0xF;      // of the second argument; the rest of it is flags
constexpr unsigned name_memory = 0x53564d41;  // PR_SET_VMA, which not every system's headers have

AllowedCall with(int number, std::uint8_t argument, std::initializer_list<unsigned> values) {
  AllowedCall call{static_cast<std::uint32_t>(number)};
  for (const unsigned value : values) call.one_of.push_back({{argument, ~0U, value}});
  return call;
}

AllowedCall with_all(int number, Condition condition) { return {static_cast<std::uint32_t>(number), {std::move(condition)}}; }

AllowedCall masked(int number, std::uint8_t argument, unsigned mask, unsigned value) {
  return with_all(number, {{argument, mask, value}});
}

class Calls {
 public:
  explicit Calls(SandboxMode mode) {
    add(to_run);
    add(on_open_files);
    // No memory that can be executed beyond the program itself.
    add(masked(__NR_mmap, 2, PROT_EXEC, 0));
    add(masked(__NR_mprotect, 2, PROT_EXEC, 0));
    // A connection that was taken can be dissolved, and then MSG_FASTOPEN would connect it to anybody: Landlock looks only at
    // connect(). Nothing of ours is sent to an address either.
    add(with_all(__NR_sendto, {{3, MSG_FASTOPEN, 0}, {5, ~0U, 0}}));
    add(masked(__NR_sendmsg, 2, MSG_FASTOPEN, 0));
    const auto self = static_cast<unsigned>(::getpid());
    add(with(__NR_tgkill, 0, {self}));
    add(with(__NR_prlimit64, 0, {0U, self}));
    if (mode == SandboxMode::helper) {
      add(to_start_workers);
      add(masked(__NR_clone, 0, new_namespaces, 0));
      // To a worker that lasts. Of a kind that stays connected to its other end.
      add(with_all(__NR_socketpair, {{0, ~0U, AF_UNIX}, {1, type_of_socket, SOCK_STREAM}}));
      add(with(__NR_prctl, 0, {PR_SET_NAME, name_memory, PR_SET_PDEATHSIG, PR_SET_NO_NEW_PRIVS}));
    } else {
      add(on_files);
      add(to_serve);
      if (mode == SandboxMode::http) {
        add(to_take_connections);
        add(with_all(__NR_setsockopt, {{1, ~0U, IPPROTO_TCP}, {2, ~0U, TCP_NODELAY}}));
      }
      add(masked(__NR_clone, 0, CLONE_THREAD | new_namespaces, CLONE_THREAD));
      add(with(__NR_prctl, 0, {PR_SET_NAME, PR_GET_NAME, name_memory}));
      // For views. Other programs use other types: the agents of ssh and gpg, D-Bus, containers, displays and logs are out of
      // reach, whatever version Landlock has.
      add(with_all(__NR_socket, {{0, ~0U, AF_UNIX}, {1, type_of_socket, SOCK_SEQPACKET}}));
      add(with(__NR_ioctl, 1,
               {FS_IOC_GETFLAGS, FS_IOC_SETFLAGS, FIONBIO, FIONREAD, FIOCLEX, FIONCLEX, TCGETS, TIOCGWINSZ, SIOCOUTQ}));
    }
    // Its flags are in memory, where the kernel would have to believe us; clone does the same with flags that it can look at.
    filter_.unheard_of = {__NR_clone3};
  }

  const SystemCallFilter& filter() const { return filter_; }

 private:
  void add(Numbers numbers) {
    for (const int number : numbers) filter_.allowed.push_back({static_cast<std::uint32_t>(number)});
  }
  void add(AllowedCall call) { filter_.allowed.push_back(std::move(call)); }

  SystemCallFilter filter_;
};

}  // namespace

SandboxReport close_sandbox(const SandboxSettings& settings) {
  SandboxReport report;
  std::vector<std::string> missing;
  const std::expected<int, std::string> landlock = confine_to(settings.files);
  if (landlock) {
    report.landlock = *landlock;
  } else {
    missing.push_back(landlock.error());
  }
  report.filters_calls = apply(Calls(settings.mode).filter());
  if (!report.filters_calls) missing.emplace_back("the kernel takes no filter of system calls");
  report.missing = join(missing, "; ");
  return report;
}

}  // namespace kedge
