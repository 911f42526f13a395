#include "stepper.hpp"

#include <elf.h>
#include <fcntl.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/user.h>
#include <sys/wait.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <system_error>

#include "support/strings.hpp"

namespace faults {
namespace {

// More than any run needs: a program that makes so many calls has lost its way.
constexpr std::size_t most_calls = 2'000'000;

void checked(long result, const char* what) {
  if (result < 0) throw std::system_error(errno, std::generic_category(), what);
}

void* as_pointer(std::size_t number) { return reinterpret_cast<void*>(number); }

#if defined(__aarch64__)

void skip_call(pid_t pid) {
  int none = -1;
  iovec piece{&none, sizeof none};
  checked(::ptrace(PTRACE_SETREGSET, pid, as_pointer(NT_ARM_SYSTEM_CALL), &piece), "PTRACE_SETREGSET");
}

void set_result(pid_t pid, long result) {
  user_regs_struct registers{};
  iovec piece{&registers, sizeof registers};
  checked(::ptrace(PTRACE_GETREGSET, pid, as_pointer(NT_PRSTATUS), &piece), "PTRACE_GETREGSET");
  registers.regs[0] = static_cast<unsigned long long>(result);
  checked(::ptrace(PTRACE_SETREGSET, pid, as_pointer(NT_PRSTATUS), &piece), "PTRACE_SETREGSET");
}

#elif defined(__x86_64__)

void skip_call(pid_t pid) {
  user_regs_struct registers{};
  checked(::ptrace(PTRACE_GETREGS, pid, nullptr, &registers), "PTRACE_GETREGS");
  registers.orig_rax = static_cast<unsigned long long>(-1);
  checked(::ptrace(PTRACE_SETREGS, pid, nullptr, &registers), "PTRACE_SETREGS");
}

void set_result(pid_t pid, long result) {
  user_regs_struct registers{};
  checked(::ptrace(PTRACE_GETREGS, pid, nullptr, &registers), "PTRACE_GETREGS");
  registers.rax = static_cast<unsigned long long>(result);
  checked(::ptrace(PTRACE_SETREGS, pid, nullptr, &registers), "PTRACE_SETREGS");
}

#else
#error "the stepper knows the registers of aarch64 and x86_64 only"
#endif

Call entered_call(pid_t pid) {
  __ptrace_syscall_info info{};
  checked(::ptrace(PTRACE_GET_SYSCALL_INFO, pid, as_pointer(sizeof info), &info), "PTRACE_GET_SYSCALL_INFO");
  Call call;
  call.number = info.entry.nr;
  std::ranges::copy(info.entry.args, call.arguments.begin());
  if (call.number == SYS_openat) call.open_flags = call.arguments[2];
  if (call.number == SYS_openat2) {  // they are the first word of a structure
    const long word = ::ptrace(PTRACE_PEEKDATA, pid, as_pointer(call.arguments[2]), nullptr);
    call.open_flags = static_cast<std::uint64_t>(word);
  }
  return call;
}

}  // namespace

Stepper::Stepper(const Program& program) : child_(program, Child::Start::traced) {
  child_.wait();  // stopped by its own exec
  if (!child_.living()) throw std::runtime_error("the program under test ended before it began");
  checked(::ptrace(PTRACE_SETOPTIONS, pid(), nullptr, as_pointer(PTRACE_O_EXITKILL | PTRACE_O_TRACESYSGOOD)),
          "PTRACE_SETOPTIONS");
}

Stepper::At Stepper::resume() {
  constexpr int syscall_stop = SIGTRAP | 0x80;
  std::size_t signal = 0;
  for (;;) {
    checked(::ptrace(PTRACE_SYSCALL, pid(), nullptr, as_pointer(signal)), "PTRACE_SYSCALL");
    const int status = child_.wait();
    if (!child_.living()) return At::end;
    if (WSTOPSIG(status) == syscall_stop) {
      in_call_ = !in_call_;
      return in_call_ ? At::entry : At::exit;
    }
    signal = static_cast<std::size_t>(WSTOPSIG(status));
  }
}

void Stepper::leave_call() {
  if (!in_call_ || resume() != At::exit) return;
  if (pending_result_) set_result(pid(), *pending_result_);
  pending_result_.reset();
}

bool Stepper::next() {
  if (child_.living()) leave_call();
  if (!child_.living() || resume() == At::end) return false;
  call_ = entered_call(pid());
  if (++steps_ > most_calls) throw std::runtime_error("the program under test does not end");
  return true;
}

bool Stepper::reach(std::size_t k) {
  while (steps_ < k) {
    if (!next()) return false;
  }
  return true;
}

void Stepper::fail_call(int error_number) {
  if (call_.number != SYS_close) skip_call(pid());
  pending_result_ = -error_number;
}

void Stepper::drop_call() {
  skip_call(pid());
  pending_result_ = 0;
}

void Stepper::kill() {
  if (!child_.living()) return;
  ::kill(pid(), SIGKILL);
  while (child_.living()) child_.wait();
}

void Stepper::finish() {
  if (child_.living()) leave_call();
  if (!child_.living()) return;
  checked(::ptrace(PTRACE_DETACH, pid(), nullptr, nullptr), "PTRACE_DETACH");
  while (child_.living()) child_.wait();
}

Trace trace_of(const Program& program) {
  Trace trace;
  Stepper stepper(program);
  while (stepper.next()) trace.calls.push_back(stepper.call());
  trace.end = stepper.end();
  return trace;
}

std::vector<std::size_t> telling_points(const std::vector<Call>& calls) {
  std::vector<std::size_t> points{1};
  for (std::size_t i = 0; i < calls.size(); ++i) {
    if (may_change_disk(calls[i])) points.push_back(i + 2);
  }
  if (points.back() <= calls.size()) points.push_back(calls.size() + 1);
  return points;
}

}  // namespace faults
