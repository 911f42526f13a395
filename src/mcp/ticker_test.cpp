#include "mcp/ticker.hpp"

#include <gtest/gtest.h>

#include <atomic>

namespace kedge::mcp {
namespace {

using std::chrono::milliseconds;

TEST(Ticker, WithoutAReasonItIsDoneOnlyAtTheEnd) {
  std::atomic<int> ticks = 0;
  {
    const Ticker ticker(milliseconds(1), [&] { ++ticks; });
    std::this_thread::sleep_for(milliseconds(20));
    EXPECT_EQ(ticks, 0);
  }
  EXPECT_EQ(ticks, 1);
}

TEST(Ticker, SomeTimeAfterAReasonItIsDone) {
  std::atomic<int> ticks = 0;
  Ticker ticker(milliseconds(1), [&] { ++ticks; });
  ticker.note();
  while (ticks == 0) std::this_thread::yield();
}

TEST(Ticker, ManyReasonsAreDoneTogether) {
  std::atomic<int> ticks = 0;
  {
    Ticker ticker(std::chrono::hours(1), [&] { ++ticks; });
    for (int i = 0; i < 100; ++i) ticker.note();
  }
  EXPECT_EQ(ticks, 1) << "also the last, and without waiting for the pause";
}

}  // namespace
}  // namespace kedge::mcp
