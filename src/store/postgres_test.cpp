// What is said to a real server, counted on its way.
#include "store/postgres.hpp"

#include <gtest/gtest.h>

#include "error/error.hpp"
#include "tests/support/store_kinds.hpp"

namespace kedge {
namespace {

class CountingChannel final : public postgres::Channel {
 public:
  CountingChannel(std::unique_ptr<postgres::Channel> channel, int& asked) : channel_(std::move(channel)), asked_(asked) {}
  std::optional<std::string> ask(std::string_view frame) override {
    ++asked_;
    return channel_->ask(frame);
  }
  bool begin(std::string_view frame) override { return channel_->begin(frame); }
  std::optional<std::string> finish() override { return channel_->finish(); }
  int descriptor() const override { return channel_->descriptor(); }

 private:
  std::unique_ptr<postgres::Channel> channel_;
  int& asked_;
};

class Postgres : public testing::TestWithParam<test::StoreKind> {
 protected:
  Postgres() {
    const bool is_pooled = GetParam() == test::StoreKind::postgres_pool;
    std::unique_ptr<DatabasePlace> place = postgres_place(
        {.where = std::getenv(is_pooled ? "KEDGE_TEST_POOL" : "KEDGE_TEST_POSTGRES"),
         .schema = is_pooled ? "kedge_counted_pool" : "kedge_counted",
         .is_pooled = is_pooled},
        std::make_unique<CountingChannel>(postgres::start_channel(std::getenv("KEDGE_TEST_POSTGRES_PROGRAM")), asked));
    database.emplace(place->open().value());
  }
  int asked_by(const std::function<void()>& work) {
    const int before = asked;
    work();
    return asked - before;
  }
  void add() {
    ASSERT_TRUE(database->run("INSERT INTO log(time, session) VALUES(?, ?)", std::int64_t{1}, std::string_view("s")));
  }
  std::int64_t rows() { return database->number("SELECT count(*) FROM log").value().value_or(-1); }

  int asked = 0;
  std::optional<sql::Database> database;
};
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(Postgres);
INSTANTIATE_TEST_SUITE_P(Servers, Postgres, testing::ValuesIn(test::kinds_with_a_server()), test::name_of_kind);

TEST_P(Postgres, ChangesWaitForTheNextQuestionOrUntilTheyAreSent) {
  const sql::Transaction transaction = sql::Transaction::begin(*database).value();
  const std::int64_t before = rows();
  EXPECT_EQ(asked_by([&] { add(), add(); }), 0);
  EXPECT_EQ(asked_by([&] { EXPECT_EQ(rows(), before + 2); }), 1);
  // However often: what is known of the tables does not keep them here.
  for (int round = 0; round < 3; ++round) {
    add();
    EXPECT_EQ(asked_by([&] { EXPECT_TRUE(database->send_waiting()); }), 1);
  }
  EXPECT_EQ(asked_by([&] { EXPECT_TRUE(database->send_waiting()); }), 0) << "there is nothing to send";
}

TEST_P(Postgres, WhatATransactionHasAskedItKnowsUntilItChangesTheTable) {
  const sql::Transaction transaction = sql::Transaction::begin(*database).value();
  const std::int64_t before = rows();
  EXPECT_EQ(asked_by([&] { EXPECT_EQ(rows(), before); }), 0);
  add();
  EXPECT_EQ(asked_by([&] { EXPECT_EQ(rows(), before + 1); }), 1);
}

TEST_P(Postgres, WhatIsExpectedIsAskedWhenTheTransactionBegins) {
  constexpr const char* paths = "SELECT count(*) FROM path";
  database->expect(paths);
  std::optional<sql::Transaction> transaction;
  EXPECT_EQ(asked_by([&] { transaction.emplace(sql::Transaction::begin(*database).value()); }), 1);
  EXPECT_EQ(asked_by([&] { EXPECT_TRUE(database->number(paths)); }), 0);
}

TEST_P(Postgres, WhatIsForeseenIsAskedAtOnceAndAnsweredAsItWasThen) {
  constexpr const char* paths = "SELECT count(*) FROM path";
  constexpr const char* moments = "SELECT count(*) FROM log WHERE moment > ?";
  const auto answer = [&] { return database->number(moments, std::int64_t{0}).value().value_or(-1); };
  const std::int64_t before = answer();
  database->foresee(paths);
  database->foresee(moments, std::int64_t{0});
  EXPECT_EQ(asked_by([&] { EXPECT_TRUE(database->look_ahead()); }), 1);
  EXPECT_EQ(asked_by([&] { EXPECT_TRUE(database->number(paths)); }), 0);
  EXPECT_EQ(asked_by([&] { EXPECT_EQ(answer(), before); }), 0);
  EXPECT_EQ(asked_by([&] { EXPECT_TRUE(database->number(moments, std::int64_t{1})); }), 1) << "another question";
  {
    sql::Transaction transaction = sql::Transaction::begin(*database).value();
    add();
    ASSERT_TRUE(transaction.commit());
  }
  EXPECT_EQ(asked_by([&] { EXPECT_EQ(answer(), before + 1); }), 1) << "a transaction forgets what was foreseen";
  database->foresee(moments, std::int64_t{0});
  EXPECT_TRUE(database->look_ahead());
  database->forget_foreseen();
  EXPECT_EQ(asked_by([&] { EXPECT_EQ(answer(), before + 1); }), 1);
}

}  // namespace
}  // namespace kedge
