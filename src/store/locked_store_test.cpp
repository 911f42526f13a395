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

}  // namespace
}  // namespace kedge
