#include "process/linux/system_call_filter.hpp"

#include <linux/audit.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <map>
#include <span>

namespace kedge {
namespace {

#if defined(__x86_64__)
constexpr std::uint32_t this_architecture = AUDIT_ARCH_X86_64;
#elif defined(__aarch64__)
constexpr std::uint32_t this_architecture = AUDIT_ARCH_AARCH64;
#else
constexpr std::uint32_t this_architecture = 0;
#endif

// Numbers from here on were given out after this list was written; they are the same on every architecture.
constexpr std::uint32_t first_unknown_call = 470;
// On x86-64 a second set of the same calls, with other numbers, begins here.
constexpr std::uint32_t first_x32_call = 0x40000000;

constexpr auto load_word = static_cast<std::uint16_t>(BPF_LD | BPF_W | BPF_ABS);
constexpr auto mask_word = static_cast<std::uint16_t>(BPF_ALU | BPF_AND | BPF_K);
constexpr auto if_equal = static_cast<std::uint16_t>(BPF_JMP | BPF_JEQ | BPF_K);
constexpr auto if_at_least = static_cast<std::uint16_t>(BPF_JMP | BPF_JGE | BPF_K);
constexpr auto skip = static_cast<std::uint16_t>(BPF_JMP | BPF_JA);
constexpr auto answer = static_cast<std::uint16_t>(BPF_RET | BPF_K);

constexpr std::uint32_t refused = SECCOMP_RET_ERRNO | EPERM;
constexpr std::uint32_t not_there = SECCOMP_RET_ERRNO | ENOSYS;

// What is done with the numbers from `first` up to the next decision.
struct Decision {
  std::uint32_t first = 0;
  std::uint32_t verdict = 0;
  const AllowedCall* call = nullptr;  // whose arguments decide; the verdict is for those that do not pass
};

bool same(const Decision& a, const Decision& b) { return a.call == nullptr && b.call == nullptr && a.verdict == b.verdict; }

std::vector<Decision> decisions_of(const SystemCallFilter& filter) {
  const bool refuses = filter.otherwise == SystemCallFilter::Otherwise::refuse;
  const std::uint32_t verdict = refuses ? refused : SECCOMP_RET_KILL_PROCESS;
  std::map<std::uint32_t, Decision> listed;
  for (const std::uint32_t number : filter.unheard_of) listed[number] = {number, not_there};
  for (const AllowedCall& call : filter.allowed) {
    listed[call.number] =
        call.one_of.empty() ? Decision{call.number, SECCOMP_RET_ALLOW} : Decision{call.number, verdict, &call};
  }
  std::vector<Decision> all{{0, verdict}};
  const auto add = [&all](const Decision& next) {
    if (all.back().first == next.first) all.pop_back();
    if (all.empty() || !same(all.back(), next)) all.push_back(next);
  };
  for (const auto& [number, decision] : listed) {
    add(decision);
    add({number + 1, verdict});
  }
  if (refuses) add({first_unknown_call, not_there});
  if (refuses) add({first_x32_call, refused});
  return all;
}

class Program {
 public:
  explicit Program(const SystemCallFilter& filter) {
    add(load_word, offsetof(seccomp_data, arch));
    add(if_equal, this_architecture, 1, 0);
    add(answer, SECCOMP_RET_KILL_PROCESS);
    add(load_word, offsetof(seccomp_data, nr));
    search(decisions_of(filter));
  }

  std::vector<sock_filter> take() { return std::move(code_); }

 private:
  void add(std::uint16_t code, std::uint32_t value, std::uint8_t if_true = 0, std::uint8_t if_false = 0) {
    code_.push_back({code, if_true, if_false, value});
  }

  // A binary search: the kernel runs the program once for every number when it is installed, and for some at every call.
  void search(std::span<const Decision> decisions) {
    if (decisions.size() == 1) return decide(decisions.front());
    const std::size_t half = decisions.size() / 2;
    add(if_at_least, decisions[half].first, 0, 1);
    const std::size_t jump = code_.size();
    add(skip, 0);
    search(decisions.first(half));
    code_[jump].k = static_cast<std::uint32_t>(code_.size() - jump - 1);
    search(decisions.subspan(half));
  }

  void decide(const Decision& decision) {
    if (decision.call != nullptr) {
      for (const Condition& condition : decision.call->one_of) allow_if(condition);
    }
    add(answer, decision.verdict);
  }

  // A test that fails skips what is left of its condition.
  void allow_if(const Condition& condition) {
    constexpr std::size_t steps_of_test = 3;
    std::size_t left = condition.size() * steps_of_test + 1;
    for (const ArgumentTest& test : condition) {
      left -= steps_of_test;
      add(load_word, static_cast<std::uint32_t>(offsetof(seccomp_data, args) + (std::size_t{8} * test.argument)));
      add(mask_word, test.mask);
      add(if_equal, test.value, 0, static_cast<std::uint8_t>(left));
    }
    add(answer, SECCOMP_RET_ALLOW);
  }

  std::vector<sock_filter> code_;
};

}  // namespace

std::vector<sock_filter> program_of(const SystemCallFilter& filter) {
  return this_architecture == 0 ? std::vector<sock_filter>() : Program(filter).take();
}

bool apply(const SystemCallFilter& filter) {
  std::vector<sock_filter> code = program_of(filter);
  if (code.empty() || ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return false;
  const sock_fprog program{static_cast<unsigned short>(code.size()), code.data()};
  return ::syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &program) == 0;
}

}  // namespace kedge
