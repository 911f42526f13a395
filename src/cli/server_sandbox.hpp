// The sandbox of a server: what it may still do once it serves.
#pragma once

#include "commit/workspace.hpp"
#include "process/sandbox.hpp"
#include "syntax/syntax.hpp"

namespace kedge {

// Before anything else: of its environment a server keeps the variables that it reads itself. Secrets that a client has handed
// down are in no memory of it, sandbox or not. REQUIRES: this is the only thread.
void keep_environment_of_server();

// Between the last thing that is configured and the first request, before there are other threads. What the kernel does not
// offer is told on standard error, and the server goes on without.
void close_sandbox_of_server(SandboxMode mode, const Workspace& workspace, Syntax& syntax);

}  // namespace kedge
