// A program that is stopped before each of its system calls, to be killed there, to be told that the call failed, or to have
// the world changed under it. The program under test has one thread and starts no others.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "program.hpp"

namespace faults {

struct Call {
  std::uint64_t number = 0;
  std::array<std::uint64_t, 6> arguments{};
  std::uint64_t open_flags = 0;  // of openat and openat2
};

std::string name_of(const Call& call);

// Whether it names a file or works on one that is open.
bool concerns_files(const Call& call);
// Whether a disk may look different after the call than before it: true if that is not certain.
bool may_change_disk(const Call& call);
bool is_sleep(const Call& call);

class Stepper {
 public:
  explicit Stepper(const Program& program);

  // Lets the call at which it stands happen and goes on to the next. False: the program has ended.
  bool next();
  // Goes on to the k-th call, from 1. False: the program has ended before.
  bool reach(std::size_t k);

  std::size_t steps() const { return steps_; }
  const Call& call() const { return call_; }
  pid_t pid() const { return child_.pid(); }

  // The call at which it stands will not happen; the program sees this error instead. Only close happens all the same, as it
  // does in a real system whatever it reports.
  void fail_call(int error_number);
  // The call at which it stands will not happen, but the program is told that it did well.
  void drop_call();
  void kill();
  void finish();  // lets it run to its end
  const Ended& end() const { return child_.end(); }

 private:
  enum class At { entry, exit, end };
  At resume();
  void leave_call();

  Child child_;
  Call call_;
  std::size_t steps_ = 0;
  std::optional<long> pending_result_;
  bool in_call_ = false;
};

// All calls of an undisturbed run, and how it ended.
struct Trace {
  std::vector<Call> calls;
  Ended end;
};
Trace trace_of(const Program& program);

// The calls, from 1, before which the disk may look as it did before no other: the first, those behind one that may have
// changed it, and the one that is never reached.
std::vector<std::size_t> telling_points(const std::vector<Call>& calls);

}  // namespace faults
