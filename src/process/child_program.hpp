// A program that this process has started and talks to through pipes, with a time limit for everything.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace kedge {

class ChildProgram {
 public:
  using Clock = std::chrono::steady_clock;

  // With our environment, in this folder. Null: it could not be started. REQUIRES: SIGPIPE is ignored.
  static std::unique_ptr<ChildProgram> start(const std::vector<std::string>& command, const std::string& folder);
  ~ChildProgram();  // it and all that it has started are killed
  ChildProgram(const ChildProgram&) = delete;
  ChildProgram& operator=(const ChildProgram&) = delete;

  // False: it did not take all of it in time, or is gone.
  bool write(std::string_view bytes, Clock::time_point until);
  void end_input();
  enum class Read : std::uint8_t { some, late, ended };
  // Adds what it has printed by now, or waits for more.
  Read read(std::string& into, Clock::time_point until);
  // Readable when it has printed something or has ended.
  int output() const { return output_; }
  // Waits for its end. nullopt: it has not come in time.
  std::optional<int> exit_status(Clock::time_point until);

 private:
  ChildProgram(pid_t process, int input, int output) : process_(process), input_(input), output_(output) {}

  pid_t process_;
  int input_, output_;
  std::optional<int> status_;
};

}  // namespace kedge
