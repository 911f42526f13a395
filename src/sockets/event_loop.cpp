#include "sockets/event_loop.hpp"

#include <poll.h>

#include <algorithm>
#include <cerrno>
#include <system_error>

#include "process/new_descriptors.hpp"

namespace kedge {
namespace {

// A coroutine that nobody awaits: it destroys itself.
struct Unattended {
  struct promise_type {
    static Unattended get_return_object() { return {}; }
    static std::suspend_never initial_suspend() noexcept { return {}; }
    static std::suspend_never final_suspend() noexcept { return {}; }
    static void return_void() {}
    static void unhandled_exception() {}  // whatever it was doing is over; the others go on
  };
};

Unattended run_unattended(Task<void> task) { co_await task; }

short events_of(Readiness readiness) {
  switch (readiness) {
    case Readiness::none: return 0;
    case Readiness::to_read: return POLLIN;
    case Readiness::to_write: return POLLOUT;
    case Readiness::hung_up: return other_end_closed;
  }
  return 0;
}

}  // namespace

EventLoop::EventLoop() {
  if (!woken_.valid()) throw std::system_error(errno, std::generic_category(), "a descriptor to wake up by");
}

void EventLoop::post(std::function<void()> deed) {
  {
    const std::scoped_lock lock(mutex_);
    posted_.push_back(std::move(deed));
  }
  WakeUp::ring(woken_.bell());
}

void EventLoop::start(Task<void> task) { run_unattended(std::move(task)); }

void EventLoop::turn(std::chrono::milliseconds longest) {
  wait(ready_.empty() ? longest : std::chrono::milliseconds(0));
  std::vector<std::function<void()>> deeds;
  {
    const std::scoped_lock lock(mutex_);
    deeds.swap(posted_);
  }
  for (const std::function<void()>& deed : deeds) deed();
  // Those that become ready meanwhile have their turn next time.
  for (std::size_t left = ready_.size(); left > 0; --left) {
    Waiting* const next = ready_.front();
    ready_.pop_front();
    next->coroutine_.resume();
  }
}

void EventLoop::wait(std::chrono::milliseconds longest) {
  Clock::time_point until = Clock::now() + longest;
  std::vector<pollfd> polled{{woken_.descriptor(), POLLIN, 0}};
  for (const Waiting* const each : waiting_) {
    until = std::min(until, each->until_);
    polled.push_back({each->descriptor_, events_of(each->readiness_), 0});
  }
  const auto pause = std::chrono::ceil<std::chrono::milliseconds>(until - Clock::now()).count();
  if (::poll(polled.data(), polled.size(), static_cast<int>(std::max<std::int64_t>(pause, 0))) < 0) {
    for (pollfd& each : polled) each.revents = 0;
  }
  if (polled.front().revents != 0) woken_.take();
  const Clock::time_point now = Clock::now();
  std::vector<Waiting*> still;
  for (std::size_t i = 0; i < waiting_.size(); ++i) {
    Waiting* const each = waiting_[i];
    const bool is_ready = polled[i + 1].revents != 0;
    if (!is_ready && each->until_ > now) {
      still.push_back(each);
      continue;
    }
    each->how_ = is_ready ? Woke::ready : Woke::late;
    each->asleep_ = false;
    ready_.push_back(each);
  }
  waiting_.swap(still);
}

Waiting::End Waiting::wait(int descriptor, Readiness readiness, Time until) {
  descriptor_ = descriptor;
  readiness_ = readiness;
  until_ = until;
  return End(*this);
}

void Waiting::sleep(std::coroutine_handle<> coroutine) {
  coroutine_ = coroutine;
  asleep_ = true;
  loop_.waiting_.push_back(this);
}

void Waiting::wake() {
  if (!asleep_) return;
  asleep_ = false;
  how_ = Woke::called;
  std::erase(loop_.waiting_, this);
  loop_.ready_.push_back(this);
}

}  // namespace kedge
