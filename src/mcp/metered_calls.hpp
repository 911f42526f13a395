// What a server does around each call of a tool, whatever the tool: it counts how the call ended and how long it took.
#pragma once

#include "mcp/metrics.hpp"
#include "mcp/tool_rows.hpp"

namespace kedge::mcp {

struct Meters {
  Metrics* metrics = nullptr;  // null: calls are not counted
};

// The same tool call with all of that around it. REQUIRES: the meters outlive it.
CallTool metered(CallTool call, Meters meters);

}  // namespace kedge::mcp
