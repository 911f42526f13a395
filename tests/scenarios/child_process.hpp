// Runs a program to its end and keeps what it said. A program that hangs is ended after a while, with all that it started.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace kedge::test {

struct Command {
  std::filesystem::path program;
  std::vector<std::string> arguments;    // without the program's name
  std::vector<std::string> environment;  // NAME=VALUE; nothing is inherited
  std::filesystem::path folder;          // to run in
  std::optional<std::string> input;      // nothing: /dev/null
  std::filesystem::path terminal = {};   // it is alone at, in a session of its own; empty: at none that it is given
  bool errors_to_output = false;         // both streams as one, in the order in which they were written
  std::chrono::milliseconds patience = std::chrono::seconds(30);
};

struct Finished {
  int status = 0;  // as a shell counts: 128 + N if signal N ended it
  bool timed_out = false;
  std::string output;
  std::string errors;
};

// Throws std::system_error if the program cannot be started.
Finished run_to_end(const Command& command);

// Starts it in a process group of its own, with these descriptors as its standard streams; `input` -1 is /dev/null.
pid_t start(const Command& command, int input, int output, int errors);

}  // namespace kedge::test
