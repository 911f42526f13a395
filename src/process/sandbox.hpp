// The kernel holds this process to what its work needs, so that a mistake in kedge is an error and not somebody's file:
// Landlock for files, a list of allowed system calls for everything else. What was closed once stays closed, for this process
// and for all that it starts. Decision 0018 says why it is a list.
#pragma once

#include <cstdint>
#include <string>

#include "process/landlock.hpp"

namespace kedge {

enum class SandboxMode : std::uint8_t {
  stdio,   // serves a client over open streams: files, threads and Unix sockets, but no other process and no network
  http,    // the same, and takes connections from sockets that listen already
  helper,  // starts workers and talks over an open socket: no file, no further socket
};
// What a worker is held to is in worker_limits.

struct SandboxSettings {
  SandboxMode mode = SandboxMode::stdio;
  ReachableFiles files = {};
};

struct SandboxReport {
  int landlock = 0;  // the version that guards files; 0: none does
  bool filters_calls = false;
  std::string missing = {};  // what is not as it should be and why, for people; empty: it is
};

// A refused call fails with EPERM, a file out of reach with EACCES. REQUIRES: this is the only thread.
SandboxReport close_sandbox(const SandboxSettings& settings);

}  // namespace kedge
