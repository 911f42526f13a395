// A thread that waits for one small task at a time, so that none has to be started for each.
#pragma once

#include <atomic>
#include <functional>
#include <thread>

#include "process/doorbell.hpp"

namespace kedge {

class SideThread {
 public:
  SideThread() = default;
  ~SideThread();
  SideThread(const SideThread&) = delete;
  SideThread& operator=(const SideThread&) = delete;

  // Does `beside` on the thread while `work` is done on this one; both are complete when it returns, and also if `work` throws.
  // If the thread is busy or there is none to be had, `beside` comes after `work`. What is left for `afterwards`, the thread
  // does when nobody waits for it any more, or not at all. REQUIRES: neither throws.
  void run(const std::function<void()>& beside, const std::function<void()>& work, std::function<void()> afterwards = {});

 private:
  bool begin(const std::function<void()>& beside, std::function<void()> afterwards);
  void serve();
  void wait_for_end();
  void let_go();

  std::atomic<bool> is_taken_ = false;
  std::atomic<int> holders_ = 0;                 // the caller, and the thread while it has something to do afterwards
  const std::function<void()>* task_ = nullptr;  // null when it is asked: the thread ends
  std::function<void()> afterwards_;
  Doorbell asked_, done_;
  std::thread thread_;
};

}  // namespace kedge
