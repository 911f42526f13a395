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

// A server that answers, but whose tables cannot be used at the moment.
class LockedTables final : public DatabasePlace {
 public:
  std::string path() const override { return "there"; }
  std::expected<sql::Database, UnusableFile> open() override { return std::unexpected(UnusableFile{"lock timeout"}); }
  bool is_shared() const override { return true; }
  bool still_there() override { return true; }
  bool set_aside() override { return false; }
  std::string path_aside() const override { return path(); }
};

TEST(Keeper, RecordsThatOthersShareAreNeverKeptInMemoryInstead) {
  Keeper keeper(std::make_unique<LockedTables>());
  for (int attempt = 0; attempt < 3; ++attempt) {
    const sql::Answer<sql::Database*> database = keeper.database();
    ASSERT_FALSE(database);
    EXPECT_EQ(keeper.refusal(database.error()).code, Code::store_unavailable);
    EXPECT_TRUE(keeper.lasting());
  }
  for (const auto kind : {sql::Failure::Kind::tangled, sql::Failure::Kind::damaged, sql::Failure::Kind::outdated}) {
    (void)keeper.begins_anew_after({kind, "something"});
    (void)keeper.begins_anew_after({kind, "something"});
    EXPECT_TRUE(keeper.lasting());
    EXPECT_EQ(keeper.refusal({kind, "something"}).code, Code::store_unavailable);
  }
}

}  // namespace
}  // namespace kedge
