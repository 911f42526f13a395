// Which statements differ; that they mean the same is shown by the promises of store_test.cpp, on a real server.
#include "store/postgres_sql.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "support/strings.hpp"

namespace kedge::postgres {
namespace {

TEST(PostgresSql, ValuesAreNumbered) {
  EXPECT_EQ(translated("SELECT tag FROM version WHERE path = ? AND digest = ?").sql,
            "SELECT tag FROM version WHERE path = $1 AND digest = $2");
  EXPECT_EQ(translated("UPDATE record SET undone = ?2 WHERE moment = ?1").sql,
            "UPDATE record SET undone = $2 WHERE moment = $1");
}

TEST(PostgresSql, AStatementThatChangesRowsHasNoAnswer) {
  EXPECT_EQ(translated("DELETE FROM event WHERE path = ?").kind, Translated::Kind::change);
  EXPECT_EQ(translated("SELECT bytes FROM about").kind, Translated::Kind::rows);
  EXPECT_EQ(translated("PRAGMA secure_delete = ON").kind, Translated::Kind::nothing);
  EXPECT_EQ(translated("SELECT salt FROM about").kind, Translated::Kind::known);
}

TEST(PostgresSql, RowsThatAreFoundByTheirNumberGetItFromTheirWriter) {
  EXPECT_EQ(translated("INSERT INTO log(time, session) VALUES(?, ?)").number, Numbered::moment);
  EXPECT_EQ(translated("INSERT INTO path(name) VALUES(?)").number, Numbered::path);
  EXPECT_EQ(translated("INSERT INTO version(path, digest) VALUES(?, ?)").number, Numbered::version);
  EXPECT_EQ(translated("INSERT INTO event VALUES(?, ?, ?, ?)").number, Numbered::none);
}

TEST(PostgresSql, WordsOfSqliteAreReplaced) {
  EXPECT_EQ(translated("SELECT ifnull(after, 0) FROM change").sql, "SELECT coalesce(after, 0) FROM change");
  EXPECT_EQ(translated("SELECT 1 FROM showing INDEXED BY showing_last").sql, "SELECT 1 FROM showing");
}

TEST(PostgresSql, TablesOfAnEarlierVersionAreBroughtUpToDateStepByStep) {
  const std::vector<std::string> all = finish_schema_statements(0);
  const std::vector<std::string> from_8 = finish_schema_statements(8);
  const std::vector<std::string> from_9 = finish_schema_statements(9);
  const std::string removal = "DROP TABLE IF EXISTS happening";
  EXPECT_EQ(std::ranges::count(all, removal), 0) << "a new schema has nothing to remove";
  EXPECT_EQ(std::ranges::count(from_8, removal), 1);
  EXPECT_EQ(std::ranges::count(from_9, removal), 0);
  for (const std::string& statement : all) EXPECT_FALSE(statement.empty() || statement.starts_with('\n')) << statement;
  EXPECT_EQ(from_8.back(), concat("UPDATE about SET tables = ", schema_version));
}

}  // namespace
}  // namespace kedge::postgres
