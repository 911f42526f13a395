#include "store/keeper.hpp"

#include <gtest/gtest.h>

#include "tests/support/scratch_state.hpp"

namespace kedge {
namespace {

TEST(Keeper, LocksThatItLostTrackOfAreLetGoOfOnceAndThenItDoesWithoutTheFile) {
  test::ScratchState state;
  Keeper keeper(DatabaseFile(state.fs(), state.state().path));
  const sql::Failure tangled{sql::Failure::Kind::tangled, "locking protocol"};
  ASSERT_TRUE(keeper.database().has_value());
  EXPECT_TRUE(keeper.begins_anew_after(tangled));
  ASSERT_TRUE(keeper.database().has_value()) << "opened anew";
  EXPECT_TRUE(keeper.lasting());
  EXPECT_TRUE(keeper.take_warnings().empty()) << "nothing was lost";
  EXPECT_TRUE(keeper.begins_anew_after(tangled));
  ASSERT_TRUE(keeper.database().has_value()) << "in memory";
  EXPECT_FALSE(keeper.lasting());
  EXPECT_EQ(keeper.take_warnings().size(), 1U);
  EXPECT_FALSE(keeper.begins_anew_after(tangled));
}

TEST(Keeper, WhatIsHeldBySomebodyElseIsLeftAsItIs) {
  test::ScratchState state;
  Keeper keeper(DatabaseFile(state.fs(), state.state().path));
  EXPECT_FALSE(keeper.begins_anew_after({sql::Failure::Kind::busy, "database is locked"}));
  EXPECT_TRUE(keeper.lasting());
}

}  // namespace
}  // namespace kedge
