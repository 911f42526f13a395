// Sets up the sandbox of a server.
#pragma once

#include <span>

#include "embed/served_roots.hpp"
#include "process/sandbox.hpp"
#include "syntax/syntax.hpp"

namespace kedge {

// Call this first: keeps only the environment variables that the server reads. Secrets that a client passed on are then not in
// its memory, with or without a sandbox. REQUIRES: this is the only thread.
void keep_environment_of_server();

// Call this after everything is configured, before the first request and before there are other threads. If the kernel lacks a
// feature, prints that to standard error and goes on.
void close_sandbox_of_server(SandboxMode mode, std::span<const SandboxedRoot> roots, Syntax& syntax);

}  // namespace kedge
