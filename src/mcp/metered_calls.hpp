// What a server does around each call of a tool, whatever the tool: it refuses what is beyond the quota, counts how
// the call ended and how long it took, and logs it.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "mcp/metrics.hpp"
#include "mcp/quota.hpp"
#include "mcp/tool_rows.hpp"

namespace kedge::mcp {

struct Meters {
  Metrics* metrics = nullptr;                             // null: calls are not counted
  Quota* quota = nullptr;                                 // null: there is none
  std::function<void(const std::string& line)> log = {};  // gets the line of each call, from any thread; empty: no log
  std::function<std::int64_t()> now = {};                 // nanoseconds since 1970; for the log
};

// The same tool call with all of that around it. REQUIRES: the meters outlive it.
CallTool metered(CallTool call, Meters meters);

}  // namespace kedge::mcp
