// Keeps the database within its limits: the oldest goes first. Tags stay forever, and the newest record is never removed to
// save space. If other versions are rebuilt from one that is removed, the newest of the path is kept in its place.
#pragma once

#include "store/sql.hpp"
#include "store/store.hpp"

namespace kedge {

// At most this many moments are kept, however recent: about 40 MiB.
constexpr std::int64_t most_moments_remembered = 250'000;

// What it is going to ask first.
void expect_sweep(sql::Database& database);
// Does nothing if there is nothing to do. REQUIRES: a transaction is open.
sql::Answer<void> sweep(sql::Database& database, const StoreLimits& limits, std::int64_t now,
                        std::int64_t most_moments = most_moments_remembered);

// Deletes everything older, even if nothing remains. REQUIRES: a transaction is open.
sql::Answer<void> forget_older(sql::Database& database, std::int64_t time);

}  // namespace kedge
