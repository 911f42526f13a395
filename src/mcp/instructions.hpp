// What a model is told before it knows any tool. Clients may show nothing else of a server until the model asks for more, so
// this names the tools, says which of them belong together, and when to use them.
#pragma once

#include <span>
#include <string>

#include "tools/toolbox.hpp"

namespace kedge::mcp {

std::string instructions_for(std::span<const ServedTool> tools);

}  // namespace kedge::mcp
