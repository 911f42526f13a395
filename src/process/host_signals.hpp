// Signals in a process that is not kedge's own: the program around it has its own handlers, and keeps them.
#pragma once

#include <csignal>

namespace kedge {

// In a thread that kedge has started: signals to the process are for the program's own threads.
void leave_signals_to_others();

// Which signals a thread lets through.
class SignalMask {
 public:
  SignalMask();  // as this thread has them now

  // While it lives, this thread has them like that.
  class Restored {
   public:
    explicit Restored(const SignalMask& mask);
    ~Restored();
    Restored(const Restored&) = delete;
    Restored& operator=(const Restored&) = delete;

   private:
    sigset_t before_{};
  };

 private:
  sigset_t blocked_{};
};

// While it lives, a write of this thread to a closed pipe or beyond a size limit is only a failed write, and raises no signal.
class WritesWithoutSignals {
 public:
  WritesWithoutSignals();
  ~WritesWithoutSignals();
  WritesWithoutSignals(const WritesWithoutSignals&) = delete;
  WritesWithoutSignals& operator=(const WritesWithoutSignals&) = delete;

 private:
  sigset_t before_{};  // what the thread has blocked
};

}  // namespace kedge
