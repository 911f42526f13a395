// Records that somebody else holds are waited for, but not for ever.
#include "store/database_file.hpp"

#include <gtest/gtest.h>

#include <sqlite3.h>

#include <functional>

#include "fs/posix_file_system.hpp"
#include "store/store.hpp"
#include "tests/support/scratch_state.hpp"

namespace kedge {
namespace {

class PausesFileSystem final : public PosixFileSystem {
 public:
  PausesFileSystem() : PosixFileSystem(0022) {}

  void pause(std::uint32_t /*microseconds*/) override {
    if (++pauses == 1) at_first();
  }

  int pauses = 0;
  std::function<void()> at_first;
};

// Somebody else with the same file.
class Other {
 public:
  explicit Other(const std::string& path) { EXPECT_EQ(sqlite3_open(path.c_str(), &connection_), SQLITE_OK); }
  Other(const Other&) = delete;
  Other& operator=(const Other&) = delete;
  ~Other() { sqlite3_close(connection_); }

  void run(const char* sql) { EXPECT_EQ(sqlite3_exec(connection_, sql, nullptr, nullptr, nullptr), SQLITE_OK) << sql; }

 private:
  sqlite3* connection_ = nullptr;
};

class DatabaseFileTest : public testing::Test {
 protected:
  DatabaseFileTest() {
    state.write("store.db", "");
    other.emplace(state.file("store.db"));
    // A page is read, so that it holds the file; without a log nobody else can begin one then.
    other->run("CREATE TABLE t(x); DROP TABLE t; BEGIN; SELECT * FROM sqlite_schema");
  }

  test::ScratchState state;
  std::optional<Other> other;
  PausesFileSystem fs;
};

TEST_F(DatabaseFileTest, RecordsThatAreHeldForGoodAreDoneWithout) {
  fs.at_first = [&] { other->run("COMMIT; BEGIN EXCLUSIVE"); };
  const std::unique_ptr<Store> store = open_store(fs, state.state(), ByteKeeping::at_once);
  store->flush();
  (void)store->newest(1);
  EXPECT_FALSE(store->take_warnings().empty());
  EXPECT_GT(fs.pauses, 1);
  EXPECT_LE(fs.pauses, 1'000);
}

TEST_F(DatabaseFileTest, RecordsThatAreHeldForAWhileAreWaitedFor) {
  fs.at_first = [&] { other->run("COMMIT"); };
  const std::unique_ptr<Store> store = open_store(fs, state.state(), ByteKeeping::at_once);
  (void)store->newest(1);
  EXPECT_TRUE(store->take_warnings().empty());
  EXPECT_TRUE(store->lasting());
  EXPECT_EQ(fs.pauses, 1);
}

}  // namespace
}  // namespace kedge
