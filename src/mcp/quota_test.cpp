#include "mcp/quota.hpp"

#include <gtest/gtest.h>

namespace kedge::mcp {
namespace {

using std::chrono::seconds;

Quota::Clock::time_point moment(int second) { return Quota::Clock::time_point(seconds(1000 + second)); }

TEST(Quota, AMinutesCallsMayBeMadeAtOnceAndThenOneAtATime) {
  Quota quota(6);
  for (int i = 0; i < 6; ++i) EXPECT_FALSE(quota.take("ann", moment(0))) << i;
  EXPECT_EQ(quota.take("ann", moment(0)), seconds(10));
  EXPECT_EQ(quota.take("ann", moment(3)), seconds(7)) << "a refused call costs nothing";
  EXPECT_FALSE(quota.take("ann", moment(10)));
  EXPECT_EQ(quota.take("ann", moment(10)), seconds(10));
}

TEST(Quota, ABucketHoldsNoMoreThanAMinutesCalls) {
  Quota quota(6);
  EXPECT_FALSE(quota.take("ann", moment(0)));
  int taken = 0;
  while (!quota.take("ann", moment(10'000))) ++taken;
  EXPECT_EQ(taken, 6);
}

TEST(Quota, EachAgentHasItsOwn) {
  Quota quota(1);
  EXPECT_FALSE(quota.take("ann", moment(0)));
  EXPECT_TRUE(quota.take("ann", moment(0)));
  EXPECT_FALSE(quota.take("bob", moment(0)));
}

}  // namespace
}  // namespace kedge::mcp
