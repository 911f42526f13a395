// Runs work that may crash, hang or use too much memory in another process, where that costs only the answer.
//
//   caller ──socket──▶ one server process ──fork──▶ a worker for each question
//
// The server is this program again, single-threaded, sandboxed and started at the first question, so that forking is cheap and
// the workers inherit nothing from the caller: no threads, no locks, no open files. A worker has a deadline, a
// memory limit and hardly any system calls. It reads the question from memory shared with the caller, writes its answer
// to a pipe, and exits. The caller trusts neither: it waits no longer than its own deadline, and a server that is dead, late or
// answers nonsense is killed and started again for the next question. The server exits when the caller closes its end of the
// socket, or dies.
//
// Both ends of the protocol are in this file.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstdint>
#include <expected>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "support/ordered_mutex.hpp"

namespace kedge {

struct IsolationLimits {
  std::chrono::milliseconds deadline;  // for the work itself
  std::uint64_t memory = 0;            // in addition to the program and three times the bytes it works on
};

class Isolated {
 public:
  // `command` is a program that calls serve_isolated, with its arguments.
  Isolated(std::vector<std::string> command, IsolationLimits limits) : command_(std::move(command)), limits_(limits) {}
  ~Isolated() { stop(); }
  Isolated(const Isolated&) = delete;
  Isolated& operator=(const Isolated&) = delete;

  // The answer, or nullopt if there is none for whatever reason. From any thread; one question at a time.
  std::optional<std::string> ask(std::string_view question, std::string_view bytes);

  // Starts the server now, without waiting for it, and never again: to be called before a sandbox forbids starting processes.
  // `when_lost` is called once, by the thread that finds it dead; from then on questions have no answer.
  void start_for_good(std::function<void()> when_lost);

  // For tests: the server's process id, 0 if there is none.
  pid_t server() const { return server_; }

 private:
  enum class Failure { unanswered, broken };  // the worker did not answer; the server is broken

  bool start();
  void stop();
  void tell_loss();
  bool is_running() const;
  bool send(std::string_view question, std::string_view bytes) const;
  std::expected<std::string, Failure> receive() const;

  std::vector<std::string> command_;
  IsolationLimits limits_;
  OrderedMutex mutex_{LockOrder::parser};
  pid_t server_ = 0;
  int channel_ = -1;
  bool may_start_another_ = true;
  std::function<void()> when_lost_;
};

// The work. It must depend only on its arguments.
using IsolatedWork = std::string (*)(std::string_view question, std::string_view bytes);

// Answers questions on standard input until it is closed. Returns the exit status.
int serve_isolated(IsolatedWork work);

}  // namespace kedge
