#include "process/doorbell.hpp"

#include <condition_variable>
#include <cstddef>
#include <mutex>

namespace kedge {

struct Doorbell::Bell {
  std::mutex mutex;
  std::condition_variable rung;
  std::size_t times = 0;
};

Doorbell::Doorbell() : bell_(std::make_unique<Bell>()) {}

Doorbell::~Doorbell() = default;

void Doorbell::ring() {
  {
    const std::lock_guard lock(bell_->mutex);
    ++bell_->times;
  }
  bell_->rung.notify_one();
}

void Doorbell::wait() {
  std::unique_lock lock(bell_->mutex);
  bell_->rung.wait(lock, [this] { return bell_->times > 0; });
  --bell_->times;
}

}  // namespace kedge
