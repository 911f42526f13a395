// Processes of another program, one at a time, also for a process that may start none: a sandboxed server. The program is
// started once, before the sandbox closes. That first process only forks: whenever it is asked to, it starts a worker and hands
// over a socket to it.
//
//   this process ──socket──▶ starter ──fork──▶ worker
//              └──────────────socket─────────────┘
//
// So a worker that crashed, was killed or hangs costs what it was doing, and nothing later. A request to the starter is one
// byte, its answer one byte with the descriptor. The starter ends when this process closes its end, or dies; a worker ends by
// itself when its own socket is closed, after what it is doing. The starter's side is in src/postgres/workers.cpp.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <memory>
#include <string>
#include <vector>

namespace kedge {

class WorkerStarter {
 public:
  // With our environment. Null: the program cannot be started.
  static std::unique_ptr<WorkerStarter> start(const std::vector<std::string>& command);
  ~WorkerStarter();  // it ends
  WorkerStarter(const WorkerStarter&) = delete;
  WorkerStarter& operator=(const WorkerStarter&) = delete;

  // A socket to a new worker, for the caller to close; -1: none can be had. The worker before is killed.
  int start_worker(std::chrono::milliseconds longest);

 private:
  WorkerStarter(pid_t process, int channel) : process_(process), channel_(channel) {}
  int give_up();  // -1: it is not asked any more

  pid_t process_;
  int channel_;  // -1: it is gone
};

}  // namespace kedge
