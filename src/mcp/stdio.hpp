// A server for the client that started it: one message per line, in on one stream, out on another. Requests are read in order
// and answered as they finish.
#pragma once

#include "fs/standard_streams.hpp"
#include "mcp/conversation.hpp"

namespace kedge::mcp {

enum class StdioEnd {
  input_ended,  // every call was answered
  client_gone,  // it no longer reads answers: running calls were finished, the rest was not begun
  failed,       // a stream failed in another way
};

// REQUIRES: nobody else uses the stage's workers and subscribers, which are finished at the end.
StdioEnd serve_stdio(ClientStreams& streams, Stage& stage, const Conversation::Names& names);

}  // namespace kedge::mcp
