// The starter's side of process/worker_starter.hpp.
#pragma once

namespace kedge::postgres {

// Starts a worker whenever standard input asks for one, and returns in each of them: which one it is, counted from 1. Its
// standard input and output are then its socket. The process that was started does not return.
int become_a_worker();

}  // namespace kedge::postgres
