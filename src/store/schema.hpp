// The tables of the records, and the marks in a database's header that tell ours from others.
#pragma once

#include "store/sqlite.hpp"

namespace kedge {

enum class SchemaFound : std::uint8_t {
  ours,
  none,     // an empty database
  older,    // of an earlier version of kedge
  newer,    // of a later version of kedge
  damaged,  // ours by its marks, with other columns
  foreign,  // of another program
};

sql::Answer<SchemaFound> schema_of(sql::Database& database);

// Fails as `outdated` if another version of kedge has changed the tables since they were opened.
sql::Answer<void> check_schema(sql::Database& database);

// Makes the tables unless they are there, or brings older ones up to date. REQUIRES: a transaction is open.
sql::Answer<void> make_schema(sql::Database& database);

}  // namespace kedge
