// Starting another program: with the streams that it is given and nothing else of ours.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace kedge {

struct SpawnedStreams {
  int input;
  int output = -1;  // nothing: what it prints is lost, as is what it says on standard error in any case
};

enum class SpawnedEnvironment : std::uint8_t {
  ours,
  none,  // but for what the runtimes of the program itself are told
};

// It has no signal setting of ours, and what is typed to stop us does not stop it half-way. Nothing if it could not be started.
// REQUIRES: the command is not empty; all our other descriptors are closed by exec.
std::optional<pid_t> spawn(const std::vector<std::string>& command, SpawnedStreams streams,
                           SpawnedEnvironment environment = SpawnedEnvironment::ours);

}  // namespace kedge
