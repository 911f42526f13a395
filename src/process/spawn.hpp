// Starts another program, which inherits nothing but the given streams.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace kedge {

struct SpawnedStreams {
  int input;
  int output = -1;  // -1: its output is discarded. Its standard error always is
};

enum class SpawnedEnvironment : std::uint8_t {
  ours,
  none,  // except variables for the runtimes of the program itself
};

// It inherits no signal settings, and Ctrl-C in our terminal does not reach it. nullopt if it could not be started.
// REQUIRES: the command is not empty; all our other descriptors are closed by exec.
std::optional<pid_t> spawn(const std::vector<std::string>& command, SpawnedStreams streams,
                           SpawnedEnvironment environment = SpawnedEnvironment::ours);

}  // namespace kedge
