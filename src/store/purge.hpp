// What the records hold, and forgetting it before its time.
#pragma once

#include <span>
#include <string>

#include "store/sqlite.hpp"
#include "store/store.hpp"

namespace kedge {

sql::Answer<RecordHoldings> holdings_of(sql::Database& database);

// All that is known of these paths, labels included; of every path if none is given. A change of several files is forgotten
// with the first of them: it cannot be taken back by halves. REQUIRES: a transaction is open.
sql::Answer<void> purge(sql::Database& database, std::span<const std::string> paths);

}  // namespace kedge
