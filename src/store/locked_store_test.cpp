#include "store/locked_store.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>

#include "support/strings.hpp"

namespace kedge {
namespace {

TEST(LockedStore, MayBeUsedBySeveralThreads) {
  const std::unique_ptr<Store> store = locked(memory_store());
  const LineSet rows({LineNo{1}, LineNo{3}});
  std::vector<std::jthread> threads;
  for (int thread = 0; thread < 4; ++thread) {
    threads.emplace_back([&, thread] {
      for (int i = 0; i < 50; ++i) {
        const Digest version = sha256(concat(thread, ' ', i));
        store->show("s", "a.cpp", version, rows, EventKind::shown, i, rows);
        (void)store->tag_of("a.cpp", version);
        EXPECT_TRUE(store->record({.session = "s"}));
        if (i % 10 == 0) store->flush();
      }
    });
  }
  threads.clear();
  EXPECT_EQ(store->newest(1'000).size(), 200U);
  EXPECT_EQ(store->last_shown("s", "a.cpp", 1000).size(), 200U);
}

TEST(LockedStore, WhatWaitsIsRecordedTogetherEachWithItsOwnId) {
  // The first one is kept from ending until all others wait for it.
  constexpr int waiting = 8;
  std::atomic<int> begun = 0;
  std::atomic<int> turns = 0;
  const std::unique_ptr<Store> store = locked(memory_store(), [&](std::chrono::nanoseconds) {
    if (turns++ > 0) return;
    while (begun < waiting) std::this_thread::yield();
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  });
  std::vector<std::string> ids(waiting + 1);
  {
    std::vector<std::jthread> threads;
    for (int i = 0; i <= waiting; ++i) {
      threads.emplace_back([&, i] {
        if (i > 0) {
          while (turns == 0) std::this_thread::yield();
          ++begun;
        }
        const Result<Record> made = store->record({.session = concat("s", i), .summary = concat("change ", i)});
        ASSERT_TRUE(made);
        EXPECT_EQ(made->summary, concat("change ", i));
        ids[static_cast<std::size_t>(i)] = made->id;
      });
    }
  }
  for (int i = 0; i <= waiting; ++i) {
    EXPECT_EQ(store->find(ids[static_cast<std::size_t>(i)])->summary, concat("change ", i));
  }
  EXPECT_EQ(store->newest(100).size(), 9U);
}

TEST(LockedStore, SeveralAreRecordedAtOnce) {
  const std::unique_ptr<Store> store = memory_store();
  std::vector<Record> records;
  for (int i = 0; i < 3; ++i) records.push_back({.session = "s", .summary = concat("change ", i)});
  const std::vector<Result<Record>> made = store->record_all(std::move(records));
  ASSERT_EQ(made.size(), 3U);
  for (std::size_t i = 0; i < made.size(); ++i) {
    ASSERT_TRUE(made[i]);
    EXPECT_EQ(store->find(made[i]->id)->summary, concat("change ", i));
  }
}

TEST(LockedStore, TellsHowLongItsCallsTake) {
  std::vector<std::chrono::nanoseconds> spent;
  const std::unique_ptr<Store> store = locked(memory_store(), [&](std::chrono::nanoseconds time) { spent.push_back(time); });
  EXPECT_TRUE(store->record({.session = "s"}));
  EXPECT_EQ(store->newest(10).size(), 1U);
  ASSERT_EQ(spent.size(), 2U);
  EXPECT_GE(spent[0].count(), 0);
}

}  // namespace
}  // namespace kedge
