// The counts in the database. They are counted in memory and written with the next flush, so no call waits for it.
//
// The tables are made when they are first written, and are not part of the schema's version: another version of kedge that does
// not know them leaves them alone.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "store/call_counts.hpp"
#include "store/sql.hpp"

namespace kedge {

// Further clients than so many are counted together under this name.
inline constexpr std::size_t most_counted_clients = 64;
inline constexpr std::string_view other_clients = "others";

// What is counted and not written yet.
class WaitingCounts {
 public:
  void add(const CountedCall& call);
  bool empty() const { return counts_.empty(); }
  void clear() { counts_.clear(); }

  // REQUIRES: a transaction is open.
  sql::Answer<void> write(sql::Database& database) const;
  // With what the database has: by client, then dialect.
  sql::Answer<std::vector<CallCounts>> all(sql::Database& database) const;

 private:
  std::map<std::pair<std::string, std::string>, CallCounts> counts_;  // by client and dialect
};

sql::Answer<void> forget_call_counts(sql::Database& database);

}  // namespace kedge
