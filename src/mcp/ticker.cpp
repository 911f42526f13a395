#include "mcp/ticker.hpp"

#include <exception>
#include <new>
#include <utility>

#include "process/host_signals.hpp"

namespace kedge::mcp {

Ticker::Ticker(std::chrono::milliseconds pause, Tick tick) : pause_(pause), tick_(std::move(tick)) {}

void Ticker::note() {
  const std::lock_guard lock(mutex_);
  if (finishing_ || std::exchange(noted_, true)) return;
  try {
    if (!thread_.joinable()) thread_ = std::thread([this] { run(); });
  } catch (const std::exception&) {
    noted_ = false;  // no memory or no threads left: the next caller tries again
  }
  changed_.notify_all();
}

void Ticker::finish() {
  {
    const std::lock_guard lock(mutex_);
    if (std::exchange(finishing_, true)) return;
    changed_.notify_all();
  }
  if (!thread_.joinable()) return static_cast<void>(tick());
  thread_.join();
}

std::optional<std::chrono::milliseconds> Ticker::tick() {
  try {
    return tick_();
  } catch (const std::bad_alloc&) {
    return pause_;  // a lack of memory may be temporary
  }
}

void Ticker::run() {
  leave_signals_to_others();
  std::unique_lock lock(mutex_);
  std::optional<std::chrono::milliseconds> left;
  for (bool last = false; !last;) {
    const auto is_wanted = [&] { return noted_ || finishing_; };
    if (!left) {
      changed_.wait(lock, is_wanted);
    } else {
      changed_.wait_for(lock, *left, is_wanted);
    }
    // What comes meanwhile is done in the same tick.
    if (noted_) changed_.wait_for(lock, pause_, [&] { return finishing_; });
    last = finishing_;
    noted_ = false;
    lock.unlock();
    left = tick();
    lock.lock();
  }
}

}  // namespace kedge::mcp
