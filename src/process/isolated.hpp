// Runs work that may crash, hang or use too much memory in another process, where that costs only the answer.
//
//   caller ──socket──▶ one server process ──fork──▶ a worker for each question, or one that lasts
//
// The server is this program again, single-threaded, sandboxed and started at the first question, so that forking is cheap and
// the workers inherit nothing from the caller: no threads, no locks, no open files. A worker has a deadline, a
// memory limit and hardly any system calls. It reads the question from memory shared with the caller, writes its answer
// to a pipe, and exits. The caller trusts neither: it waits no longer than its own deadline, plus that of a question that was
// begun before, and a server that is dead, late or answers nonsense is killed and started again for the next question. The
// server exits when the caller closes its end of the socket, or dies.
//
// A worker that lasts keeps what helps it with the next question. Bytes that take it over can then lie about the bytes of later
// questions, so it is asked only for what decides about no byte of a file. If it fails before the deadline, a new one is asked
// once.
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
  enum class Failure { unanswered, broken };  // the worker did not answer; the server is broken

  // `command` is a program that calls serve_isolated, with its arguments.
  Isolated(std::vector<std::string> command, IsolationLimits limits) : command_(std::move(command)), limits_(limits) {}
  ~Isolated() { stop(); }
  Isolated(const Isolated&) = delete;
  Isolated& operator=(const Isolated&) = delete;

  // The answer, or nullopt if there is none for whatever reason. From any thread; one question at a time.
  std::optional<std::string> ask(std::string_view question, std::string_view bytes);
  // The same of the worker that lasts.
  std::optional<std::string> ask_lasting(std::string_view question, std::string_view bytes, std::chrono::milliseconds deadline);
  // The worker that lasts begins with a question that will probably be asked next, while the caller does something else.
  // Does not wait: nothing is begun if the server is not running yet, or has another question. The answer to
  // one that was begun but never asked is thrown away.
  void begin_lasting(std::string_view question, std::string_view bytes, std::chrono::milliseconds deadline);

  // Starts the server now, without waiting for it, and never again: to be called before a sandbox forbids starting processes.
  // `when_lost` is called once, by the thread that finds it dead; from then on questions have no answer.
  void start_for_good(std::function<void()> when_lost);

  // For tests: the server's process id, 0 if there is none.
  pid_t server() const { return server_; }

 private:
  using Clock = std::chrono::steady_clock;
  using Answer = std::expected<std::string, Failure>;
  struct Begun {
    std::string question, bytes;
    Clock::time_point latest;
  };

  bool start();
  void stop();
  void lose();
  void tell_loss();
  bool is_running() const;
  std::optional<std::string> ask_worker(std::string_view question, std::string_view bytes, std::chrono::milliseconds deadline,
                                        bool lasting);
  bool send(std::string_view question, std::string_view bytes, std::chrono::milliseconds deadline, bool lasting) const;
  // If the server is broken, it is stopped.
  Answer receive(Clock::time_point latest);

  std::vector<std::string> command_;
  IsolationLimits limits_;
  OrderedMutex mutex_{LockOrder::parser};
  pid_t server_ = 0;
  int channel_ = -1;
  std::optional<Begun> begun_;  // its answer has not been read
  bool may_start_another_ = true;
  std::function<void()> when_lost_;
};

// The work. It must depend only on its arguments.
using IsolatedWork = std::string (*)(std::string_view question, std::string_view bytes);

// The work of a worker that lasts. Its answers may depend on nothing else either, however it comes by them.
struct LastingWork {
  std::function<std::string(std::string_view question, std::string_view bytes)> answer;
  std::function<void()> tidy_up;  // called after each answer, while nobody waits
};

// Answers questions on standard input until it is closed. `begin_lasting` is called in the worker that lasts. Returns the exit
// status.
int serve_isolated(IsolatedWork work, LastingWork (*begin_lasting)());

}  // namespace kedge
