// MCP over the standard streams: one message per line, and nothing else. The thread that calls reads and answers what needs no
// tool; tools run beside it, so answers come in any order.
#pragma once

#include <functional>

#include "fs/standard_streams.hpp"
#include "mcp/server.hpp"

namespace kedge::mcp {

enum class StdioEnd {
  input_ended,  // every call was answered
  client_gone,  // it no longer takes answers: what had begun was finished, the rest was not begun
  failed,       // a stream is broken in another way
};

// `tick` writes behind what the calls have left to be written: now and then after calls, and at the end.
StdioEnd serve_stdio(ClientStreams& streams, Server& server, const std::function<void()>& tick);

}  // namespace kedge::mcp
