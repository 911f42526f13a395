// The id of a message that cannot be read as a whole. Its sender waits for an answer with that id, and would wait until it
// times out.
#pragma once

#include <string_view>

#include "mcp/message.hpp"

namespace kedge::mcp {

// The id of the request in `bytes`, as far as they can be read: the member `id` of the outermost object. No id if there is
// none, if there are two that differ, or if the message is an answer to a question of the server.
RequestId readable_id(std::string_view bytes);

}  // namespace kedge::mcp
