// The tables of the database, and the marks in its header that identify it as kedge's.
#pragma once

#include "store/sql.hpp"

namespace kedge {

enum class SchemaFound : std::uint8_t {
  ours,
  none,     // an empty database
  older,    // from an earlier version of kedge
  newer,    // from a later version of kedge
  damaged,  // has our marks but other columns
  foreign,  // from another program
};

sql::Answer<SchemaFound> schema_of(sql::Database& database);

// Fails as `outdated` if another version of kedge has changed the tables since they were opened.
sql::Answer<void> check_schema(sql::Database& database);

// Makes the tables, or brings older ones up to date. REQUIRES: a transaction is open.
sql::Answer<void> make_schema(sql::Database& database);

}  // namespace kedge
