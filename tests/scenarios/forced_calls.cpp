#include "scenarios/forced_calls.hpp"

#include <elf.h>
#include <sys/ptrace.h>
#include <sys/uio.h>
#include <sys/user.h>
#include <sys/wait.h>

#include <cerrno>
#include <csignal>
#include <cstring>

#include "support/strings.hpp"

namespace kedge::test {

#if defined(__aarch64__)
struct ForcedCalls::Registers {
  user_regs_struct all{};

  static constexpr std::uint64_t length_of_call = 4;
  static bool is_call(long word) { return (static_cast<std::uint64_t>(word) & 0xFFFFFFFFU) == 0xD4000001U; }
  std::uint64_t at() const { return all.pc; }
  std::uint64_t stack() const { return all.sp; }
  long answer() const { return static_cast<long>(all.regs[0]); }
  void set(std::uint64_t entry, long number, const std::array<std::uint64_t, 6>& arguments) {
    all.pc = entry;
    all.regs[8] = static_cast<std::uint64_t>(number);
    for (std::size_t i = 0; i < arguments.size(); ++i) all.regs[i] = arguments[i];
  }
  // The kernel has set it to make the interrupted call again.
  void go_on(std::uint64_t /*entry*/) {}
};
#elif defined(__x86_64__)
struct ForcedCalls::Registers {
  user_regs_struct all{};

  static constexpr std::uint64_t length_of_call = 2;
  static bool is_call(long word) { return (static_cast<std::uint64_t>(word) & 0xFFFFU) == 0x050FU; }
  std::uint64_t at() const { return all.rip; }
  std::uint64_t stack() const { return all.rsp; }
  long answer() const { return static_cast<long>(all.rax); }
  void set(std::uint64_t entry, long number, const std::array<std::uint64_t, 6>& arguments) {
    all.rip = entry;
    all.rax = static_cast<std::uint64_t>(number);
    all.orig_rax = ~0ULL;
    all.rdi = arguments[0];
    all.rsi = arguments[1];
    all.rdx = arguments[2];
    all.r10 = arguments[3];
    all.r8 = arguments[4];
    all.r9 = arguments[5];
  }
  // A call that was interrupted is made again; one that was complete is not, or what it has done would be done twice.
  void go_on(std::uint64_t entry) {
    constexpr long first_internal = -516, last_internal = -512;  // errors by which the kernel says so to itself
    if (answer() == -EINTR || (answer() >= first_internal && answer() <= last_internal)) {
      all.rip = entry;
      all.rax = all.orig_rax;
    }
    all.orig_rax = ~0ULL;
  }
};
#else
struct ForcedCalls::Registers {
  std::array<std::uint64_t, 1> all{};

  static constexpr std::uint64_t length_of_call = 0;
  static bool is_call(long /*word*/) { return false; }
  std::uint64_t at() const { return 0; }
  std::uint64_t stack() const { return 0; }
  long answer() const { return 0; }
  void set(std::uint64_t /*entry*/, long /*number*/, const std::array<std::uint64_t, 6>& /*arguments*/) {}
  void go_on(std::uint64_t /*entry*/) {}
};
#endif

ForcedCalls::ForcedCalls(pid_t process) : process_(process) {
  static_assert(sizeof(Registers) <= sizeof before_);
  if (::ptrace(PTRACE_SEIZE, process_, nullptr, PTRACE_O_TRACESYSGOOD) != 0) {
    problem_ = concat("a process may not be stopped here: ", ::strerror(errno));
    return;
  }
  Registers now;
  if (::ptrace(PTRACE_INTERRUPT, process_, nullptr, nullptr) != 0 || ::waitpid(process_, nullptr, __WALL) != process_ ||
      !read(now)) {
    problem_ = "the process does not stop";
    return;
  }
  // On it where the call is about to be made again, or behind it.
  for (const std::uint64_t back : {std::uint64_t{0}, Registers::length_of_call}) {
    errno = 0;
    const long word = ::ptrace(PTRACE_PEEKTEXT, process_, now.at() - back, nullptr);
    if (errno == 0 && entry_ == 0 && Registers::is_call(word)) entry_ = now.at() - back;
  }
  if (entry_ == 0) {
    problem_ = "the process does not wait in a system call";
    return;
  }
  now.go_on(entry_);
  size_ = sizeof now;
  std::memcpy(before_.data(), &now, size_);
  constexpr std::uint64_t red_zone = 4096;
  free_ = (now.stack() - red_zone) & ~std::uint64_t{15};
}

ForcedCalls::~ForcedCalls() {
  if (size_ > 0) {
    Registers then;
    std::memcpy(static_cast<void*>(&then), before_.data(), size_);
    write(then);
  }
  ::ptrace(PTRACE_DETACH, process_, nullptr, nullptr);
}

bool ForcedCalls::read(Registers& into) const {
  iovec all{&into.all, sizeof into.all};
  return ::ptrace(PTRACE_GETREGSET, process_, NT_PRSTATUS, &all) == 0;
}

bool ForcedCalls::write(const Registers& from) const {
  Registers copy = from;
  iovec all{&copy.all, sizeof copy.all};
  return ::ptrace(PTRACE_SETREGSET, process_, NT_PRSTATUS, &all) == 0;
}

// To the beginning or the end of a call; what else stops it is passed over.
bool ForcedCalls::run_to_stop() {
  for (int tries = 0; tries < 100; ++tries) {
    int status = 0;
    if (::ptrace(PTRACE_SYSCALL, process_, nullptr, nullptr) != 0 || ::waitpid(process_, &status, __WALL) != process_)
      return false;
    if (!WIFSTOPPED(status)) return false;
    if (WSTOPSIG(status) == (SIGTRAP | 0x80)) return true;
  }
  return false;
}

long ForcedCalls::call(long number, std::array<std::uint64_t, 6> arguments) {
  Registers asked;
  std::memcpy(static_cast<void*>(&asked), before_.data(), size_);
  asked.set(entry_, number, arguments);
  Registers answered;
  if (!write(asked) || !run_to_stop() || !run_to_stop() || !read(answered)) return -ESRCH;
  return answered.answer();
}

std::uint64_t ForcedCalls::text(const std::string& words) {
  free_ = (free_ - words.size() - 1) & ~std::uint64_t{15};
  const iovec ours{const_cast<char*>(words.c_str()), words.size() + 1};
  const iovec theirs{reinterpret_cast<void*>(free_),
                     words.size() + 1};  // NOLINT(performance-no-int-to-ptr): of another process
  return ::process_vm_writev(process_, &ours, 1, &theirs, 1, 0) == static_cast<ssize_t>(words.size() + 1) ? free_ : 0;
}

}  // namespace kedge::test
