// Copies all records of a root from one database into another, for those who move to a server.
#pragma once

#include <functional>

#include "store/sql.hpp"

namespace kedge {

struct CopiedRecords {
  std::uint64_t changes = 0;
  std::uint64_t rows = 0;  // of all tables
};

// In one transaction; ids, tags and moments stay as they are. `progress` is called now and then with the rows so far.
// None: the other one has records already.
sql::Answer<std::optional<CopiedRecords>> copy_records(sql::Database& from, sql::Database& to,
                                                       const std::function<void(std::uint64_t rows)>& progress);

}  // namespace kedge
