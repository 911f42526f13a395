#include "mcp/workers.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <latch>
#include <new>
#include <string>
#include <vector>

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

// What comes while a first job holds the lane up.
class WorkersTogether : public testing::Test {
 protected:
  void add(const std::string& file, std::function<void()> job) {
    add([file] { return file; }, std::move(job));
  }
  void add(Workers::OnlyFile only_file, std::function<void()> job) {
    ++added;
    workers.add(
        Lane::one_by_one,
        [this, job = std::move(job)] {
          job();
          ++done;
        },
        Workers::Room::taken, {}, std::move(only_file));
  }
  void hold_up() {
    workers.add(Lane::one_by_one, [this] { go.wait(); });
  }
  // Once they are finished, nothing is run together any more.
  void let_go() {
    go.count_down();
    while (done < added) std::this_thread::yield();
    workers.finish();
  }

  std::latch go{1};
  int added = 0;
  std::atomic<int> done = 0;
  Workers workers;
};

TEST_F(WorkersTogether, ChangesOfDifferentFilesThatFollowEachOther) {
  constexpr std::size_t wanted = Workers::most_together;
  std::latch together(wanted);
  hold_up();
  // Each waits for all others: this ends only if all of them run at once.
  for (std::size_t i = 0; i < wanted; ++i) add(std::to_string(i), [&] { together.arrive_and_wait(); });
  let_go();
}

TEST_F(WorkersTogether, ChangesOfOneFileKeepTheirOrderAndNeverMeet) {
  std::array<std::atomic<int>, 3> at_once{};
  std::array<std::vector<int>, 3> order;
  hold_up();
  for (int i = 0; i < 300; ++i) {
    const auto file = static_cast<std::size_t>(i * 7 % 3);
    add(std::to_string(file), [&, i, file] {
      EXPECT_EQ(++at_once[file], 1);
      order[file].push_back(i);
      --at_once[file];
    });
  }
  let_go();
  for (const std::vector<int>& one : order) {
    EXPECT_EQ(one.size(), 100U);
    EXPECT_TRUE(std::ranges::is_sorted(one));
  }
}

TEST_F(WorkersTogether, WhateverMayChangeAnythingIsAlone) {
  std::atomic<int> at_once = 0;
  std::atomic<int> most = 0;
  hold_up();
  for (int i = 0; i < 90; ++i) {
    if (i % 9 == 0) {
      add(Workers::OnlyFile(), [&] {
        EXPECT_EQ(++at_once, 1);
        --at_once;
      });
      continue;
    }
    add(std::to_string(i), [&] {
      const int now = ++at_once;
      for (int seen = most; seen < now && !most.compare_exchange_weak(seen, now);) {
      }
      std::this_thread::yield();
      --at_once;
    });
  }
  let_go();
  EXPECT_LE(most, 8);
}

TEST_F(WorkersTogether, AFileThatCannotBeFoundOutStopsNobody) {
  hold_up();
  for (int i = 0; i < 6; ++i) {
    add(
        [i]() -> std::string {
          if (i == 3) throw std::bad_alloc();
          return std::to_string(i);
        },
        [] {});
  }
  let_go();
  EXPECT_EQ(done, 6);
}

}  // namespace
}  // namespace kedge::mcp
