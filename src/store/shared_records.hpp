// What several servers need to know of each other, in the records that they share.
#pragma once

#include "store/sql.hpp"
#include "store/store.hpp"

namespace kedge {

// The same for all of them: what one has signed, another can check.
sql::Answer<std::optional<std::string>> secret_of_servers(sql::Database& database);
// Notes that a number was used, until a time. False: it was used before. REQUIRES: a transaction is open.
sql::Answer<bool> use_number_up(sql::Database& database, std::uint64_t number, std::int64_t now, std::int64_t until);

// The lease of a tree, if nobody else has it or their time is over; counted by the database's own clock. REQUIRES: a
// transaction is open, as for the other one.
sql::Answer<LeaseAnswer> lease_for(sql::Database& database, std::string_view tree, std::string_view holder,
                                   std::chrono::milliseconds time);
sql::Answer<void> end_lease(sql::Database& database, std::string_view tree, std::string_view holder);

}  // namespace kedge
