#include "fs/side_thread.hpp"

#include <exception>
#include <utility>

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
    const std::function<void()> afterwards = std::exchange(afterwards_, {});
    (*task_)();
    done_.ring();
    if (!afterwards) continue;
    afterwards();
    let_go();
  }
}

void SideThread::let_go() {
  if (--holders_ == 0) is_taken_ = false;
}

bool SideThread::begin(const std::function<void()>& beside, std::function<void()> afterwards) {
  if (is_taken_.exchange(true)) return false;
  try {
    if (!thread_.joinable()) thread_ = std::thread([this] { serve(); });
  } catch (const std::exception&) {  // no threads or no memory left
    is_taken_ = false;
    return false;
  }
  holders_ = afterwards ? 2 : 1;
  task_ = &beside;
  afterwards_ = std::move(afterwards);
  asked_.ring();
  return true;
}

void SideThread::wait_for_end() {
  done_.wait();
  let_go();
}

void SideThread::run(const std::function<void()>& beside, const std::function<void()>& work, std::function<void()> afterwards) {
  if (!begin(beside, std::move(afterwards))) {
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
