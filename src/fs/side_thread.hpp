// A thread that waits for one small task at a time, so that none has to be started for each.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <thread>

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
  enum class State : std::uint8_t { idle, asked, ending };

  bool begin(const std::function<void()>& beside);
  void serve();
  void wait_for_end();

  void become(State state);

  std::atomic<bool> is_taken_ = false;
  std::mutex mutex_;  // guards the state; nothing else is done while it is held
  std::condition_variable changed_;
  State state_ = State::idle;
  const std::function<void()>* task_ = nullptr;
  std::thread thread_;
};

}  // namespace kedge
