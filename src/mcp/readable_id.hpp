// The id of a message that cannot be read as a whole. Whoever sent it waits for an answer under that id, and would wait until
// its patience ends.
#pragma once

#include <string_view>

#include "mcp/message.hpp"

namespace kedge::mcp {

// The id of the request that `bytes` are, as far as they can be read: the one member `id` of the outermost object. Nobody's if
// there is none, if there are two that differ, or if the message is the answer to a question of the server.
RequestId readable_id(std::string_view bytes);

}  // namespace kedge::mcp
