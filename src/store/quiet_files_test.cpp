#include "store/quiet_files.hpp"

#include <gtest/gtest.h>

#include <fcntl.h>
#include <sqlite3.h>
#include <unistd.h>

#include <filesystem>
#include <string>
#include <utility>

#include "store/sql.hpp"
#include "support/repeatable_random.hpp"
#include "tests/support/scratch_state.hpp"

namespace kedge::sql {
namespace {

class QuietFiles : public testing::Test {
 protected:
  QuietFiles() { scratch.write("some.db", ""); }

  Database opened() {
    Database database = Database::in_file(scratch.file("some.db").string()).value();
    EXPECT_TRUE(database.begin_log());
    return database;
  }
  std::uintmax_t log_size() const { return std::filesystem::file_size(scratch.file("some.db-wal")); }
  static std::int64_t count(Database& database) { return database.number("SELECT count(*) FROM t").value().value_or(-1); }

  test::ScratchState scratch;
};

TEST_F(QuietFiles, WhatOneWritesAnotherSeesWithAndWithoutSyncs) {
  Database one = opened();
  ASSERT_TRUE(one.run_all("CREATE TABLE t(x)"));
  Database other = opened();
  other.keep_read_lock();
  std::int64_t rows = 0;
  for (const Sync sync : {Sync::at_commit, Sync::later, Sync::at_commit}) {
    ASSERT_TRUE(one.use(sync));
    ASSERT_TRUE(one.run("INSERT INTO t VALUES (1)"));
    EXPECT_EQ(count(other), ++rows);
    ASSERT_TRUE(other.run("INSERT INTO t VALUES (2)"));
    EXPECT_EQ(count(one), ++rows);
  }
}

TEST_F(QuietFiles, OnlyChangesOfOthersAreCounted) {
  Database one = opened();
  ASSERT_TRUE(one.run_all("CREATE TABLE t(x)"));
  Database other = opened();
  EXPECT_EQ(count(other), 0);
  const auto own = one.changes_of_others();
  ASSERT_TRUE(own);
  ASSERT_TRUE(one.run("INSERT INTO t VALUES (1)"));
  ASSERT_TRUE(one.run_all("BEGIN; INSERT INTO t VALUES (1); ROLLBACK"));
  EXPECT_EQ(count(one), 1);
  one.checkpoint();
  EXPECT_EQ(count(other), 1);
  EXPECT_EQ(one.changes_of_others(), own);

  ASSERT_TRUE(other.run("INSERT INTO t VALUES (2)"));
  const auto after = one.changes_of_others();
  EXPECT_NE(after, own);
  EXPECT_EQ(one.changes_of_others(), after);
  EXPECT_EQ(count(one), 2);
  EXPECT_EQ(one.changes_of_others(), after) << "not counted again when it is read";
}

TEST_F(QuietFiles, AChangeOfOthersJustBeforeAnOwnOneIsCounted) {
  Database one = opened();
  ASSERT_TRUE(one.run_all("CREATE TABLE t(x)"));
  Database other = opened();
  const auto before = one.changes_of_others();
  ASSERT_TRUE(other.run("INSERT INTO t VALUES (1)"));
  ASSERT_TRUE(one.run("INSERT INTO t VALUES (2)"));
  EXPECT_NE(one.changes_of_others(), before);
}

TEST_F(QuietFiles, WithoutALogEveryLookMayBeAChange) {
  Database database = Database::in_file(scratch.file("some.db").string()).value();
  ASSERT_TRUE(database.run_all("CREATE TABLE t(x)"));
  const auto before = database.changes_of_others();
  EXPECT_NE(database.changes_of_others(), before);
  Database memory = Database::in_memory().value();
  EXPECT_EQ(memory.changes_of_others(), memory.changes_of_others()) << "nobody else can change it";
}

TEST_F(QuietFiles, ATransactionOfAnySizeIsWholeAfterwards) {
  const std::string large(3'000'000, 'x');
  {
    Database one = opened();
    ASSERT_TRUE(one.run_all("CREATE TABLE t(x)"));
    for (const std::size_t size : {0UL, 100UL, 1000UL, 65'536UL, 131'072UL, 300'000UL, 3'000'000UL}) {
      ASSERT_TRUE(one.run("INSERT INTO t VALUES (?)", std::string_view(large).substr(0, size))) << size;
    }
  }
  Database again = opened();
  EXPECT_EQ(again.number("SELECT sum(length(x)) FROM t").value(), 3'497'708);
  const Answer<Rows> checked = again.rows("PRAGMA integrity_check");
  ASSERT_TRUE(checked);
}

TEST_F(QuietFiles, ATransactionThatIsTakenBackLeavesNothing) {
  Database one = opened();
  ASSERT_TRUE(one.run_all("CREATE TABLE t(x)"));
  ASSERT_TRUE(one.run_all("BEGIN; INSERT INTO t VALUES (zeroblob(500000)); ROLLBACK"));
  ASSERT_TRUE(one.run("INSERT INTO t VALUES (1)"));
  EXPECT_EQ(count(one), 1);
  Database other = opened();
  EXPECT_EQ(count(other), 1);
}

TEST_F(QuietFiles, ALargeTransactionThatIsTakenBackIsNotWrittenLaterOverThoseOfOthers) {
  Database one = opened();
  ASSERT_TRUE(one.run_all("CREATE TABLE t(x)"));
  one.checkpoint();
  {
    Database taken_back = opened();
    ASSERT_TRUE(taken_back.run_all("BEGIN; INSERT INTO t VALUES (zeroblob(20000000)); ROLLBACK"));
    for (int i = 0; i < 50; ++i) ASSERT_TRUE(one.run("INSERT INTO t VALUES (zeroblob(2000))"));
    EXPECT_EQ(count(taken_back), 50);
  }
  Database again = opened();
  EXPECT_EQ(count(again), 50);
  EXPECT_EQ(again.number("SELECT sum(length(x)) FROM t").value(), 100'000);
}

TEST_F(QuietFiles, ATransactionThatChangesPagesWhichItHasWrittenIsWholeForOthersAtOnce) {
  Database one = opened();
  ASSERT_TRUE(one.run_all("CREATE TABLE t(x)"));
  ASSERT_TRUE(one.use(Sync::later));
  ASSERT_TRUE(one.run_all("PRAGMA cache_size=20"));  // so that most pages are written before the end
  Database other = opened();
  for (int i = 1; i <= 3; ++i) {
    ASSERT_TRUE(
        one.run_all("BEGIN; WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 500)"
                    " INSERT INTO t SELECT zeroblob(1500) FROM n; UPDATE t SET x = zeroblob(1600); COMMIT"));
    // As a process would find it that recovers the log by itself.
    scratch.write("copy.db", scratch.read("some.db"));
    scratch.write("copy.db-wal", scratch.read("some.db-wal"));
    Database copy = Database::in_file(scratch.file("copy.db").string()).value();
    for (Database* const reader : {&other, &copy}) {
      EXPECT_EQ(count(*reader), 500 * i);
      EXPECT_EQ(reader->number("SELECT sum(length(x)) FROM t").value(), 500 * 1600 * i);
    }
  }
}

TEST_F(QuietFiles, ALockThatIsKeptHoldsUpACheckpointUntilTheConnectionRests) {
  Database one = opened();
  ASSERT_TRUE(one.run_all("CREATE TABLE t(x)"));
  ASSERT_TRUE(one.run("INSERT INTO t VALUES (1)"));
  Database other = opened();
  other.keep_read_lock();
  ASSERT_EQ(count(other), 1);
  one.checkpoint();
  EXPECT_GT(log_size(), 0U);
  ASSERT_TRUE(one.run("INSERT INTO t VALUES (1)")) << "it holds up no writer";
  EXPECT_EQ(count(other), 2) << "and sees what is written";
  other.rest();
  one.checkpoint();
  EXPECT_EQ(log_size(), 0U);
  EXPECT_EQ(count(other), 2);
}

int pages_read = 0, pages_written = 0;

// In place of the calls that SQLite's own access to files makes.
ssize_t count_read(int file, void* into, std::size_t size, off_t offset) {
  ++pages_read;
  return ::pread(file, into, size, offset);
}
ssize_t count_write(int file, const void* bytes, std::size_t size, off_t offset) {
  ++pages_written;
  return ::pwrite(file, bytes, size, offset);
}

class CountsReadsAndWrites {
 public:
  CountsReadsAndWrites() {
    pages_read = pages_written = 0;
    set("pread64", reinterpret_cast<sqlite3_syscall_ptr>(count_read));
    set("pwrite64", reinterpret_cast<sqlite3_syscall_ptr>(count_write));
    set("pread", reinterpret_cast<sqlite3_syscall_ptr>(count_read));
    set("pwrite", reinterpret_cast<sqlite3_syscall_ptr>(count_write));
  }
  ~CountsReadsAndWrites() {
    for (const char* call : {"pread64", "pwrite64", "pread", "pwrite"}) set(call, nullptr);
  }
  CountsReadsAndWrites(const CountsReadsAndWrites&) = delete;
  CountsReadsAndWrites& operator=(const CountsReadsAndWrites&) = delete;

 private:
  static void set(const char* name, sqlite3_syscall_ptr call) {
    sqlite3_vfs* const system = sqlite3_vfs_find(nullptr);
    if (system->xGetSystemCall(system, name) != nullptr) EXPECT_EQ(system->xSetSystemCall(system, name, call), SQLITE_OK);
  }
};

TEST_F(QuietFiles, ACheckpointMovesManyPagesWithFewCalls) {
  Database one = opened();
  ASSERT_TRUE(one.run_all("CREATE TABLE t(x)"));
  Database other = opened();
  std::int64_t rows = 0;
  for (int round = 0; round < 4; ++round) {
    for (int i = 0; i < 40; ++i, ++rows) ASSERT_TRUE(one.run("INSERT INTO t VALUES (zeroblob(3000))"));
    {
      const CountsReadsAndWrites counted;
      one.checkpoint();
      EXPECT_LT(pages_read + pages_written, 20) << "for more than thirty pages";
      EXPECT_GT(pages_written, 0);
    }
    EXPECT_EQ(log_size(), 0U);
    EXPECT_EQ(count(other), rows);
  }
  scratch.write("copy.db", scratch.read("some.db"));
  Database copy = Database::in_file(scratch.file("copy.db").string()).value();
  EXPECT_EQ(copy.number("SELECT sum(length(x)) FROM t").value(), rows * 3000);
  EXPECT_EQ(copy.number("SELECT count(*) FROM pragma_integrity_check WHERE integrity_check = 'ok'").value(), 1);
}

TEST_F(QuietFiles, ACheckpointBesideAReaderMovesWhatIsNoLongerNeeded) {
  Database one = opened();
  ASSERT_TRUE(one.run_all("CREATE TABLE t(x)"));
  for (int i = 0; i < 20; ++i) ASSERT_TRUE(one.run("INSERT INTO t VALUES (zeroblob(3000))"));
  Database reader = opened();
  ASSERT_TRUE(reader.run_all("BEGIN"));
  EXPECT_EQ(count(reader), 20);
  for (int i = 0; i < 20; ++i) ASSERT_TRUE(one.run("UPDATE t SET x = zeroblob(2900) WHERE rowid = ?", std::int64_t{i + 1}));
  ASSERT_TRUE(one.run_all("PRAGMA wal_checkpoint(PASSIVE)"));
  EXPECT_EQ(reader.number("SELECT sum(length(x)) FROM t").value(), 60'000);
  ASSERT_TRUE(reader.run_all("COMMIT"));
  EXPECT_EQ(reader.number("SELECT sum(length(x)) FROM t").value(), 58'000);
  one.checkpoint();
  EXPECT_EQ(log_size(), 0U);
  EXPECT_EQ(reader.number("SELECT sum(length(x)) FROM t").value(), 58'000);
}

TEST_F(QuietFiles, WithoutKeepingALockNothingIsHeldUp) {
  Database one = opened();
  ASSERT_TRUE(one.run_all("CREATE TABLE t(x)"));
  Database other = opened();
  ASSERT_EQ(count(other), 0);
  one.checkpoint();
  EXPECT_EQ(log_size(), 0U);
}

int folders_synced = 0;

// SQLite opens a folder only to sync it.
int open_folder_to_sync(const char* path, int* descriptor) {
  ++folders_synced;
  *descriptor = open(std::filesystem::path(path).parent_path().c_str(), O_RDONLY | O_CLOEXEC);
  return *descriptor >= 0 ? SQLITE_OK : SQLITE_CANTOPEN;
}

class CountsSyncsOfFolders {
 public:
  CountsSyncsOfFolders() {
    folders_synced = 0;
    set(reinterpret_cast<sqlite3_syscall_ptr>(open_folder_to_sync));
  }
  ~CountsSyncsOfFolders() { set(nullptr); }
  CountsSyncsOfFolders(const CountsSyncsOfFolders&) = delete;
  CountsSyncsOfFolders& operator=(const CountsSyncsOfFolders&) = delete;

  static int taken() { return std::exchange(folders_synced, 0); }

 private:
  static void set(sqlite3_syscall_ptr call) {
    sqlite3_vfs* const system = sqlite3_vfs_find(nullptr);
    EXPECT_EQ(system->xSetSystemCall(system, "openDirectory", call), SQLITE_OK);
  }
};

TEST_F(QuietFiles, AFolderIsSyncedForANewLogAndNotForOneThatHasPages) {
  const CountsSyncsOfFolders synced;
  {
    Database one = opened();
    ASSERT_TRUE(one.use(Sync::at_commit));
    ASSERT_TRUE(one.run_all("CREATE TABLE t(x)"));
  }
  EXPECT_EQ(synced.taken(), 2) << "of a journal, while the log is turned on, and of the log";
  {
    Database again = opened();
    ASSERT_TRUE(again.use(Sync::at_commit));
    ASSERT_TRUE(again.run("INSERT INTO t VALUES (1)"));
    EXPECT_EQ(synced.taken(), 0);
    EXPECT_EQ(count(again), 1);
  }
}

TEST_F(QuietFiles, AFolderIsSyncedForALogWhoseMakerDiedBeforeItWasSynced) {
  {
    Database one = opened();
    ASSERT_TRUE(one.run_all("CREATE TABLE t(x)"));
    one.checkpoint();
  }
  const CountsSyncsOfFolders synced;
  for (const std::size_t size : {0UL, 7UL, 32UL}) {
    scratch.write("some.db-wal", std::string(size, '\0'));
    Database next = opened();
    ASSERT_TRUE(next.use(Sync::at_commit));
    ASSERT_TRUE(next.run("INSERT INTO t VALUES (1)"));
    EXPECT_EQ(synced.taken(), 1) << size;
    next.checkpoint();
  }
  std::filesystem::remove(scratch.file("some.db-wal"));
  Database last = opened();
  ASSERT_TRUE(last.use(Sync::later));
  ASSERT_TRUE(last.run("INSERT INTO t VALUES (1)"));
  EXPECT_EQ(synced.taken(), 1) << "whether or not its transactions are synced";
  EXPECT_EQ(count(last), 4);
}

constexpr const char* sum_of_lengths = "SELECT ifnull(sum(length(x)), 0) FROM t";

// What SQLite finds in these files with its own way to read them.
std::int64_t found_by_sqlite(const std::string& path) {
  sqlite3* connection = nullptr;
  sqlite3_stmt* statement = nullptr;
  EXPECT_EQ(sqlite3_open(path.c_str(), &connection), SQLITE_OK);
  EXPECT_EQ(sqlite3_prepare_v2(connection, sum_of_lengths, -1, &statement, nullptr), SQLITE_OK);
  const std::int64_t found = sqlite3_step(statement) == SQLITE_ROW ? sqlite3_column_int64(statement, 0) : -1;
  sqlite3_finalize(statement);
  sqlite3_close(connection);
  return found;
}

TEST_F(QuietFiles, ALogIsRecoveredAsBySqliteWhereverItEndsOrIsDamaged) {
  RepeatableRandom random(3);
  for (const int page : {512, 4096}) {
    const std::string name = concat("of_", page, ".db");
    scratch.write(name, "");
    Database one = Database::in_file(scratch.file(name).string()).value();
    ASSERT_TRUE(one.run_all(concat("PRAGMA page_size=", page).c_str()));
    ASSERT_TRUE(one.begin_log());
    ASSERT_TRUE(one.use(Sync::later));
    ASSERT_TRUE(one.run_all("CREATE TABLE t(x)"));
    one.checkpoint();
    for (int i = 0; i < 60; ++i) ASSERT_TRUE(one.run("INSERT INTO t VALUES (?)", std::string(random.below(12'000), 'x')));
    const std::string database = scratch.read(name);
    const std::string log = scratch.read(concat(name, "-wal"));
    ASSERT_GT(log.size(), 300'000U) << "several of the pieces that are read at once";
    for (int round = 0; round < 60; ++round) {
      std::string copy = log;
      const std::size_t place = random.below(log.size());
      if (round % 2 == 0) copy.resize(place);
      if (round % 2 == 1) copy[place] = static_cast<char>(copy[place] ^ 1);
      for (const char* const of : {"ours.db", "theirs.db"}) {
        scratch.write(of, database);
        scratch.write(concat(of, "-wal"), copy);
      }
      const std::int64_t theirs = found_by_sqlite(scratch.file("theirs.db").string());
      Database ours = Database::in_file(scratch.file("ours.db").string()).value();
      EXPECT_EQ(ours.number(sum_of_lengths).value(), theirs) << "page " << page << ", place " << place;
      ASSERT_TRUE(ours.run("INSERT INTO t VALUES ('and goes on')"));
    }
  }
}

}  // namespace
}  // namespace kedge::sql
