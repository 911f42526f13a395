// Tools in the shapes that the large model APIs take, for harnesses without MCP.
#pragma once

#include <span>
#include <string_view>

#include "support/json.hpp"

namespace kedge {

struct DescribedTool {
  std::string_view name, description;
  const Json& input_schema;
};

struct ToolShape {
  std::string_view name;  // as in --for
  // What a request of that API lists the tool as.
  Json (*shaped)(const DescribedTool& tool);
};

std::span<const ToolShape> tool_shapes();

}  // namespace kedge
