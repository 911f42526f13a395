// A program that is given its whole input at once, and whose output is awaited to its end.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace kedge {

struct PipedRun {
  bool done = false;  // it ended by itself, with status 0
  std::string output;
};

// Nothing if it could not be started. One that has not ended by the deadline, or says more than 16 MiB, is killed. What it says
// on standard error is lost. REQUIRES: the input is no more than a pipe holds (32 KiB); writing to a closed pipe is no signal.
std::optional<PipedRun> run_piped(const std::vector<std::string>& command, std::string_view input,
                                  std::chrono::milliseconds deadline);

}  // namespace kedge
