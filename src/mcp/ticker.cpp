#include "mcp/ticker.hpp"

#include <exception>
#include <new>
#include <utility>

#include "process/host_signals.hpp"

namespace kedge::mcp {

Ticker::Ticker(std::chrono::milliseconds pause, std::function<bool()> tick) : pause_(pause), tick_(std::move(tick)) {}

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
  if (!thread_.joinable()) return static_cast<void>(is_done());
  thread_.join();
}

bool Ticker::is_done() {
  try {
    return tick_();
  } catch (const std::bad_alloc&) {
    return false;  // a lack of memory may be temporary
  }
}

void Ticker::run() {
  leave_signals_to_others();
  std::unique_lock lock(mutex_);
  for (bool last = false; !last;) {
    changed_.wait(lock, [&] { return noted_ || finishing_; });
    // What comes meanwhile is done in the same tick.
    changed_.wait_for(lock, pause_, [&] { return finishing_; });
    last = finishing_;
    noted_ = false;
    lock.unlock();
    const bool done = is_done();
    lock.lock();
    if (!done) noted_ = true;
  }
}

}  // namespace kedge::mcp
