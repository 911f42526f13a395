#include "mcp/workers.hpp"

#include <algorithm>
#include <exception>
#include <utility>

namespace kedge::mcp {

void Workers::start() {
  threads_.reserve(all_threads);
  while (threads_.size() < all_threads) {
    Queue& queue = threads_.empty() ? in_order_ : in_any_order_;
    threads_.emplace_back([this, &queue] { work(queue); });
  }
}

void Workers::add(Lane lane, Job job, Room room, std::string_view agent, OnlyFile only_file) {
  std::unique_lock lock(mutex_);
  const bool is_keeper = keeper_ == std::this_thread::get_id();
  // It would wait for itself, if it had to wait for room.
  if (is_keeper && kept_) put_back_kept();
  if (room == Room::waited_for) room_.wait(lock, [&] { return under_way_ < most_under_way; });
  if (finishing_) return;
  if (is_keeper && under_way_ == 0 && !keeps_none_) {
    agent_of_kept_ = agent;
    kept_ = {std::move(job), std::move(only_file)};
    kept_lane_ = lane;
    ++under_way_;
    return;
  }
  if (threads_.size() < all_threads) start();
  Queue& queue = queue_of(lane);
  queue.jobs.add(agent, {std::move(job), std::move(only_file)});
  ++under_way_;
  if (is_held_up(queue)) return;  // it is rung when that is over
  lock.unlock();
  queue.filled.ring();
}

void Workers::put_back_kept() {
  if (threads_.size() < all_threads) start();
  Queue& queue = queue_of(*kept_lane_);
  queue.jobs.add(agent_of_kept_, *std::move(kept_));
  kept_.reset();
  kept_lane_.reset();
  queue.filled.ring();
}

void Workers::keep_none() {
  const std::lock_guard lock(mutex_);
  keeps_none_ = true;
}

void Workers::keep_next() {
  const std::lock_guard lock(mutex_);
  keeper_ = std::this_thread::get_id();
}

bool Workers::run_kept(const std::function<void()>& before) {
  std::unique_lock lock(mutex_);
  keeper_ = {};
  std::optional<Waiting> kept = std::exchange(kept_, std::nullopt);
  if (!kept) return false;
  lock.unlock();
  before();
  lock.lock();
  run(lock, std::move(kept->job));
  const bool was_in_order = kept_lane_ == Lane::one_by_one;
  kept_lane_.reset();
  kept_ended_.notify_all();
  const bool is_last = in_order_.jobs.empty();
  lock.unlock();
  if (!is_last) {
    in_order_.filled.ring();
  } else if (was_in_order && afterwards_) {
    afterwards_();
  }
  return true;
}

void Workers::finish() {
  {
    std::unique_lock lock(mutex_);
    finishing_ = true;
    company_came_.notify_all();
    if (kept_) {
      kept_.reset();
      kept_lane_.reset();
      --under_way_;
    }
    kept_ended_.wait(lock, [&] { return !kept_lane_; });
  }
  in_order_.filled.ring();
  for (std::size_t i = 0; i < threads_side_by_side; ++i) in_any_order_.filled.ring();
  for (std::vector<std::thread>* const threads : {&threads_, &company_threads_}) {
    for (std::thread& thread : *threads) {
      if (thread.joinable()) thread.join();
    }
  }
}

void Workers::work(Queue& queue) {
  const bool in_order = &queue == &in_order_;
  std::unique_lock lock(mutex_);
  for (;;) {
    while (queue.jobs.empty() || is_held_up(queue)) {
      if (finishing_ && queue.jobs.empty()) return;
      lock.unlock();
      queue.filled.wait();
      lock.lock();
    }
    Waiting first = queue.jobs.take();
    if (in_order) gather_company(lock, first);
    run(lock, std::move(first.job));
    if (!in_order) continue;
    company_left_.wait(lock, [&] { return left_of_company_ == 0; });
    if (!afterwards_ || !queue.jobs.empty()) continue;
    lock.unlock();
    afterwards_();
    lock.lock();
  }
}

void Workers::work_in_company() {
  std::unique_lock lock(mutex_);
  for (;;) {
    company_came_.wait(lock, [&] { return (finishing_ && !is_gathering_) || next_in_company_ < end_of_company_; });
    if (next_in_company_ == end_of_company_) return;
    run(lock, std::move(company_[next_in_company_++]));
    if (--left_of_company_ == 0) company_left_.notify_one();
  }
}

void Workers::run(std::unique_lock<OrderedMutex>& lock, Job job) {
  lock.unlock();
  job();
  job = nullptr;  // releases what it holds before there is room for the next
  lock.lock();
  --under_way_;
  room_.notify_one();
}

void Workers::gather_company(std::unique_lock<OrderedMutex>& lock, const Waiting& first) {
  next_in_company_ = end_of_company_ = 0;
  is_gathering_ = true;
  std::size_t found = 0;
  try {
    std::vector<std::string> files;
    while (!finishing_ && !in_order_.jobs.empty() && found + 1 < most_together) {
      if (files.empty()) files.push_back(file_of(lock, first.only_file));
      if (files.front().empty()) break;
      std::string file = file_of(lock, in_order_.jobs.next().only_file);
      if (file.empty() || std::ranges::find(files, file) != files.end()) break;
      files.push_back(std::move(file));
      if (finishing_) break;
      start_company_thread(found);
      company_[found++] = in_order_.jobs.take().job;
    }
  } catch (const std::exception&) {  // NOLINT(bugprone-empty-catch): without memory or threads the rest waits its turn
  }
  end_of_company_ = left_of_company_ = found;
  is_gathering_ = false;
  if (found > 0 || finishing_) company_came_.notify_all();
}

std::string Workers::file_of(std::unique_lock<OrderedMutex>& lock, const OnlyFile& only_file) {
  if (!only_file) return {};
  struct Unlocked {
    std::unique_lock<OrderedMutex>& lock;
    explicit Unlocked(std::unique_lock<OrderedMutex>& held) : lock(held) { lock.unlock(); }
    ~Unlocked() { lock.lock(); }
    Unlocked(const Unlocked&) = delete;
    Unlocked& operator=(const Unlocked&) = delete;
  };
  const Unlocked unlocked(lock);
  return only_file();
}

void Workers::start_company_thread(std::size_t number) {
  company_threads_.reserve(most_together);
  if (number == company_threads_.size()) company_threads_.emplace_back([this] { work_in_company(); });
}

}  // namespace kedge::mcp
