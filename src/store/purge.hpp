// How much the database holds, and deleting it early.
#pragma once

#include <span>
#include <string>

#include "store/sql.hpp"
#include "store/store.hpp"

namespace kedge {

sql::Answer<RecordHoldings> holdings_of(sql::Database& database);

// Deletes all that is known about these paths, tags included; about every path if none is given. A change of several files is
// deleted if one of them is, because it could not be undone completely. REQUIRES: a transaction is open.
sql::Answer<void> purge(sql::Database& database, std::span<const std::string> paths);

}  // namespace kedge
