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
  // If the thread is busy or there is none to be had, `beside` comes after `work`. REQUIRES: `beside` does not throw.
  void run(const std::function<void()>& beside, const std::function<void()>& work);

 private:
  bool begin(const std::function<void()>& beside);
  void serve();
  void wait_for_end();

  std::atomic<bool> is_taken_ = false;
  const std::function<void()>* task_ = nullptr;  // null when it is asked: the thread ends
  Doorbell asked_, done_;
  std::thread thread_;
};

}  // namespace kedge
