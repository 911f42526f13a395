#include "process/host_signals.hpp"

#include <gtest/gtest.h>
#include <pthread.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <thread>

namespace kedge {
namespace {

bool is_blocked(int signal) {
  sigset_t now;
  sigemptyset(&now);
  ::pthread_sigmask(SIG_SETMASK, nullptr, &now);
  return sigismember(&now, signal) != 0;
}

TEST(HostSignals, AWriteToAClosedPipeOnlyFails) {
  // In a thread of its own with the default action, under which SIGPIPE would end the process.
  struct sigaction usual{};
  struct sigaction before{};
  usual.sa_handler = SIG_DFL;
  ::sigaction(SIGPIPE, &usual, &before);
  std::thread([] {
    std::array<int, 2> ends{};
    ASSERT_EQ(::pipe(ends.data()), 0);
    ::close(ends[0]);
    {
      const WritesWithoutSignals quiet;
      EXPECT_EQ(::write(ends[1], "x", 1), -1);
      EXPECT_EQ(errno, EPIPE);
    }
    EXPECT_FALSE(is_blocked(SIGPIPE));  // and none is left to arrive now
    ::close(ends[1]);
  }).join();
  ::sigaction(SIGPIPE, &before, nullptr);
}

TEST(HostSignals, WhatTheProgramHadBlockedStaysBlocked) {
  std::thread([] {
    sigset_t own;
    sigemptyset(&own);
    sigaddset(&own, SIGPIPE);
    ::pthread_sigmask(SIG_BLOCK, &own, nullptr);
    {
      const WritesWithoutSignals quiet;
    }
    EXPECT_TRUE(is_blocked(SIGPIPE));
    EXPECT_FALSE(is_blocked(SIGXFSZ));
  }).join();
}

TEST(HostSignals, AThreadOfKedgeTakesNoSignalOfTheProgram) {
  std::thread([] {
    leave_signals_to_others();
    for (const int signal : {SIGINT, SIGTERM, SIGCHLD, SIGUSR1}) EXPECT_TRUE(is_blocked(signal));
  }).join();
}

}  // namespace
}  // namespace kedge
