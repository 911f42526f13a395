// A running program that is asked line by line and answers line by line.
#pragma once

#include <sys/types.h>

#include <cstdio>
#include <stdexcept>
#include <string>

#include "program.hpp"

namespace faults {

// The program has ended, or was killed, before it answered.
struct Gone : std::runtime_error {
  Gone() : std::runtime_error("the program ended in the middle of a conversation") {}
};

class Conversation {
 public:
  explicit Conversation(const Program& program);
  ~Conversation();  // closes its input and waits for its end
  Conversation(const Conversation&) = delete;
  Conversation& operator=(const Conversation&) = delete;

  void say(const std::string& line);  // without its end
  std::string hear();                 // the next line; throws Gone
  pid_t pid() const { return pid_; }

 private:
  pid_t pid_ = -1;
  std::FILE* to_ = nullptr;
  std::FILE* from_ = nullptr;
};

}  // namespace faults
