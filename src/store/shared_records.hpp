// What several servers need to know of each other, in the records that they share.
#pragma once

#include "store/sql.hpp"

namespace kedge {

// The same for all of them: what one has signed, another can check.
sql::Answer<std::optional<std::string>> secret_of_servers(sql::Database& database);
// Notes that a number was used, until a time. False: it was used before. REQUIRES: a transaction is open.
sql::Answer<bool> use_number_up(sql::Database& database, std::uint64_t number, std::int64_t now, std::int64_t until);

}  // namespace kedge
