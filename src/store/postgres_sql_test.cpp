// Which statements differ; that they mean the same is shown by the promises of store_test.cpp, on a real server.
#include "store/postgres_sql.hpp"

#include <gtest/gtest.h>

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
  EXPECT_EQ(translated("PRAGMA user_version").kind, Translated::Kind::known);
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

}  // namespace
}  // namespace kedge::postgres
