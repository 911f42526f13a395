// A server keeps the lock for reading from call to call, and gives it back before others have to wait for it.
#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <memory>
#include <thread>

#include "tests/support/sqlite_calls.hpp"
#include "tests/support/test_records.hpp"

namespace kedge {
namespace {

class KeptLock : public test::RecordsOnDisk {
 protected:
  void SetUp() override {
    fill();
    server = opened(ByteKeeping::when_needed);
    server->serve_calls();
    be_alone();
  }
  // For so long that a lock is kept.
  void be_alone() {
    for (int i = 0; i < 20; ++i) call();
  }
  // One that only asks, so that no other lock is taken.
  void call() {
    EXPECT_TRUE(server->find(ids.front()));
    server->publish();
  }
  bool can_make_log_short() const {
    sqlite3* connection = nullptr;
    EXPECT_EQ(sqlite3_open(state.file("store.db").c_str(), &connection), SQLITE_OK);
    EXPECT_EQ(sqlite3_exec(connection, "PRAGMA user_version = 7", nullptr, nullptr, nullptr), SQLITE_OK);
    const int code = sqlite3_wal_checkpoint_v2(connection, nullptr, SQLITE_CHECKPOINT_TRUNCATE, nullptr, nullptr);
    sqlite3_close(connection);
    return code == SQLITE_OK;
  }

  std::unique_ptr<Store> server;
};

TEST_F(KeptLock, SparesTheNextCallTwoSystemCalls) {
  const test::LockCalls locks;
  call();
  EXPECT_EQ(test::LockCalls::made(), 0);
}

TEST_F(KeptLock, IsGivenBackWhenTheServerRestsOrFlushes) {
  EXPECT_FALSE(can_make_log_short());
  server->rest();
  EXPECT_TRUE(can_make_log_short());
  be_alone();
  EXPECT_FALSE(can_make_log_short());
  server->flush();
  EXPECT_TRUE(can_make_log_short());
}

TEST_F(KeptLock, IsGivenBackAfterEachCallWhereAnotherProcessWrites) {
  const std::unique_ptr<Store> other = opened();
  for (int i = 0; i < 40; ++i) {
    read(*other, "file", concat("text ", i));
    other->flush();
    call();
    EXPECT_TRUE(can_make_log_short());
  }
}

TEST_F(KeptLock, IsGivenBackNowAndThenWhileThereIsNoRest) {
  int made = 0;
  const test::LockCalls locks;
  for (int i = 0; i < 100; ++i) {
    const int before = test::LockCalls::made();
    call();
    made += test::LockCalls::made() > before ? 1 : 0;
  }
  EXPECT_GE(made, 5);
  EXPECT_LE(made, 20);
}

TEST_F(KeptLock, IsWaitedForByAPurge) {
  const std::unique_ptr<Store> other = opened();
  std::thread ticker([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    server->rest();
  });
  EXPECT_TRUE(other->purge({}));
  EXPECT_EQ(std::filesystem::file_size(state.file("store.db-wal")), 0U) << "what is deleted is in the log until then";
  EXPECT_TRUE(other->take_warnings().empty());
  ticker.join();
}

TEST_F(KeptLock, APurgeThatCannotWaitSoLongSaysThatTheLogIsLeft) {
  const std::unique_ptr<Store> other = opened();
  EXPECT_TRUE(other->purge({}));
  EXPECT_GT(std::filesystem::file_size(state.file("store.db-wal")), 0U);
  const std::vector<std::string> warnings = other->take_warnings();
  ASSERT_EQ(warnings.size(), 1U);
  EXPECT_NE(warnings.front().find("is still in the log"), std::string::npos);
}

}  // namespace
}  // namespace kedge
