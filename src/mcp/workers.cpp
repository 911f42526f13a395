#include "mcp/workers.hpp"

#include <utility>

namespace kedge::mcp {

void Workers::start() {
  threads_.reserve(all_threads);
  while (threads_.size() < all_threads) {
    Queue& queue = threads_.empty() ? in_order_ : in_any_order_;
    threads_.emplace_back([this, &queue] { work(queue); });
  }
}

void Workers::add(Lane lane, Job job, Room room, std::string_view agent) {
  std::unique_lock lock(mutex_);
  if (room == Room::waited_for) room_.wait(lock, [&] { return under_way_ < most_under_way; });
  if (finishing_) return;
  if (threads_.size() < all_threads) start();
  Queue& queue = lane == Lane::one_by_one ? in_order_ : in_any_order_;
  queue.jobs.add(agent, std::move(job));
  ++under_way_;
  queue.filled.notify_one();
}

void Workers::finish() {
  {
    const std::lock_guard lock(mutex_);
    finishing_ = true;
    in_order_.filled.notify_all();
    in_any_order_.filled.notify_all();
  }
  for (std::thread& thread : threads_) {
    if (thread.joinable()) thread.join();
  }
}

void Workers::work(Queue& queue) {
  std::unique_lock lock(mutex_);
  for (;;) {
    queue.filled.wait(lock, [&] { return finishing_ || !queue.jobs.empty(); });
    if (queue.jobs.empty()) return;
    Job job = queue.jobs.take();
    lock.unlock();
    job();
    job = nullptr;  // releases what it holds before there is room for the next
    lock.lock();
    --under_way_;
    room_.notify_one();
  }
}

}  // namespace kedge::mcp
