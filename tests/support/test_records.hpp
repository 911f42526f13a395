// Records on disk and what can be done to them, for the tests of the store.
#pragma once

#include <gtest/gtest.h>

#include <sqlite3.h>

#include <memory>
#include <string>
#include <vector>

#include "store/store.hpp"
#include "support/strings.hpp"
#include "tests/support/scratch_state.hpp"

namespace kedge::test {

inline LineSet lines(std::uint32_t first, std::uint32_t last) { return LineSet({LineNo{first}, LineNo{last + 1}}); }

inline RecordedFile edited(std::string path, std::string_view before, std::string_view after) {
  const Text text{std::string(before)};
  const ChangeSet changes = *ChangeSet::make(text, {{.span = {{0}, {before.size()}}, .text = std::string(after)}});
  return {.path = std::move(path),
          .before = sha256(before),
          .after = sha256(after),
          .changes = changes,
          .inverse = changes.invert(text)};
}

class RecordsOnDisk : public testing::Test {
 protected:
  std::unique_ptr<Store> opened(ByteKeeping keeping = ByteKeeping::at_once, StoreLimits limits = {}) {
    return open_store(state.fs(), state.state(), keeping, limits);
  }
  void remember(Store& store, std::string_view path, std::string_view bytes) {
    store.remember(path, Text(std::string(bytes)), sha256(bytes));
  }
  void read(Store& store, std::string_view path, std::string_view bytes) {
    remember(store, path, bytes);
    store.show("s", path, sha256(bytes), lines(1, 1), EventKind::shown, 1, lines(1, 1));
  }
  // Some of everything.
  void fill() {
    const std::unique_ptr<Store> store = opened();
    for (int i = 0; i < 5; ++i) {
      const std::string path = concat("file", i);
      read(*store, path, concat(i, std::string(3'000, 'a')));
      tags.push_back(store->tag_of(path, sha256(concat(i, std::string(3'000, 'a')))));
      ids.push_back(store->record({.session = "s", .files = {edited(path, concat(i, std::string(3'000, 'a')), "b")}})->id);
    }
    store->flush();
  }
  // The database as one file, without a log.
  void checkpoint() {
    sqlite3* connection = nullptr;
    ASSERT_EQ(sqlite3_open(state.file("store.db").c_str(), &connection), SQLITE_OK);
    ASSERT_EQ(sqlite3_exec(connection, "SELECT count(*) FROM sqlite_schema", nullptr, nullptr, nullptr), SQLITE_OK);
    ASSERT_EQ(sqlite3_wal_checkpoint_v2(connection, nullptr, SQLITE_CHECKPOINT_TRUNCATE, nullptr, nullptr), SQLITE_OK);
    sqlite3_close(connection);
  }
  // As it was before version 6.
  void forget_what_files_had() {
    forget_who_made_changes();
    for (const char* const column : {"attributes", "folders", "withheld", "lines"}) {
      run(concat("ALTER TABLE change DROP COLUMN ", column).c_str());
    }
  }
  // As it was before version 8.
  void forget_who_made_changes() {
    for (const char* const column : {"client", "reviewed"}) run(concat("ALTER TABLE record DROP COLUMN ", column).c_str());
  }
  // As it was before version 5.
  void forget_how_rows_were_shown() {
    forget_what_files_had();
    for (const char* const column : {"read", "refused", "cut"}) {
      run(concat("ALTER TABLE showing DROP COLUMN ", column).c_str());
    }
  }
  void run(const char* sql) {
    sqlite3* connection = nullptr;
    ASSERT_EQ(sqlite3_open(state.file("store.db").c_str(), &connection), SQLITE_OK);
    ASSERT_EQ(sqlite3_exec(connection, sql, nullptr, nullptr, nullptr), SQLITE_OK) << sqlite3_errmsg(connection);
    sqlite3_close(connection);
  }
  // Whatever state the records are in: each question has an answer, and an edit can be recorded and found again.
  void expect_it_works(Store& store) {
    (void)store.text_of("file1", sha256(concat(1, std::string(3'000, 'a'))));
    (void)store.changes_between("file1", sha256(concat(1, std::string(3'000, 'a'))), sha256("b"));
    (void)store.last_shown("s", "file1", 1000);
    (void)store.events("file1");
    (void)store.last_applied("s");
    (void)store.same_call("s", sha256("x"));
    for (const Record& record : store.newest(10)) (void)store.find(record.id);
    for (std::size_t i = 0; i < tags.size(); ++i) (void)store.version_of(concat("file", i), tags[i]);
    read(store, "other", "one");
    const Tag tag = store.tag_of("other", sha256("one"));
    EXPECT_EQ(store.version_of("other", tag), sha256("one"));
    const Result<Record> record = store.record({.session = "s", .files = {edited("other", "one", "two")}});
    ASSERT_TRUE(record) << record.error().what;
    EXPECT_TRUE(store.find(record->id));
    EXPECT_EQ(store.text_of("other", sha256("two"))->bytes(), "two");
    store.flush();
    EXPECT_EQ(store.last_shown("s", "other", 1000).size(), 1U);
  }

  ScratchState state;
  std::vector<Tag> tags;
  std::vector<std::string> ids;
};

inline void expect_it_is_left_alone(Store& store, const ScratchState& state, const std::string& bytes, std::string_view why) {
  EXPECT_FALSE(store.lasting());
  const std::vector<std::string> warnings = store.take_warnings();
  ASSERT_EQ(warnings.size(), 1U);
  EXPECT_NE(warnings[0].find(why), std::string::npos) << warnings[0];
  EXPECT_NE(warnings[0].find("end with this process"), std::string::npos) << warnings[0];
  EXPECT_EQ(state.read("store.db"), bytes);
  EXPECT_FALSE(state.has("store.db.damaged"));
}

}  // namespace kedge::test
