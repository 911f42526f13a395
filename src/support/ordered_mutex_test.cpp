#include "support/ordered_mutex.hpp"

#include <gtest/gtest.h>

#include <mutex>

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

}  // namespace
}  // namespace kedge
