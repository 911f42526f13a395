// Records of other versions of the program.
#include "store/schema.hpp"

#include "tests/support/test_records.hpp"

namespace kedge {
namespace {

using test::expect_it_is_left_alone;
using test::lines;

class Schema : public test::RecordsOnDisk {};

TEST_F(Schema, RecordsOfTheFirstVersionAreBroughtUpToDate) {
  fill();
  forget_how_rows_were_shown();
  run("DROP INDEX showing_last");
  run("ALTER TABLE change DROP COLUMN executable_before");
  run("ALTER TABLE change DROP COLUMN executable_after");
  run("ALTER TABLE showing DROP COLUMN numbered");
  run("PRAGMA user_version = 1");
  const std::unique_ptr<Store> store = opened();
  const std::vector<Showing> shown = store->last_shown("s", "file0", 1000);
  ASSERT_EQ(shown.size(), 1U);
  EXPECT_EQ(shown.front().lines, lines(1, 1));
  EXPECT_TRUE(shown.front().numbered.empty()) << "nobody knows";
  EXPECT_TRUE(store->find(ids.front()).has_value());
  read(*store, "file0", "more");
  store->flush();
  EXPECT_TRUE(store->lasting());
  EXPECT_TRUE(store->take_warnings().empty());
}

TEST_F(Schema, RecordsOfTheSecondVersionAreBroughtUpToDate) {
  fill();
  forget_how_rows_were_shown();
  run("DROP INDEX showing_last");
  run("ALTER TABLE change DROP COLUMN executable_before");
  run("ALTER TABLE change DROP COLUMN executable_after");
  run("PRAGMA user_version = 2");
  const std::unique_ptr<Store> store = opened();
  const std::optional<Record> record = store->find(ids.front());
  ASSERT_TRUE(record.has_value());
  EXPECT_EQ(record->files.front().executable_after, std::nullopt);
  EXPECT_TRUE(store->lasting());
  EXPECT_TRUE(store->take_warnings().empty());
}

TEST_F(Schema, RecordsOfTheThirdVersionAreBroughtUpToDate) {
  fill();
  forget_how_rows_were_shown();
  run("DROP INDEX showing_last");
  run("PRAGMA user_version = 3");
  const std::unique_ptr<Store> store = opened();
  EXPECT_EQ(store->last_shown("s", "file0", 1).size(), 1U);
  EXPECT_TRUE(store->lasting());
  EXPECT_TRUE(store->take_warnings().empty());
}

TEST_F(Schema, RecordsOfTheFourthVersionAreBroughtUpToDate) {
  fill();
  forget_how_rows_were_shown();
  run("PRAGMA user_version = 4");
  const std::unique_ptr<Store> store = opened();
  const std::vector<Showing> shown = store->last_shown("s", "file0", 1);
  ASSERT_EQ(shown.size(), 1U);
  EXPECT_EQ(shown.front().read, shown.front().lines) << "it all counted as read";
  EXPECT_TRUE(shown.front().refused.empty());
  EXPECT_TRUE(shown.front().cut.empty());
  EXPECT_TRUE(store->lasting());
  EXPECT_TRUE(store->take_warnings().empty());
}

TEST_F(Schema, RecordsOfTheFifthVersionAreBroughtUpToDate) {
  fill();
  forget_what_files_had();
  run("PRAGMA user_version = 5");
  const std::unique_ptr<Store> store = opened();
  const std::optional<Record> record = store->find(ids.front());
  ASSERT_TRUE(record.has_value());
  EXPECT_EQ(record->files.front().folders_made, 0U);
  EXPECT_TRUE(store->lasting());
  EXPECT_TRUE(store->take_warnings().empty());
}

TEST_F(Schema, RecordsOfTheSixthVersionAreBroughtUpToDate) {
  fill();
  forget_who_made_changes();
  run("ALTER TABLE change DROP COLUMN lines");
  run("PRAGMA user_version = 6");
  const std::unique_ptr<Store> store = opened();
  ASSERT_TRUE(store->find(ids.front()).has_value());
  const std::vector<OwnStep> steps = store->steps_since("file0", 0);
  ASSERT_EQ(steps.size(), 1U);
  EXPECT_EQ(steps.front().lines, nullptr) << "nobody knows";
  EXPECT_TRUE(store->lasting());
  EXPECT_TRUE(store->take_warnings().empty());
}

TEST_F(Schema, RecordsOfTheSeventhVersionAreBroughtUpToDate) {
  fill();
  forget_who_made_changes();
  run("PRAGMA user_version = 7");
  const std::unique_ptr<Store> store = opened();
  const std::optional<Record> record = store->find(ids.front());
  ASSERT_TRUE(record.has_value());
  EXPECT_EQ(record->client, "") << "nobody knows";
  EXPECT_FALSE(record->reviewed);
  EXPECT_TRUE(store->mark_reviewed(ids.front(), true).value_or(false));
  EXPECT_TRUE(store->lasting());
  EXPECT_TRUE(store->take_warnings().empty());
}

TEST_F(Schema, ATableWhoseTextNamesAnotherColumnIsFoundOut) {
  fill();
  run("PRAGMA writable_schema=ON; UPDATE sqlite_schema SET sql = replace(sql, 'summary', 'sumnary')");
  const std::unique_ptr<Store> store = opened();
  expect_it_works(*store);
  EXPECT_TRUE(store->lasting());
  const std::vector<std::string> warnings = store->take_warnings();
  ASSERT_EQ(warnings.size(), 1U);
  EXPECT_NE(warnings.front().find("not as they were made"), std::string::npos) << warnings.front();
  EXPECT_TRUE(state.has("store.db.damaged"));
}

TEST_F(Schema, TablesWithOtherTextsAndTheSameColumnsAreTheSame) {
  fill();
  run("PRAGMA writable_schema=ON; UPDATE sqlite_schema SET sql = replace(sql, 'salt TEXT', 'salt   TEXT')");
  const std::unique_ptr<Store> store = opened();
  EXPECT_TRUE(store->find(ids.front()).has_value());
  EXPECT_TRUE(store->take_warnings().empty());
}

TEST_F(Schema, RecordsOfALaterVersionAreLeftAlone) {
  fill();
  run("PRAGMA user_version = 9");
  checkpoint();
  const std::string bytes = state.read("store.db");
  const std::unique_ptr<Store> store = opened();
  expect_it_works(*store);
  expect_it_is_left_alone(*store, state, bytes, "later version");
}

TEST_F(Schema, RecordsThatALaterVersionTakesOverWhileTheyAreOpenAreNotWrittenAnyMore) {
  fill();
  const std::unique_ptr<Store> store = opened();
  EXPECT_TRUE(store->find(ids.front()).has_value());
  run("PRAGMA user_version = 9");
  checkpoint();
  const std::string bytes = state.read("store.db");
  expect_it_works(*store);
  checkpoint();
  expect_it_is_left_alone(*store, state, bytes, "later version");
}

}  // namespace
}  // namespace kedge
