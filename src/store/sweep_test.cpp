// What is forgotten when there is too much of it, whatever its age.
#include "store/sweep.hpp"

#include <gtest/gtest.h>

#include "store/log_table.hpp"
#include "store/schema.hpp"
#include "support/strings.hpp"

namespace kedge {
namespace {

class SweepTest : public testing::Test {
 protected:
  SweepTest() : database(*sql::Database::in_memory()) { EXPECT_TRUE(make_schema(database)); }

  void show(int count) {
    LogTable log(database);
    const LineSet first({LineNo{1}, LineNo{2}});
    for (int i = 0; i < count; ++i, ++shown) {
      const std::string session = concat("session ", shown);
      ASSERT_TRUE(log.show({.session = session,
                            .path = "file",
                            .version = sha256(concat(shown % 10)),
                            .lines = first,
                            .kind = EventKind::shown,
                            .time = time,
                            .numbered = first}));
    }
  }
  std::int64_t rows(const char* sql) { return *database.number(sql).value(); }

  sql::Database database;
  int shown = 0;
  std::int64_t time = 1;
};

TEST_F(SweepTest, TheLogIsBoundedByTheNumberOfItsMoments) {
  constexpr std::int64_t most = 100;
  for (int round = 0; round < 50; ++round) {
    show(20);
    ASSERT_TRUE(sweep(database, StoreLimits{}, 1, most));
    ASSERT_LE(rows("SELECT count(*) FROM log"), most + most / 16 + 1);
    ASSERT_LE(rows("SELECT count(*) FROM event"), most + most / 16 + 1);
    ASSERT_LE(rows("SELECT count(*) FROM showing"), most + most / 16 + 1);
  }
  LogTable log(database);
  EXPECT_EQ(log.last_shown(concat("session ", shown - 1), "file", 10)->size(), 1U) << "what is newest is still known";
  EXPECT_EQ(log.last_shown("session 0", "file", 10)->size(), 0U);
  EXPECT_EQ(rows("SELECT count(*) FROM version"), 10) << "labels stay";
}

TEST_F(SweepTest, WhatIsWithinTheBoundIsKept) {
  show(100);
  const std::int64_t before = rows("SELECT count(*) FROM log");
  ASSERT_TRUE(sweep(database, StoreLimits{}, 1));
  EXPECT_EQ(rows("SELECT count(*) FROM log"), before);
  EXPECT_EQ(rows("SELECT count(*) FROM showing"), 100);
}

TEST_F(SweepTest, AClockThatWasAheadDoesNotKeepWhatIsOldForGood) {
  const StoreLimits limits{.age = 1000};
  show(3);
  ASSERT_TRUE(sweep(database, limits, 1'000'000));  // ahead: nothing is young
  time = 10'000;                                    // and right again
  show(3);
  ASSERT_TRUE(sweep(database, limits, 10'000));
  EXPECT_EQ(rows("SELECT count(*) FROM log WHERE time < 9000"), 0);
  EXPECT_EQ(rows("SELECT count(*) FROM showing"), 3) << "and what is young is kept";
}

}  // namespace
}  // namespace kedge
