// What the stepper knows of system calls: their names, and what they can do to a disk.
#include <fcntl.h>
#include <sys/syscall.h>

#include <algorithm>
#include <array>
#include <string_view>

#include "stepper.hpp"
#include "support/strings.hpp"

namespace faults {
namespace {

enum class CallKind { process, reads_files, changes_files, opens, controls };

struct Row {
  std::uint64_t number;
  std::string_view name;
  CallKind kind;
};

#define CALL(name, kind) \
  Row { SYS_##name, #name, CallKind::kind }
constexpr std::array rows{
    CALL(brk, process),
    CALL(mmap, process),
    CALL(munmap, process),
    CALL(mremap, process),
    CALL(mprotect, process),
    CALL(madvise, process),
    CALL(exit, process),
    CALL(exit_group, process),
    CALL(futex, process),
    CALL(getrandom, process),
    CALL(clock_gettime, process),
    CALL(clock_nanosleep, process),
    CALL(nanosleep, process),
    CALL(gettimeofday, process),
    CALL(getpid, process),
    CALL(gettid, process),
    CALL(getuid, process),
    CALL(geteuid, process),
    CALL(getgid, process),
    CALL(getegid, process),
    CALL(kill, process),
    CALL(tgkill, process),
    CALL(prlimit64, process),
    CALL(prctl, process),
    CALL(rseq, process),
    CALL(rt_sigaction, process),
    CALL(rt_sigprocmask, process),
    CALL(sched_getaffinity, process),
    CALL(set_robust_list, process),
    CALL(set_tid_address, process),
    CALL(sigaltstack, process),
    CALL(sysinfo, process),
    CALL(umask, process),
    CALL(uname, process),
    CALL(close, reads_files),
    CALL(dup, reads_files),
    CALL(dup3, reads_files),
    CALL(faccessat, reads_files),
#ifdef SYS_faccessat2
    CALL(faccessat2, reads_files),
#endif
    CALL(fadvise64, reads_files),
    CALL(fcntl, reads_files),
    CALL(fgetxattr, reads_files),
    CALL(flistxattr, reads_files),
    CALL(flock, reads_files),
    CALL(fstat, reads_files),
    CALL(fstatfs, reads_files),
    CALL(getcwd, reads_files),
    CALL(getdents64, reads_files),
    CALL(getxattr, reads_files),
    CALL(lgetxattr, reads_files),
    CALL(listxattr, reads_files),
    CALL(lseek, reads_files),
    CALL(newfstatat, reads_files),
    CALL(pread64, reads_files),
    CALL(preadv, reads_files),
    CALL(read, reads_files),
    CALL(readlinkat, reads_files),
    CALL(readv, reads_files),
    CALL(statfs, reads_files),
    CALL(statx, reads_files),
    CALL(ioctl, controls),
    CALL(openat, opens),
    CALL(openat2, opens),
    CALL(copy_file_range, changes_files),
    CALL(fallocate, changes_files),
    CALL(fchmod, changes_files),
    CALL(fchmodat, changes_files),
    CALL(fchown, changes_files),
    CALL(fchownat, changes_files),
    CALL(fdatasync, changes_files),
    CALL(fremovexattr, changes_files),
    CALL(fsetxattr, changes_files),
    CALL(fsync, changes_files),
    CALL(ftruncate, changes_files),
    CALL(linkat, changes_files),
    CALL(mkdirat, changes_files),
    CALL(pwrite64, changes_files),
    CALL(pwritev, changes_files),
    CALL(renameat2, changes_files),
#ifdef SYS_renameat
    CALL(renameat, changes_files),
#endif
    CALL(sendfile, changes_files),
    CALL(symlinkat, changes_files),
    CALL(sync, changes_files),
    CALL(sync_file_range, changes_files),
    CALL(syncfs, changes_files),
    CALL(truncate, changes_files),
    CALL(unlinkat, changes_files),
    CALL(utimensat, changes_files),
    CALL(write, changes_files),
    CALL(writev, changes_files),
// Calls that old architectures have beside the ones above.
#ifdef SYS_open
    CALL(access, reads_files),
    CALL(arch_prctl, process),
    CALL(lstat, reads_files),
    CALL(poll, process),
    CALL(readlink, reads_files),
    CALL(stat, reads_files),
    CALL(chmod, changes_files),
    CALL(link, changes_files),
    CALL(mkdir, changes_files),
    CALL(open, changes_files),
    CALL(rename, changes_files),
    CALL(rmdir, changes_files),
    CALL(unlink, changes_files),
#endif
};
#undef CALL

const Row* row_of(const Call& call) {
  const auto* const row = std::ranges::find(rows, call.number, &Row::number);
  return row == rows.end() ? nullptr : row;
}

bool plain_open(std::uint64_t flags) {
  constexpr std::uint64_t changing = O_CREAT | O_TRUNC | (O_TMPFILE & ~O_DIRECTORY);
  return (flags & changing) == 0;
}

}  // namespace

std::string name_of(const Call& call) {
  const Row* const row = row_of(call);
  return row != nullptr ? std::string(row->name) : kedge::concat("call ", call.number);
}

bool concerns_files(const Call& call) {
  const Row* const row = row_of(call);
  return row == nullptr || row->kind != CallKind::process;
}

bool is_sleep(const Call& call) { return call.number == SYS_clock_nanosleep || call.number == SYS_nanosleep; }

bool may_change_disk(const Call& call) {
  const Row* const row = row_of(call);
  if (row == nullptr) return true;
  switch (row->kind) {
    case CallKind::process:
    case CallKind::reads_files: return false;
    case CallKind::opens: return !plain_open(call.open_flags);
    case CallKind::controls:
    case CallKind::changes_files: return true;
  }
  return true;
}

}  // namespace faults
