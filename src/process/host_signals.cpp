#include "process/host_signals.hpp"

#include <pthread.h>

#include <array>

namespace kedge {
namespace {

// The thread that writes gets them, so that blocking them there is enough.
constexpr std::array<int, 2> raised_by_writing{SIGPIPE, SIGXFSZ};

}  // namespace

void leave_signals_to_others() {
  sigset_t all;
  sigfillset(&all);
  // These are about what the thread itself does.
  for (const int own : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT}) sigdelset(&all, own);
  ::pthread_sigmask(SIG_SETMASK, &all, nullptr);
}

SignalMask::SignalMask() { ::pthread_sigmask(SIG_SETMASK, nullptr, &blocked_); }
SignalMask::Restored::Restored(const SignalMask& mask) { ::pthread_sigmask(SIG_SETMASK, &mask.blocked_, &before_); }
SignalMask::Restored::~Restored() { ::pthread_sigmask(SIG_SETMASK, &before_, nullptr); }

WritesWithoutSignals::WritesWithoutSignals() {
  sigset_t blocked;
  sigemptyset(&blocked);
  for (const int signal : raised_by_writing) sigaddset(&blocked, signal);
  ::pthread_sigmask(SIG_BLOCK, &blocked, &before_);
}

WritesWithoutSignals::~WritesWithoutSignals() {
  sigset_t pending;
  sigemptyset(&pending);
  ::sigpending(&pending);
  for (const int signal : raised_by_writing) {
    // What the program itself had blocked is its own business.
    if (sigismember(&before_, signal) != 0 || sigismember(&pending, signal) == 0) continue;
    sigset_t one;
    sigemptyset(&one);
    sigaddset(&one, signal);
    int taken = 0;
    ::sigwait(&one, &taken);  // it is pending, so this does not wait
  }
  ::pthread_sigmask(SIG_SETMASK, &before_, nullptr);
}

}  // namespace kedge
