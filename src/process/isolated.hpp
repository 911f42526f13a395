// Work on bytes that may crash, hang or eat memory, done where that costs nothing but the answer.
//
//   the asker ──socket──▶ one server process ──fork──▶ a worker for each question
//
// The server is this program again, single-threaded and started at the first question, so that forking is cheap and inherits
// nothing of the asker: no threads, no locks, no open files; and it closes a sandbox around itself. A worker has a deadline, a
// memory limit and hardly any system call; it reads the question from memory that it shares with the asker, writes its answer
// into a pipe, and ends. The asker trusts neither: it waits no longer than its own deadline, and a server that is dead, late or
// talks nonsense is killed and started anew for the next question. The server ends when the asker closes its end of the socket,
// or dies.
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
  std::uint64_t memory = 0;            // beyond the program and three times the bytes it works on
};

class Isolated {
 public:
  // `command` is the program that calls serve_isolated, and its arguments.
  Isolated(std::vector<std::string> command, IsolationLimits limits) : command_(std::move(command)), limits_(limits) {}
  ~Isolated() { stop(); }
  Isolated(const Isolated&) = delete;
  Isolated& operator=(const Isolated&) = delete;

  // What the work answered, or nothing, whatever the reason. From any thread; one question at a time.
  std::optional<std::string> ask(std::string_view question, std::string_view bytes);

  // Starts the server at once, without waiting for it, and never another one: before the right to start a process is given up.
  // `when_lost` is called once, by the thread that finds it gone; questions have no answer then.
  void start_for_good(std::function<void()> when_lost);

  // For tests: the server's process, 0 while there is none.
  pid_t server() const { return server_; }

 private:
  enum class Failure { unanswered, broken };  // by the worker; the server itself

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

// The work: must not depend on anything but its arguments.
using IsolatedWork = std::string (*)(std::string_view question, std::string_view bytes);

// Answers questions on standard input until it is closed. Returns the exit status.
int serve_isolated(IsolatedWork work);

}  // namespace kedge
