#include "mcp/ticker.hpp"

#include <gtest/gtest.h>

#include <atomic>

namespace kedge::mcp {
namespace {

using std::chrono::milliseconds;

constexpr auto done = std::optional<milliseconds>();

TEST(Ticker, WithoutAReasonItIsDoneOnlyAtTheEnd) {
  std::atomic<int> ticks = 0;
  {
    const Ticker ticker(milliseconds(1), [&] { return ++ticks, done; });
    std::this_thread::sleep_for(milliseconds(20));
    EXPECT_EQ(ticks, 0);
  }
  EXPECT_EQ(ticks, 1);
}

TEST(Ticker, SomeTimeAfterAReasonItIsDone) {
  std::atomic<int> ticks = 0;
  Ticker ticker(milliseconds(1), [&] { return ++ticks, done; });
  ticker.note();
  while (ticks == 0) std::this_thread::yield();
}

TEST(Ticker, ManyReasonsAreDoneTogether) {
  std::atomic<int> ticks = 0;
  {
    Ticker ticker(std::chrono::hours(1), [&] { return ++ticks, done; });
    for (int i = 0; i < 100; ++i) ticker.note();
  }
  EXPECT_EQ(ticks, 1) << "also the last, and without waiting for the pause";
}

TEST(Ticker, WhatIsNotDoneIsTriedAgain) {
  std::atomic<int> ticks = 0;
  Ticker ticker(milliseconds(1), [&] { return ++ticks < 3 ? milliseconds(1) : done; });
  ticker.note();
  while (ticks < 3) std::this_thread::yield();
  std::this_thread::sleep_for(milliseconds(20));
  EXPECT_EQ(ticks, 3);
}

TEST(Ticker, WhatCanWaitIsDoneWhenItsTimeIsUpOrSomethingElseIs) {
  std::atomic<int> ticks = 0;
  Ticker ticker(milliseconds(1), [&]() -> std::optional<milliseconds> { return std::chrono::hours(++ticks < 3 ? 1 : 2); });
  ticker.note();
  while (ticks < 1) std::this_thread::yield();
  std::this_thread::sleep_for(milliseconds(20));
  EXPECT_EQ(ticks, 1);
  ticker.note();
  while (ticks < 2) std::this_thread::yield();
  ticker.finish();
  EXPECT_EQ(ticks, 3) << "also the last, and without waiting for it";
}

}  // namespace
}  // namespace kedge::mcp
