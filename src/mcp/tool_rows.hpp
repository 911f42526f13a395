// The tools of the dialects as rows of the offer.
#pragma once

#include <functional>
#include <span>
#include <variant>
#include <vector>

#include "mcp/client_manners.hpp"
#include "mcp/offer.hpp"
#include "tools/toolbox.hpp"

namespace kedge::mcp {

using Called = std::variant<Reply, InputNeeded>;
// The tool call itself. May be called by several threads, but not for two calls that can change the same file.
using CallTool = std::function<Called(const ServedTool& tool, const Json& arguments, Exchange& exchange)>;

// Warnings that are sent with one result only: those of this call that are not the tool's own.
using TakeWarnings = std::function<std::vector<std::string>(const std::string& session)>;

// See ToolRow::only_file.
using FindOnlyFile = std::function<std::string(const ServedTool& tool, const Json& arguments)>;

// REQUIRES: the schemas of the tools are JSON.
std::vector<ToolRow> tool_rows(std::span<const ServedTool> tools, const MannersWanted& manners, const CallTool& call,
                               const TakeWarnings& take_warnings, const FindOnlyFile& find_only_file = {});

// The result of tools/call. A refusal says so in its first line, because some clients drop the error flag; with `changes_files`
// it also says that nothing was written. Warnings that are not the tool's own are put beside its text, which has its own form,
// and into its data, because clients show only one of the two.
Json call_result(Reply reply, ResultForm form, bool changes_files, std::span<const std::string> warnings = {});

}  // namespace kedge::mcp
