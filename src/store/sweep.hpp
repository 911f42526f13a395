// Keeps the records within their limits: what is oldest goes first. Labels stay for good, and for want of space the
// newest record is never removed. Versions that are rebuilt from one that goes are not lost with it: the newest of the path is
// kept in its place.
#pragma once

#include "store/sqlite.hpp"
#include "store/store.hpp"

namespace kedge {

// Of what happened, so many moments are remembered, however young they are: about 40 MiB.
constexpr std::int64_t most_moments_remembered = 250'000;

// Looks whether there is something to do, and does it if so. REQUIRES: a transaction is open.
sql::Answer<void> sweep(sql::Database& database, const StoreLimits& limits, std::int64_t now,
                        std::int64_t most_moments = most_moments_remembered);

// All that is older goes, whether or not there is something younger. REQUIRES: a transaction is open.
sql::Answer<void> forget_older(sql::Database& database, std::int64_t time);

}  // namespace kedge
