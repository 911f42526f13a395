// Whether the server that --store names can be used.
#pragma once

#include <chrono>
#include <string>

#include "cli/store_option.hpp"

namespace kedge {

struct StoreCheck {
  std::string where;
  std::string problem = {};            // empty: it can be used
  std::chrono::microseconds answer{};  // how long one takes
};

// The tables of an open database answer.
StoreCheck check_store(const DatabasePlace& place, sql::Database& database);
// Connects, and makes the tables if they are missing. None: there is no --store. Refused (schema_invalid): nothing tells which
// records are this root's.
Result<std::optional<StoreCheck>> check_store_of(const Arguments& arguments, const Workspace& workspace,
                                                 std::string_view command);

}  // namespace kedge
