#include "mcp/ticker.hpp"

#include <gtest/gtest.h>

#include <atomic>

namespace kedge::mcp {
namespace {

using std::chrono::milliseconds;

TEST(Ticker, WithoutAReasonItIsDoneOnlyAtTheEnd) {
  std::atomic<int> ticks = 0;
  {
    const Ticker ticker(milliseconds(1), [&] { return ++ticks > 0; });
    std::this_thread::sleep_for(milliseconds(20));
    EXPECT_EQ(ticks, 0);
  }
  EXPECT_EQ(ticks, 1);
}

TEST(Ticker, SomeTimeAfterAReasonItIsDone) {
  std::atomic<int> ticks = 0;
  Ticker ticker(milliseconds(1), [&] { return ++ticks > 0; });
  ticker.note();
  while (ticks == 0) std::this_thread::yield();
}

TEST(Ticker, ManyReasonsAreDoneTogether) {
  std::atomic<int> ticks = 0;
  {
    Ticker ticker(std::chrono::hours(1), [&] { return ++ticks > 0; });
    for (int i = 0; i < 100; ++i) ticker.note();
  }
  EXPECT_EQ(ticks, 1) << "also the last, and without waiting for the pause";
}

TEST(Ticker, WhatIsNotDoneIsTriedAgain) {
  std::atomic<int> ticks = 0;
  Ticker ticker(milliseconds(1), [&] { return ++ticks >= 3; });
  ticker.note();
  while (ticks < 3) std::this_thread::yield();
  std::this_thread::sleep_for(milliseconds(20));
  EXPECT_EQ(ticks, 3);
}

}  // namespace
}  // namespace kedge::mcp
