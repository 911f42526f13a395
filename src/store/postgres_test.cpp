// What is said to a real server, counted on its way.
#include "store/postgres.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <thread>

#include "error/error.hpp"
#include "store/postgres_wire.hpp"
#include "tests/support/store_kinds.hpp"

namespace kedge {
namespace {

class CountingChannel final : public postgres::Channel {
 public:
  CountingChannel(std::unique_ptr<postgres::Channel> channel, int& asked) : channel_(std::move(channel)), asked_(asked) {}
  std::optional<std::string> ask(std::string_view frame) override {
    ++asked_;
    if (std::exchange(loses_next, false)) {
      postgres::Writer reply(static_cast<char>(postgres::Reply::unreachable));
      reply.text("cut off");
      return std::string(reply.finish().substr(sizeof(std::uint32_t)));
    }
    std::optional<std::string> answer = channel_->ask(frame);
    const bool has_number = answer && static_cast<postgres::Reply>(answer->front()) == postgres::Reply::rows;
    if (has_number) answer->at(sizeof(std::uint32_t)) = connection;
    return answer;
  }
  bool begin(std::string_view frame) override { return channel_->begin(frame); }
  std::optional<std::string> finish() override { return channel_->finish(); }
  int descriptor() const override { return channel_->descriptor(); }

  static inline bool loses_next = false;
  static inline char connection = 0;  // in its number

 private:
  std::unique_ptr<postgres::Channel> channel_;
  int& asked_;
};

class Postgres : public testing::TestWithParam<test::StoreKind> {
 protected:
  Postgres() { database.emplace(place()->open().value()); }
  std::unique_ptr<DatabasePlace> place() {
    const bool is_pooled = GetParam() == test::StoreKind::postgres_pool;
    return postgres_place(
        {.where = std::getenv(is_pooled ? "KEDGE_TEST_POOL" : "KEDGE_TEST_POSTGRES"),
         .schema = is_pooled ? "kedge_counted_pool" : "kedge_counted",
         .is_pooled = is_pooled},
        std::make_unique<CountingChannel>(postgres::start_channel(std::getenv("KEDGE_TEST_POSTGRES_PROGRAM")), asked));
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

// A call that is sent again must not look like a new one because its first record could not be read.
TEST_P(Postgres, AQuestionThatWasNotAnsweredIsKnownAlthoughTheServerAnswersAgain) {
  const std::unique_ptr<Store> store = open_store(place(), ByteKeeping::when_needed);
  const Result<Record> made = store->record({.time = 1, .session = "s", .call = sha256("this call")});
  ASSERT_TRUE(made) << made.error().what;
  const std::uint64_t before = store->unanswered();
  EXPECT_TRUE(store->same_call("s", sha256("this call")));
  EXPECT_TRUE(store->ready(before));
  CountingChannel::loses_next = true;
  EXPECT_FALSE(store->same_call("s", sha256("this call")));
  std::this_thread::sleep_for(std::chrono::milliseconds(1100));  // longer than it pauses after a failure
  EXPECT_TRUE(store->ready()) << "it answers again";
  const Result<void> complete = store->ready(before);
  ASSERT_FALSE(complete);
  EXPECT_EQ(complete.error().code, Code::store_unavailable);
  EXPECT_TRUE(store->same_call("s", sha256("this call")));
}

// A server that crashed may have lost it.
TEST_P(Postgres, ATagThatWasWrittenOnAnotherConnectionIsAskedForAgain) {
  const std::unique_ptr<Store> store = open_store(place(), ByteKeeping::when_needed);
  const Digest version = sha256("after");
  const auto tag_of_it = [&] { EXPECT_EQ(store->tag_of("b.cpp", version).size(), 4U); };
  ASSERT_TRUE(store->record({.time = 1, .session = "s", .answered = {{"b.cpp", version, {}, {}, {}}}}));
  EXPECT_EQ(asked_by(tag_of_it), 0);
  ++CountingChannel::connection;
  (void)store->find("none");
  EXPECT_GT(asked_by(tag_of_it), 0);
}

// Which tags are taken cannot be asked then.
TEST_P(Postgres, ATagThatIsGivenWhileTheServerDoesNotAnswerIsNoneOfAnotherVersion) {
  const std::unique_ptr<Store> store = open_store(place(), ByteKeeping::when_needed);
  std::vector<Digest> alike(2);  // both suggest the same tags
  alike[1].back() = 1;
  const Tag taken = store->tag_of("a.cpp", alike[0]);
  CountingChannel::loses_next = true;
  const Tag loose = store->tag_of("a.cpp", alike[1]);
  EXPECT_NE(loose, taken);
  EXPECT_EQ(store->version_of("a.cpp", loose), alike[1]);
  std::this_thread::sleep_for(std::chrono::milliseconds(1100));  // longer than it pauses after a failure
  const std::unique_ptr<Store> another = open_store(place(), ByteKeeping::when_needed);
  EXPECT_FALSE(another->version_of("a.cpp", loose));
  EXPECT_EQ(another->version_of("a.cpp", taken), alike[0]);
  const Tag written = store->tag_of("a.cpp", alike[1]);
  EXPECT_EQ(another->version_of("a.cpp", written), alike[1]) << "it is given one that every server knows";
  EXPECT_EQ(store->version_of("a.cpp", loose), alike[1]) << "its own is still good here";
}

}  // namespace
}  // namespace kedge
