#include "store/locked_store.hpp"

#include <gtest/gtest.h>

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
