#include "mcp/ticker.hpp"

#include <utility>

namespace kedge::mcp {

Ticker::Ticker(std::chrono::milliseconds pause, std::function<void()> tick) : pause_(pause), tick_(std::move(tick)) {}

void Ticker::note() {
  const std::lock_guard lock(mutex_);
  if (finishing_ || std::exchange(noted_, true)) return;
  if (!thread_.joinable()) thread_ = std::thread([this] { run(); });
  changed_.notify_all();
}

void Ticker::finish() {
  {
    const std::lock_guard lock(mutex_);
    if (std::exchange(finishing_, true)) return;
    changed_.notify_all();
  }
  if (!thread_.joinable()) return tick_();
  thread_.join();
}

void Ticker::run() {
  std::unique_lock lock(mutex_);
  for (bool last = false; !last;) {
    changed_.wait(lock, [&] { return noted_ || finishing_; });
    // What comes in the meantime is done along with it.
    changed_.wait_for(lock, pause_, [&] { return finishing_; });
    last = finishing_;
    noted_ = false;
    lock.unlock();
    tick_();
    lock.lock();
  }
}

}  // namespace kedge::mcp
