#include "mcp/workers.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <latch>
#include <new>
#include <string>
#include <thread>
#include <utility>
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

TEST(KeptJob, IsRunByTheThreadThatAddedIt) {
  Workers workers;
  EXPECT_FALSE(workers.run_kept([] {})) << "none was added";
  for (const Lane lane : {Lane::one_by_one, Lane::side_by_side}) {
    std::vector<std::string> order;
    workers.keep_next();
    workers.add(lane, [&order, here = std::this_thread::get_id()] {
      EXPECT_EQ(std::this_thread::get_id(), here);
      order.push_back("job");
    });
    EXPECT_TRUE(order.empty());
    EXPECT_TRUE(workers.run_kept([&] { order.push_back("before"); }));
    EXPECT_EQ(order, (std::vector<std::string>{"before", "job"}));
    EXPECT_FALSE(workers.run_kept([] {})) << "it is run once";
  }
}

TEST(KeptJob, IsOneThatNobodyElseRunsBeside) {
  Workers workers;
  std::latch go(1);
  std::atomic<int> elsewhere = 0;
  const auto note = [&elsewhere, here = std::this_thread::get_id()] {
    elsewhere += std::this_thread::get_id() != here ? 1 : 0;
  };
  workers.add(Lane::side_by_side, [&] { go.wait(); });
  workers.keep_next();
  workers.add(Lane::one_by_one, note);
  EXPECT_FALSE(workers.run_kept([] {})) << "another one is under way";
  go.count_down();
  workers.finish();
  EXPECT_EQ(elsewhere, 1);
}

TEST(KeptJob, OnlyTheNextOneOfThisThreadIsKept) {
  Workers workers;
  std::atomic<int> here = 0, elsewhere = 0;
  const auto note = [&, self = std::this_thread::get_id()] { ++(std::this_thread::get_id() == self ? here : elsewhere); };
  workers.keep_next();
  std::thread([&] { workers.add(Lane::side_by_side, note); }).join();
  while (elsewhere == 0) std::this_thread::yield();
  EXPECT_FALSE(workers.run_kept([] {}));
  workers.add(Lane::side_by_side, note);
  workers.finish();
  EXPECT_EQ(here, 0);
  EXPECT_EQ(elsewhere, 2);
}

TEST(KeptJob, IsNoneIfItsThreadAddsMore) {
  Workers workers;
  std::atomic<int> here = 0, elsewhere = 0;
  std::vector<int> order;
  workers.keep_next();
  // More than there is room for: a job that waited for its own thread would hold all of them up.
  constexpr int many = 2 * Workers::most_under_way;
  for (int i = 0; i < many; ++i) {
    workers.add(Lane::one_by_one, [&, i, self = std::this_thread::get_id()] {
      ++(std::this_thread::get_id() == self ? here : elsewhere);
      order.push_back(i);
    });
  }
  EXPECT_FALSE(workers.run_kept([] {}));
  workers.finish();
  EXPECT_EQ(here, 0);
  EXPECT_EQ(elsewhere, many);
  EXPECT_TRUE(std::ranges::is_sorted(order));
}

TEST(KeptJob, IsDroppedAtTheEndIfItWasNotBegun) {
  Workers workers;
  bool is_run = false;
  workers.keep_next();
  workers.add(Lane::one_by_one, [&] { is_run = true; });
  workers.finish();
  EXPECT_FALSE(workers.run_kept([] {}));
  EXPECT_FALSE(is_run);
}

TEST(KeptJob, IsNoneWhereTheThreadMayDoMoreThanTheWorkers) {
  Workers workers;
  std::thread::id by;
  workers.keep_none();
  workers.keep_next();
  workers.add(Lane::one_by_one, [&] { by = std::this_thread::get_id(); });
  EXPECT_FALSE(workers.run_kept([] {}));
  workers.finish();
  EXPECT_NE(by, std::thread::id());
  EXPECT_NE(by, std::this_thread::get_id());
}

TEST(KeptJob, OthersThatAreRunOneByOneWaitForIt) {
  Workers workers;
  std::vector<int> order;
  workers.keep_next();
  workers.add(Lane::one_by_one, [&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    order.push_back(0);
  });
  std::latch beside(1);
  std::thread other([&] {
    for (int i = 1; i < 10; ++i) workers.add(Lane::one_by_one, [&order, i] { order.push_back(i); });
    workers.add(Lane::side_by_side, [&] { beside.count_down(); });
  });
  beside.wait();
  EXPECT_TRUE(order.empty());
  EXPECT_TRUE(workers.run_kept([] {}));
  other.join();
  workers.finish();
  EXPECT_EQ(order.size(), 10U);
  EXPECT_TRUE(std::ranges::is_sorted(order));
}

TEST(KeptJob, IsWaitedForAtTheEnd) {
  Workers workers;
  std::atomic<bool> was_done = false;
  std::latch begun(1);
  std::thread reader([&] {
    workers.keep_next();
    workers.add(Lane::side_by_side, [&] {
      begun.count_down();
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
      was_done = true;
    });
    workers.run_kept([] {});
  });
  begun.wait();
  workers.finish();
  EXPECT_TRUE(was_done);
  reader.join();
}

TEST(Workers, WhatIsForAfterwardsIsDoneOnceNothingWaits) {
  std::atomic<int> afterwards = 0;
  std::latch go(1);
  Workers workers;
  workers.do_afterwards([&] { ++afterwards; });
  for (int i = 0; i < 5; ++i) workers.add(Lane::one_by_one, [&] { go.wait(); });
  EXPECT_EQ(afterwards, 0);
  go.count_down();
  workers.finish();
  EXPECT_EQ(afterwards, 1);
}

TEST(KeptJob, WhatIsForAfterwardsFollowsItIfItWasAChange) {
  int afterwards = 0;
  Workers workers;
  workers.do_afterwards([&] { ++afterwards; });
  for (const Lane lane : {Lane::one_by_one, Lane::side_by_side}) {
    workers.keep_next();
    workers.add(lane, [&] { EXPECT_EQ(afterwards, 0); });
    EXPECT_TRUE(workers.run_kept([] {}));
    EXPECT_EQ(std::exchange(afterwards, 0), lane == Lane::one_by_one ? 1 : 0);
  }
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
