#include "fs/side_thread.hpp"

#include <exception>
#include <utility>

#include "process/host_signals.hpp"

namespace kedge {

SideThread::~SideThread() {
  if (!thread_.joinable()) return;
  become(State::ending);
  thread_.join();
}

void SideThread::become(State state) {
  {
    const std::lock_guard lock(mutex_);
    state_ = state;
  }
  changed_.notify_all();
}

void SideThread::serve() {
  leave_signals_to_others();
  for (;;) {
    {
      std::unique_lock lock(mutex_);
      changed_.wait(lock, [&] { return state_ != State::idle; });
      if (state_ == State::ending) return;
    }
    (*task_)();
    become(State::idle);
  }
}

bool SideThread::begin(const std::function<void()>& beside) {
  if (is_taken_.exchange(true)) return false;
  try {
    if (!thread_.joinable()) thread_ = std::thread([this] { serve(); });
  } catch (const std::exception&) {  // no threads or no memory left
    is_taken_ = false;
    return false;
  }
  task_ = &beside;
  become(State::asked);
  return true;
}

void SideThread::wait_for_end() {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [&] { return state_ == State::idle; });
  is_taken_ = false;
}

void SideThread::run(const std::function<void()>& beside, const std::function<void()>& work) {
  if (!begin(beside)) {
    work();
    beside();
    return;
  }
  struct AtTheEnd {
    SideThread& thread;
    ~AtTheEnd() { thread.wait_for_end(); }
  };
  const AtTheEnd at_the_end{*this};
  work();
}

}  // namespace kedge
