// What is said to PostgreSQL differently than to SQLite: the tables, and the statements that mean the same in other words.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "store/sql.hpp"

namespace kedge::postgres {

// Of these tables. The first was 8, as the tables of SQLite were then; since then both count for themselves.
inline constexpr std::int64_t schema_version = 9;

// Tables whose rows are numbered by whoever adds them: one process at a time writes, and knows the last number.
enum class Numbered : std::uint8_t { none, moment, path, version };

struct Translated {
  enum class Kind : std::uint8_t {
    rows,     // has an answer
    change,   // has none, and may wait until the next statement that has one
    known,    // asks for what is known since the transaction began
    nothing,  // only means something to SQLite
  };
  std::string sql;
  Kind kind = Kind::rows;
  Numbered number = Numbered::none;  // bound as the last value
  std::size_t column = 0;            // of what is known: see begin_statement
};

Translated translated(std::string_view sqlite);

// What a failure is, by its SQLSTATE.
sql::Failure::Kind failure_of(std::string_view state);

// Lets nobody else write until the transaction ends, and says what is asked for again and again: the version of the tables, the
// last numbers, the transaction's own number, the salt, the number of tables of statistics, and when the server was started.
inline constexpr std::string_view begin_statement =
    "SELECT tables, moment, path, version, txid_current(), salt, 2::bigint,"
    " pg_postmaster_start_time() FROM about FOR UPDATE";

// Settings of a connection. A pool hands out another connection for each transaction, so they are set again there, one
// statement each. They limit how long we wait for a lock, end a transaction whose process was stopped halfway, and keep
// PostgreSQL from planning the same few statements over and over. REQUIRES: `schema` needs no quotes.
std::string begin_session_statement(std::string_view schema);
std::vector<std::string> transaction_settings();

// In a transaction that makes the tables of a repository, or brings those of an earlier version up to date: first the schema
// and a place for its version, which is asked for by the last of these statements (no row: there are no tables yet), then the
// rest. REQUIRES: `schema` needs no quotes.
std::vector<std::string> begin_schema_statements(std::string_view schema);
std::vector<std::string> finish_schema_statements(std::int64_t version_found);

}  // namespace kedge::postgres
