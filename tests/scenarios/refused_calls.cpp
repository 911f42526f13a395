#include "scenarios/refused_calls.hpp"

#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <system_error>
#include <thread>
#include <vector>

namespace kedge::test {
namespace {

void refuse_in_this_thread(std::initializer_list<long> calls, int error) {
  std::vector<sock_filter> program{BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr))};
  for (const long call : calls) {
    program.push_back(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, static_cast<std::uint32_t>(call), 0, 1));
    program.push_back(BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | static_cast<std::uint32_t>(error)));
  }
  program.push_back(BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW));
  const sock_fprog filter{.len = static_cast<unsigned short>(program.size()), .filter = program.data()};
  if (::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 || ::prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter) != 0) {
    throw std::system_error(errno, std::generic_category(), "seccomp");
  }
}

}  // namespace

Finished with_calls_refused(std::initializer_list<long> calls, int error, const std::function<Finished()>& action) {
  Finished finished;
  std::exception_ptr problem;
  // A filter cannot be taken off again, so it belongs to a thread that ends.
  std::thread([&] {
    try {
      refuse_in_this_thread(calls, error);
      finished = action();
    } catch (...) {
      problem = std::current_exception();
    }
  }).join();
  if (problem) std::rethrow_exception(problem);
  return finished;
}

}  // namespace kedge::test
