#include "support/ordered_mutex.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <mutex>
#include <thread>

namespace kedge {
namespace {

TEST(OrderedMutex, IsTakenFromAboveToBelowAndLetGoInAnyOrder) {
  OrderedMutex outlet(LockOrder::outlet);
  OrderedMutex conversation(LockOrder::conversation);
  OrderedMutex store(LockOrder::store);
  for (int round = 0; round < 3; ++round) {
    std::unique_lock outer(outlet);
    std::unique_lock middle(conversation);
    const std::unique_lock inner(store);
    outer.unlock();
    middle.unlock();
  }
}

TEST(OrderedMutex, TakenTheOtherWayRoundStopsTheProgramEvenIfNobodyElseIsThere) {
  if (!OrderedMutex::is_checked()) GTEST_SKIP() << "only the sanitized build looks";
  OrderedMutex outlet(LockOrder::outlet);
  OrderedMutex conversation(LockOrder::conversation);
  OrderedMutex other_conversation(LockOrder::conversation);
  const std::lock_guard inner(conversation);
  EXPECT_DEATH(outlet.lock(), "internal requirement failed");
  EXPECT_DEATH(other_conversation.lock(), "internal requirement failed") << "nor two of a kind";
}

TEST(OrderedCondition, WakesWhoeverWaitsForIt) {
  OrderedMutex mutex(LockOrder::conversation);
  OrderedCondition changed;
  int number = 0;
  const auto wait_for = [&](int wanted) {
    std::unique_lock lock(mutex);
    changed.wait(lock, [&] { return number >= wanted; });
    EXPECT_TRUE(lock.owns_lock());
    ++number;
    lock.unlock();
    changed.notify_all();
  };
  std::thread other([&] {
    for (const int wanted : {1, 3, 5}) wait_for(wanted);
  });
  for (const int wanted : {0, 2, 4}) wait_for(wanted);
  other.join();
  EXPECT_EQ(number, 6);
}

TEST(OrderedCondition, SaysWhetherTheTimeIsOver) {
  OrderedMutex mutex(LockOrder::conversation);
  OrderedCondition changed;
  std::unique_lock lock(mutex);
  EXPECT_FALSE(changed.wait_for(lock, std::chrono::milliseconds(1), [] { return false; }));
  EXPECT_TRUE(changed.wait_for(lock, std::chrono::milliseconds(1), [] { return true; }));
  changed.wait_for(lock, std::chrono::milliseconds(1));
  EXPECT_TRUE(lock.owns_lock());
}

TEST(OrderedCondition, WhoeverWaitsHasLetGoOfTheMutexAndHasItAgainAfterwards) {
  if (!OrderedMutex::is_checked()) GTEST_SKIP() << "only the sanitized build looks";
  OrderedMutex above(LockOrder::outlet);
  OrderedMutex below(LockOrder::store);
  OrderedCondition changed;
  std::unique_lock lock(below);
  changed.wait_for(lock, std::chrono::milliseconds(1));
  EXPECT_DEATH(above.lock(), "internal requirement failed");
  lock.unlock();
  const std::lock_guard in_order(above);
}

}  // namespace
}  // namespace kedge
