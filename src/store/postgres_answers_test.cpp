#include "store/postgres_answers.hpp"

#include <gtest/gtest.h>

namespace kedge::postgres {
namespace {

const std::string row_of_version = "SELECT id, tag FROM version WHERE digest = $1";
const std::string row_of_path = "SELECT id FROM path WHERE name = $1";

WaitingQuery asked(const std::string& sql, std::string value) { return {&sql, {std::move(value)}}; }

TEST(KnownAnswers, AreThoseToTheSameStatementWithTheSameValues) {
  KnownAnswers known;
  known.add(asked(row_of_version, "one"), {.rows = 1});
  ASSERT_NE(known.find(asked(row_of_version, "one")), nullptr);
  EXPECT_EQ(known.find(asked(row_of_version, "one"))->rows, 1U);
  EXPECT_EQ(known.find(asked(row_of_version, "two")), nullptr);
  EXPECT_EQ(known.find(asked(row_of_path, "one")), nullptr);
}

TEST(KnownAnswers, ValuesAreToldApartFromEachOtherAndFromNone) {
  KnownAnswers known;
  known.add({&row_of_path, {"a", "bc"}}, {});
  EXPECT_EQ(known.find({&row_of_path, {"ab", "c"}}), nullptr);
  EXPECT_EQ(known.find({&row_of_path, {"a v2:bc"}}), nullptr);
  known.add({&row_of_path, {std::nullopt}}, {});
  EXPECT_EQ(known.find({&row_of_path, {""}}), nullptr);
}

TEST(KnownAnswers, AChangeOfATableForgetsWhatIsAboutIt) {
  for (const std::string_view change : {"INSERT INTO version(path, digest, id) VALUES($1, $2, $3)",
                                        "UPDATE version SET tag = $2 WHERE id = $1", "DELETE FROM version WHERE id = $1"}) {
    KnownAnswers known;
    known.add(asked(row_of_version, "one"), {});
    known.add(asked(row_of_path, "one"), {});
    known.note_change(change);
    EXPECT_EQ(known.find(asked(row_of_version, "one")), nullptr) << change;
    EXPECT_NE(known.find(asked(row_of_path, "one")), nullptr) << change;
  }
}

TEST(KnownAnswers, AChangeOfOneColumnForgetsOnlyWhatNamesIt) {
  const std::string_view change = "UPDATE version SET last = greatest(coalesce(last, 0), $2) WHERE id = $1";
  const auto is_forgotten = [&](const std::string& sql) {
    KnownAnswers known;
    known.add(asked(sql, "one"), {});
    known.note_change(change);
    return known.find(asked(sql, "one")) == nullptr;
  };
  EXPECT_FALSE(is_forgotten("SELECT digest FROM version WHERE id = $1"));
  EXPECT_FALSE(
      is_forgotten("SELECT showing.last FROM path JOIN version ON version.path = path.id JOIN showing ON showing.path"
                   " = path.id WHERE digest = $1"));
  EXPECT_FALSE(is_forgotten("SELECT last_read, outlast FROM version WHERE id = $1"));
  EXPECT_TRUE(is_forgotten("SELECT last IS NOT NULL FROM version WHERE id = $1"));
  EXPECT_TRUE(is_forgotten("SELECT version.last FROM version WHERE id = $1"));
  EXPECT_TRUE(is_forgotten("SELECT b.last FROM change JOIN version AS b ON b.id = before WHERE id = $1")) << "another name";
  EXPECT_TRUE(is_forgotten("SELECT * FROM version WHERE id = $1"));
  EXPECT_TRUE(is_forgotten("SELECT showing.last FROM showing JOIN version ON true WHERE id = $1 ORDER BY last"));
}

TEST(KnownAnswers, AChangeOfSeveralColumnsForgetsAllOfTheTable) {
  KnownAnswers known;
  known.add(asked(row_of_version, "one"), {});
  known.note_change("UPDATE version SET last = $2, size = $3 WHERE id = $1");
  EXPECT_EQ(known.find(asked(row_of_version, "one")), nullptr);
}

TEST(KnownAnswers, AStatementThatIsNotUnderstoodForgetsAll) {
  KnownAnswers known;
  known.add(asked(row_of_path, "one"), {});
  known.note_change("TRUNCATE path");
  EXPECT_EQ(known.find(asked(row_of_path, "one")), nullptr);
}

}  // namespace
}  // namespace kedge::postgres
