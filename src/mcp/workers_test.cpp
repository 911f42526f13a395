#include "mcp/workers.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <latch>

namespace kedge::mcp {
namespace {

TEST(Workers, WhatIsRunOneByOneKeepsItsOrderAndNeverMeets) {
  std::vector<int> order;
  std::atomic<int> at_once = 0;
  {
    Workers workers;
    for (int i = 0; i < 200; ++i) {
      workers.add(Lane::one_by_one, [&, i] {
        EXPECT_EQ(++at_once, 1);
        order.push_back(i);
        --at_once;
      });
    }
  }
  ASSERT_EQ(order.size(), 200U);
  EXPECT_TRUE(std::ranges::is_sorted(order));
}

TEST(Workers, TheRestIsRunFourAtATimeBesideIt) {
  std::latch together(1 + Workers::threads_side_by_side);
  Workers workers;
  // Each waits for all others: this ends only if all five run at once.
  workers.add(Lane::one_by_one, [&] { together.arrive_and_wait(); });
  for (std::size_t i = 0; i < Workers::threads_side_by_side; ++i) {
    workers.add(Lane::side_by_side, [&] { together.arrive_and_wait(); });
  }
  workers.finish();
}

TEST(Workers, AnAgentDoesNotWaitForAllThatAnotherHasAskedFor) {
  std::latch begin(1);
  std::vector<std::string> order;
  Workers workers;
  workers.add(Lane::one_by_one, [&] { begin.wait(); });
  for (const std::string& name : std::vector<std::string>{"ann 1", "ann 2", "ann 3", "bob 1", "bob 2"}) {
    workers.add(Lane::one_by_one, [&order, name] { order.push_back(name); }, Workers::Room::taken, name.substr(0, 3));
  }
  begin.count_down();
  workers.finish();
  EXPECT_EQ(order, (std::vector<std::string>{"ann 1", "bob 1", "ann 2", "bob 2", "ann 3"}));
}

TEST(Workers, WhoeverAddsTooMuchWaits) {
  std::latch begin(1);
  std::atomic<std::size_t> added = 0;
  Workers workers;
  std::thread client([&] {
    for (std::size_t i = 0; i < Workers::most_under_way + 5; ++i) {
      workers.add(Lane::one_by_one, [&] { begin.wait(); });
      ++added;
    }
  });
  while (added < Workers::most_under_way) std::this_thread::yield();
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  EXPECT_EQ(added, Workers::most_under_way);
  begin.count_down();
  client.join();
  EXPECT_EQ(added, Workers::most_under_way + 5);
}

}  // namespace
}  // namespace kedge::mcp
