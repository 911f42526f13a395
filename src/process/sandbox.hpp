// Makes the kernel restrict this process to what it needs, so that a bug in kedge is an error and not damage to somebody's
// files: Landlock for files, a list of allowed system calls for everything else. It cannot be undone, and it also applies to
// all child processes. Decision 0018 says why it is an allow list.
#pragma once

#include <cstdint>
#include <string>

#include "process/landlock.hpp"

namespace kedge {

enum class SandboxMode : std::uint8_t {
  stdio,   // serves a client over open streams: files, threads and Unix sockets, but no processes and no network
  http,    // the same, and accepts connections on sockets that are already listening
  helper,  // starts workers and talks over an open socket: no files, no new sockets
};
// For the limits of workers see worker_limits.hpp.

struct SandboxSettings {
  SandboxMode mode = SandboxMode::stdio;
  ReachableFiles files = {};
};

struct SandboxReport {
  int landlock = 0;  // the version that guards files; 0: none
  bool filters_calls = false;
  std::string missing = {};  // for people: what is missing and why; empty: nothing
};

// A refused call fails with EPERM, a file out of reach with EACCES. REQUIRES: this is the only thread.
SandboxReport close_sandbox(const SandboxSettings& settings);

}  // namespace kedge
