// kedge tools: what a harness without MCP gives to its model.
#include <algorithm>
#include <array>

#include "cli/command.hpp"
#include "cli/mcp_options.hpp"
#include "cli/output.hpp"
#include "cli/usage.hpp"
#include "embed/embedded.hpp"
#include "support/strings.hpp"
#include "tools/tool_shapes.hpp"
#include "tools/toolbox.hpp"

namespace kedge {
namespace {

constexpr std::array<Option, 3> tools_options{{
    {"dialect", "NAMES", "whose tools, separated by commas; default patch"},
    {"prefix", "WORD", "put before every name, as for kedge mcp"},
    {"for", "API", "with --json: as a request of this API lists them: anthropic, openai, gemini"},
}};

// Null if none is asked for.
Result<const ToolShape*> shape_wanted(const Arguments& arguments) {
  const std::optional<std::string_view> name = arguments.option("for");
  if (!name) return nullptr;
  const auto shape = std::ranges::find(tool_shapes(), *name, &ToolShape::name);
  if (shape != tool_shapes().end()) {
    if (arguments.json()) return &*shape;
    return wrong_usage("--for", "goes with --json", "tools");
  }
  std::vector<std::string_view> known;
  for (const ToolShape& each : tool_shapes()) known.push_back(each.name);
  return unknown_word(*name, "API", known, "tools");
}

Ended run_tools(const Arguments& arguments) {
  KEDGE_TRY(const ToolShape* const shape, shape_wanted(arguments));
  KEDGE_TRY(const std::vector<const Dialect*> dialects, dialects_wanted(arguments, "tools"));
  KEDGE_TRY(const std::string prefix, prefix_wanted(arguments, "tools"));
  const std::vector<ServedTool> served = served_tools(dialects, {.prefix = prefix});
  if (arguments.json()) return print_json(embed::tool_list(served, shape));
  std::string text;
  for (const ServedTool& tool : served) {
    append(text, concat(text.empty() ? "" : "\n", tool.name, '\n', tool.text->description, '\n'));
  }
  return print(text);
}

}  // namespace

namespace command {

extern const Command tools;
const Command tools{
    "tools",
    "Print the tools of a dialect",
    "With --json names, descriptions and schemas are as the server lists them to a client that is sent data, or with --for\n"
    "as a model's API wants them. kedge edit, read, search, write and undo do what the tools do.",
    {},
    tools_options,
    &run_tools,
};

}  // namespace command
}  // namespace kedge
