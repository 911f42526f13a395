#include "fs/side_thread.hpp"

#include <exception>

#include "process/host_signals.hpp"

namespace kedge {

SideThread::~SideThread() {
  if (!thread_.joinable()) return;
  task_ = nullptr;
  asked_.ring();
  thread_.join();
}

void SideThread::serve() {
  leave_signals_to_others();
  for (;;) {
    asked_.wait();
    if (task_ == nullptr) return;
    (*task_)();
    done_.ring();
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
  asked_.ring();
  return true;
}

void SideThread::wait_for_end() {
  done_.wait();
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
