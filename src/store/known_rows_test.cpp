#include "store/known_rows.hpp"

#include <gtest/gtest.h>

#include "store/history_table.hpp"
#include "store/schema.hpp"
#include "tests/support/test_records.hpp"

namespace kedge {
namespace {

using test::edited;

class Known : public test::RecordsOnDisk {
 protected:
  // An edit of the file from one content to the next. Fails unless it can be undone afterwards, by any process.
  void edit(Store& store, const std::string& before, const std::string& after) {
    remember(store, "file", before);
    const Result<Record> made = store.record({.session = "s", .files = {edited("file", before, after)}});
    ASSERT_TRUE(made);
    const std::optional<Record> found = opened()->find(made->id);
    ASSERT_TRUE(found);
    EXPECT_EQ(found->moment, made->moment);
    ASSERT_EQ(found->files.size(), 1U);
    EXPECT_EQ(found->files[0].before, sha256(before));
    EXPECT_EQ(found->files[0].after, sha256(after));
  }
};

TEST_F(Known, RecordsOfOneProcessAreConnected) {
  const std::unique_ptr<Store> store = opened();
  for (int i = 0; i < 5; ++i) edit(*store, concat("version ", i), concat("version ", i + 1));
  edit(*store, "version 5", "version 2");
  edit(*store, "version 2", "version 0");
  EXPECT_EQ(opened()->steps_since("file", 0).size(), 7U);
  EXPECT_EQ(opened()->text_of("file", sha256("version 4")), Text("version 4"));
}

TEST_F(Known, WhatAnotherProcessDeletedIsAddedAgain) {
  const std::unique_ptr<Store> store = opened();
  const std::unique_ptr<Store> other = opened();
  edit(*store, "one", "two");
  ASSERT_TRUE(other->purge({}));
  edit(*other, "other", "one");
  edit(*store, "two", "three");
  ASSERT_TRUE(other->purge(std::vector<std::string>{"file"}));
  edit(*store, "three", "four");
  ASSERT_TRUE(store->purge(std::vector<std::string>{"file"}));
  edit(*store, "four", "five");
}

TEST(KnownRows, WhatWasNotCommittedIsForgotten) {
  sql::Database database = sql::Database::in_memory().value();
  ASSERT_TRUE(make_schema(database));
  KnownRows known;
  const auto make = [&](const char* content, Moment moment) {
    known.begin(database);
    sql::Transaction transaction = sql::Transaction::begin(database).value();
    const VersionRow made = VersionTable(database, &known).make("file", sha256(content), moment).value();
    EXPECT_TRUE(known.take_made(made.id));
    EXPECT_FALSE(known.take_made(made.id));
    return std::pair(made.id, std::move(transaction));
  };
  {
    auto committed = make("one", 1);
    ASSERT_TRUE(committed.second.commit());
    known.committed();
  }
  make("two", 2);  // rolled back
  EXPECT_TRUE(known.version("file", sha256("two")));
  known.begin(database);
  EXPECT_FALSE(known.version("file", sha256("two")));
  EXPECT_FALSE(known.path("file"));
  known.committed();
  auto again = make("three", 3);
  ASSERT_TRUE(again.second.commit());
  known.committed();
  known.begin(database);
  EXPECT_EQ(known.version("file", sha256("three"))->id, again.first);
  EXPECT_FALSE(known.version("file", sha256("two")));
}

TEST(KnownRows, AVersionThatIsMadeAgainIsTheSame) {
  sql::Database database = sql::Database::in_memory().value();
  ASSERT_TRUE(make_schema(database));
  KnownRows known;
  known.begin(database);
  VersionTable versions(database, &known);
  const VersionRow one = versions.make("file", sha256("one"), 1).value();
  const VersionRow other = versions.make("file", sha256("two"), 2).value();
  EXPECT_NE(one.id, other.id);
  EXPECT_EQ(versions.make("file", sha256("one"), 3)->id, one.id);
  EXPECT_EQ(versions.find_or_add("file", sha256("one"))->id, one.id);
  EXPECT_EQ(database.number("SELECT last FROM version WHERE id = ?", one.id).value(), 3);
  EXPECT_EQ(database.number("SELECT count(*) FROM version").value(), 2);
}

}  // namespace
}  // namespace kedge
