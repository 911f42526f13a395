// kedge tools: what a harness without MCP gives to its model.
#include <array>

#include "cli/command.hpp"
#include "cli/mcp_options.hpp"
#include "cli/output.hpp"
#include "cli/usage.hpp"
#include "mcp/tool_rows.hpp"
#include "support/strings.hpp"
#include "tools/toolbox.hpp"

namespace kedge {
namespace {

constexpr std::array<Option, 2> tools_options{{
    {"dialect", "NAMES", "whose tools, separated by commas; default patch"},
    {"prefix", "WORD", "put before every name, as for kedge mcp"},
}};

Exit run_tools(const Arguments& arguments) {
  const Result<std::vector<const Dialect*>> dialects = dialects_wanted(arguments, "tools");
  if (!dialects) return report(dialects.error(), Exit::usage, arguments.json());
  const Result<std::string> prefix = prefix_wanted(arguments, "tools");
  if (!prefix) return report(prefix.error(), Exit::usage, arguments.json());
  const std::vector<ServedTool> served = served_tools(*dialects, {.prefix = *prefix});
  Json tools = Json::array();
  std::string text;
  for (const mcp::ToolRow& row : mcp::tool_rows(served, {}, {}, {})) {
    Json tool = row.listed;
    if (!row.output_schema.is_null()) tool.set("outputSchema", row.output_schema);
    const Json* const description = tool.find("description");
    append(text, concat(text.empty() ? "" : "\n", row.name, '\n',
                        description != nullptr && description->as_string() != nullptr ? *description->as_string() : "", '\n'));
    tools.push(std::move(tool));
  }
  return arguments.json() ? print_json(Json::object({{"tools", std::move(tools)}})) : print(text);
}

}  // namespace

namespace command {

extern const Command tools;
const Command tools{
    "tools",
    "Print the tools of a dialect",
    "With --json names, descriptions and schemas are as the server lists them to a client that is sent data.",
    {},
    tools_options,
    &run_tools,
};

}  // namespace command
}  // namespace kedge
