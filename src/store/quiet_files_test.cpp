#include "store/quiet_files.hpp"

#include <gtest/gtest.h>

#include <sqlite3.h>

#include <filesystem>
#include <string>
#include <utility>

#include "store/sql.hpp"
#include "support/repeatable_random.hpp"
#include "tests/support/scratch_state.hpp"
#include "tests/support/sqlite_calls.hpp"

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

TEST_F(QuietFiles, ACheckpointMovesManyPagesWithFewCalls) {
  Database one = opened();
  ASSERT_TRUE(one.run_all("CREATE TABLE t(x)"));
  Database other = opened();
  std::int64_t rows = 0;
  for (int round = 0; round < 4; ++round) {
    for (int i = 0; i < 40; ++i, ++rows) ASSERT_TRUE(one.run("INSERT INTO t VALUES (zeroblob(3000))"));
    {
      const test::PageCalls calls;
      one.checkpoint();
      EXPECT_LT(calls.reads() + calls.writes(), 20) << "for more than thirty pages";
      EXPECT_GT(calls.writes(), 0);
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

// One that leaves a rest tells others of the pages right after the last one.
TEST_F(QuietFiles, ACheckpointBesideAReaderWritesEachPageAtOnceAndFailsIfThatDoes) {
  Database one = opened();
  ASSERT_TRUE(one.run_all("CREATE TABLE t(x)"));
  for (int i = 0; i < 300; ++i) ASSERT_TRUE(one.run("INSERT INTO t VALUES (zeroblob(3000))"));
  Database reader = opened();
  ASSERT_TRUE(reader.run_all("BEGIN"));
  EXPECT_EQ(count(reader), 300);
  ASSERT_TRUE(one.run("INSERT INTO t VALUES (zeroblob(3000))"));
  {
    test::PageCalls calls;
    calls.fail_writes_after(20);
    EXPECT_FALSE(one.run_all("PRAGMA wal_checkpoint(PASSIVE)"));
    EXPECT_GT(calls.writes(), 20);
  }
  ASSERT_TRUE(reader.run_all("COMMIT"));
  one.checkpoint();
  Database another = opened();
  EXPECT_EQ(count(another), 301);
  EXPECT_EQ(another.number("SELECT count(*) FROM pragma_integrity_check WHERE integrity_check = 'ok'").value(), 1);
}

TEST_F(QuietFiles, ACheckpointThatCannotWriteLeavesTheLog) {
  Database one = opened();
  ASSERT_TRUE(one.run_all("CREATE TABLE t(x)"));
  for (int i = 0; i < 30; ++i) ASSERT_TRUE(one.run("INSERT INTO t VALUES (zeroblob(3000))"));
  {
    test::PageCalls calls;
    calls.fail_writes_after(0);
    one.checkpoint();
  }
  EXPECT_GT(log_size(), 0U);
  EXPECT_EQ(count(one), 30);
  one.checkpoint();
  EXPECT_EQ(log_size(), 0U);
  Database another = opened();
  EXPECT_EQ(count(another), 30);
  EXPECT_EQ(another.number("SELECT count(*) FROM pragma_integrity_check WHERE integrity_check = 'ok'").value(), 1);
}

TEST_F(QuietFiles, AReaderTakesOneLockAlsoAfterAChange) {
  Database one = opened();
  ASSERT_TRUE(one.run_all("CREATE TABLE t(x)"));
  Database other = opened();
  other.keep_read_lock();
  std::int64_t rows = 0;
  for (Database* const changed : {&one, &other, &one}) {
    ASSERT_TRUE(changed->run("INSERT INTO t VALUES (1)"));
    other.rest();
    const test::LockCalls locks;
    EXPECT_EQ(count(other), ++rows);
    EXPECT_EQ(test::LockCalls::made(), 1);
  }
}

TEST_F(QuietFiles, AReaderBehindAsLongALogAsThatNotesHowMuchOfItItNeeds) {
  Database one = opened();
  ASSERT_TRUE(one.run_all("CREATE TABLE t(x)"));
  Database other = opened();
  EXPECT_EQ(count(other), 0);
  ASSERT_TRUE(one.run("INSERT INTO t VALUES (zeroblob(5000000))"));
  const test::LockCalls locks;
  EXPECT_EQ(count(other), 1);
  EXPECT_GT(test::LockCalls::made(), 2);
  EXPECT_EQ(count(one), 1);
}

TEST_F(QuietFiles, NoLockIsKeptWhereAnotherConnectionHasTheOneForWriting) {
  Database one = opened();
  ASSERT_TRUE(one.run_all("CREATE TABLE t(x); PRAGMA busy_timeout = 1"));
  one.keep_read_lock();
  Database other = opened();
  ASSERT_TRUE(other.run_all("BEGIN IMMEDIATE"));
  EXPECT_FALSE(one.run_all("BEGIN IMMEDIATE"));
  ASSERT_TRUE(other.run_all("COMMIT"));  // which gives back its own: in one process they have it together
  {
    const test::LockCalls locks;
    one.rest();
    EXPECT_EQ(test::LockCalls::made(), 0) << "there is none to be given back";
  }
  ASSERT_TRUE(one.run("INSERT INTO t VALUES (1)"));
  EXPECT_EQ(count(one), 1);
  const test::LockCalls locks;
  one.rest();
  EXPECT_EQ(test::LockCalls::made(), 1);
}

TEST_F(QuietFiles, ACheckpointBesideAReaderWithAnOldNoteLeavesWhatTheReaderSees) {
  Database one = opened();
  ASSERT_TRUE(one.run_all("CREATE TABLE t(x)"));
  Database other = opened();
  other.keep_read_lock();
  EXPECT_EQ(count(other), 0);
  for (std::int64_t rows = 1; rows <= 30; ++rows) {
    ASSERT_TRUE(one.run("INSERT INTO t VALUES (1)"));
    EXPECT_EQ(count(other), rows);
    if (rows % 3 == 0) one.checkpoint();
    if (rows % 5 == 0) other.rest();
    EXPECT_EQ(count(other), rows);
    EXPECT_EQ(count(one), rows);
  }
}

TEST_F(QuietFiles, WithoutKeepingALockNothingIsHeldUp) {
  Database one = opened();
  ASSERT_TRUE(one.run_all("CREATE TABLE t(x)"));
  Database other = opened();
  ASSERT_EQ(count(other), 0);
  one.checkpoint();
  EXPECT_EQ(log_size(), 0U);
}

TEST_F(QuietFiles, AFolderIsSyncedForANewLogAndNotForOneThatHasPages) {
  const test::SyncsOfFolders synced;
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
  const test::SyncsOfFolders synced;
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
