// A program run from outside: what to start, and how it ended.
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <string>
#include <vector>

namespace faults {

struct Program {
  std::filesystem::path binary;
  std::vector<std::string> arguments;    // without the program's name
  std::vector<std::string> environment;  // NAME=VALUE; nothing is inherited
  std::filesystem::path folder;          // to run in
};

struct Ended {
  int status = -1;  // its exit status, or -1
  int signal = 0;   // the signal that ended it, or 0
  std::string output;
  std::string errors;

  bool died() const { return signal != 0; }
};

std::string to_text(const Ended& ended);

// A started program. Both of its outputs go to memory, so that it never waits for a reader, and an alarm ends it should it
// hang, so that the battery always ends.
class Child {
 public:
  enum class Start { running, traced };
  explicit Child(const Program& program, Start start = Start::running);
  ~Child();
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  pid_t pid() const { return pid_; }
  bool living() const { return pid_ > 0; }
  int wait(int options = 0);                   // the status as waitpid tells it; the child may merely have stopped
  const Ended& end() const { return ended_; }  // REQUIRES: not living

 private:
  pid_t pid_ = -1;
  int output_ = -1;
  int errors_ = -1;
  Ended ended_;
};

Ended run(const Program& program);

}  // namespace faults
