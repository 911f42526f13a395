// A thread that waits in the kernel for a lock of a file. Waiting costs nothing then, and whoever has waited longest is next. A
// thread that waits like this can be interrupted by a signal only, and a program around kedge has its own handlers for those.
// So a caller that gives up lets the thread go on waiting. When it gets the lock, it releases it at once.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>

namespace kedge {

class LockThread {
 public:
  LockThread();
  ~LockThread();  // does not wait for a thread that waits for a lock
  LockThread(const LockThread&) = delete;
  LockThread& operator=(const LockThread&) = delete;

  // Whether it has locked the file, as flock() does. False: the time is over, or `is_wanted` says no, which is asked every now
  // and then. nullopt: it cannot wait; another thread has it wait, or the system does not let it.
  std::optional<bool> lock(int file, std::uint32_t microseconds, const std::function<bool()>& is_wanted);

 private:
  struct Shared;

  std::shared_ptr<Shared> shared_;
};

}  // namespace kedge
