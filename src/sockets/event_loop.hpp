// Runs many coroutines in one thread: each runs until it has to wait, and meanwhile the others do.
#pragma once

#include <chrono>
#include <coroutine>
#include <deque>
#include <functional>
#include <mutex>
#include <vector>

#include "sockets/task.hpp"
#include "sockets/wake_up.hpp"

namespace kedge {

class Waiting;

class EventLoop {
 public:
  using Clock = std::chrono::steady_clock;

  EventLoop();
  EventLoop(const EventLoop&) = delete;
  EventLoop& operator=(const EventLoop&) = delete;

  // From any thread: it is done by the thread that runs the loop.
  void post(std::function<void()> deed);
  // Runs it up to its first wait. From there on the loop runs it; an exception ends it. REQUIRES: it ends before the loop is
  // destroyed.
  static void start(Task<void> task);
  // Goes on with everything that can go on. If nothing can, waits for it, but not for longer than that.
  void turn(std::chrono::milliseconds longest);

 private:
  friend class Waiting;

  void wait(std::chrono::milliseconds longest);

  WakeUp woken_;  // readable while something has been posted
  std::mutex mutex_;
  std::vector<std::function<void()>> posted_;  // under the mutex
  std::vector<Waiting*> waiting_;
  std::deque<Waiting*> ready_;
};

enum class Readiness : std::uint8_t { none, to_read, to_write, hung_up };
enum class Woke : std::uint8_t { ready, late, called };

// What one coroutine waits for, one thing at a time.
class Waiting {
 public:
  using Time = EventLoop::Clock::time_point;

  explicit Waiting(EventLoop& loop) : loop_(loop) {}
  Waiting(const Waiting&) = delete;
  Waiting& operator=(const Waiting&) = delete;

  // For co_await, which says how it ended.
  class End {
   public:
    explicit End(Waiting& waiting) : waiting_(waiting) {}
    static bool await_ready() { return false; }
    void await_suspend(std::coroutine_handle<> coroutine) { waiting_.sleep(coroutine); }
    Woke await_resume() const { return waiting_.how_; }

   private:
    Waiting& waiting_;
  };
  End wait(int descriptor, Readiness readiness, Time until = Time::max());
  End wait_until(Time time) { return wait(-1, Readiness::none, time); }
  // Ends the wait, if there is one. Only in the loop's thread.
  void wake();

 private:
  friend class EventLoop;

  void sleep(std::coroutine_handle<> coroutine);

  EventLoop& loop_;
  int descriptor_ = -1;
  Readiness readiness_ = Readiness::none;
  Time until_ = Time::max();
  Woke how_ = Woke::called;
  bool asleep_ = false;
  std::coroutine_handle<> coroutine_;
};

}  // namespace kedge
