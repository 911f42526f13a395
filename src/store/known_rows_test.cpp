#include "store/known_rows.hpp"

#include <gtest/gtest.h>

#include <map>
#include <tuple>

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
  // It has given "two" a tag with an edit, and everything was purged since.
  std::unique_ptr<Store> whose_tag_another_process_deleted() {
    std::unique_ptr<Store> store = opened();
    edit(*store, "zero", "one");
    (void)store->tag_of("file", sha256("one"));
    Record record{.session = "s", .files = {edited("file", "one", "two")}};
    record.answered.push_back(
        {.path = "file", .version = sha256("two"), .lines = test::lines(1, 1), .numbered = {}, .sent = {}});
    EXPECT_TRUE(store->record(std::move(record)));
    EXPECT_TRUE(opened()->purge({}));
    return store;
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

TEST_F(Known, WhereTagsAreAskedForARecordedVersionHasOneAtOnce) {
  const std::unique_ptr<Store> store = opened();
  edit(*store, "zero", "one");
  EXPECT_FALSE(opened()->version_of("file", to_tag(first_tag(sha256("one"))))) << "nobody has asked for any";
  const Tag one = store->tag_of("file", sha256("one"));
  edit(*store, "one", "two");
  const Tag two = to_tag(first_tag(sha256("two")));
  EXPECT_EQ(opened()->version_of("file", two), sha256("two"));
  EXPECT_EQ(store->version_of("file", two), sha256("two"));
  EXPECT_EQ(store->tag_of("file", sha256("two")), two);
  EXPECT_EQ(store->tag_of("file", sha256("one")), one);
  EXPECT_EQ(store->version_of("file", one), sha256("one"));
}

TEST_F(Known, ATagThatIsTakenIsNotGivenToARecordedVersion) {
  std::map<TagNumber, std::string> contents;
  std::string first;
  std::string second;
  for (int i = 0; second.empty(); ++i) {
    const std::string content = concat("content ", i);
    const auto [place, is_new] = contents.emplace(first_tag(sha256(content)), content);
    if (!is_new) std::tie(first, second) = std::pair(place->second, content);
  }
  const std::unique_ptr<Store> store = opened();
  read(*store, "file", first);
  const Tag taken = store->tag_of("file", sha256(first));
  edit(*store, first, second);
  const Tag other = store->tag_of("file", sha256(second));
  EXPECT_NE(other, taken);
  EXPECT_EQ(store->version_of("file", taken), sha256(first));
  EXPECT_EQ(opened()->version_of("file", taken), sha256(first));
  EXPECT_EQ(opened()->version_of("file", other), sha256(second));
}

TEST_F(Known, ATagIsGivenAgainAfterAnotherProcessDeletedIt) {
  const std::unique_ptr<Store> store = whose_tag_another_process_deleted();
  EXPECT_FALSE(store->version_of("file", to_tag(first_tag(sha256("two")))));
  const Tag tag = store->tag_of("file", sha256("two"));
  EXPECT_EQ(opened()->version_of("file", tag), sha256("two"));
}

TEST_F(Known, ATagThatAnotherProcessDeletedIsNotGivenFromMemoryAfterAWriteInBetween) {
  const std::unique_ptr<Store> store = whose_tag_another_process_deleted();
  read(*store, "other", "other");
  store->publish();
  const Tag tag = store->tag_of("file", sha256("two"));
  EXPECT_EQ(opened()->version_of("file", tag), sha256("two"));
  EXPECT_EQ(store->version_of("file", tag), sha256("two"));
}

TEST(KnownRows, WhatWasNotCommittedIsForgotten) {
  sql::Database database = sql::Database::in_memory().value();
  ASSERT_TRUE(make_schema(database));
  KnownRows known;
  const auto make = [&](const char* content, Moment moment) {
    known.begin(database);
    sql::Transaction transaction = sql::Transaction::begin(database).value();
    const VersionRow made = VersionTable(database, &known).make("file", sha256(content), moment, std::nullopt).value();
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
  const VersionRow one = versions.make("file", sha256("one"), 1, std::nullopt).value();
  const VersionRow other = versions.make("file", sha256("two"), 2, std::nullopt).value();
  EXPECT_NE(one.id, other.id);
  EXPECT_EQ(versions.make("file", sha256("one"), 3, std::nullopt)->id, one.id);
  EXPECT_EQ(versions.find_or_add("file", sha256("one"))->id, one.id);
  EXPECT_EQ(database.number("SELECT last FROM version WHERE id = ?", one.id).value(), 3);
  EXPECT_EQ(database.number("SELECT count(*) FROM version").value(), 2);
}

}  // namespace
}  // namespace kedge
