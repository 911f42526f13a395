// Runs a program with a given input and collects its output.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace kedge {

struct PipedRun {
  bool done = false;  // it exited by itself with status 0
  std::string output;
};

// nullopt if it could not be started. If it has not ended by the deadline, or prints more than 16 MiB, it is killed. Its
// standard error is discarded. REQUIRES: the input fits into a pipe (32 KiB); SIGPIPE is ignored.
std::optional<PipedRun> run_piped(const std::vector<std::string>& command, std::string_view input,
                                  std::chrono::milliseconds deadline);

}  // namespace kedge
