// Makes a running process call the system, whatever it would rather do: what is possible for it is asked from inside.
#pragma once

#include <sys/types.h>

#include <array>
#include <cstdint>
#include <string>

namespace kedge::test {

class ForcedCalls {
 public:
  // Stops the process until this is over; then it goes on where it was. REQUIRES: it waits in a system call.
  explicit ForcedCalls(pid_t process);
  ~ForcedCalls();
  ForcedCalls(const ForcedCalls&) = delete;
  ForcedCalls& operator=(const ForcedCalls&) = delete;

  // Why it cannot be done here, or nothing.
  const std::string& problem() const { return problem_; }

  // What the call answered, or the negative error. A text is put where the process can read it; nothing else of its memory is
  // touched.
  long call(long number, std::array<std::uint64_t, 6> arguments = {});
  std::uint64_t text(const std::string& words);

 private:
  struct Registers;
  bool run_to_stop();
  bool read(Registers& into) const;
  bool write(const Registers& from) const;

  pid_t process_;
  std::string problem_;
  std::array<std::uint64_t, 64> before_{};  // all registers, as the kernel hands them out
  std::size_t size_ = 0;
  std::uint64_t entry_ = 0;  // of the instruction that calls the system
  std::uint64_t free_ = 0;   // below the stack, where texts go
};

}  // namespace kedge::test
