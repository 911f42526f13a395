// kedge mcp: the tools of a dialect for one client, over its standard streams.
#include "mcp/server.hpp"

#include <algorithm>
#include <array>

#include "cli/command.hpp"
#include "cli/command_session.hpp"
#include "cli/open_workspace.hpp"
#include "cli/output.hpp"
#include "cli/usage.hpp"
#include "fs/standard_streams.hpp"
#include "mcp/stdio.hpp"
#include "store/locked_store.hpp"
#include "support/strings.hpp"

namespace kedge {
namespace {

constexpr std::array<Option, 4> own_options{{
    {"dialect", "NAMES", "whose tools are served (patch), separated by commas; with several each tool is named DIALECT_TOOL"},
    {"results", "FORM", "both: text and data (default); text: for clients that show a model only the data if there is any"},
    {"strict", "", "take nothing that fits only loosely or is merely tolerated"},
    {"seen", "", "what kedge seen has noted for this root counts as shown, too"},
}};
constexpr auto options = joined_options(own_options, commit_options, workspace_options);

Result<std::vector<const Dialect*>> dialects_of(const Arguments& arguments) {
  const std::optional<std::string_view> names = arguments.option("dialect");
  if (!names) return std::vector<const Dialect*>{dialects().front()};
  std::vector<const Dialect*> found;
  for (const std::string_view name : split(*names, ',')) {
    const Dialect* const dialect = find_dialect(name);
    if (dialect == nullptr) {
      std::vector<std::string_view> known;
      for (const Dialect* const each : dialects()) known.push_back(each->name);
      return std::unexpected(unknown_word(name, "dialect", known, "mcp"));
    }
    if (std::ranges::find(found, dialect) != found.end()) {
      return std::unexpected(wrong_usage("--dialect", concat(name, " is given twice"), "mcp"));
    }
    found.push_back(dialect);
  }
  return found;
}

Result<mcp::ResultForm> form_of(const Arguments& arguments) {
  const std::string_view form = arguments.option("results").value_or("both");
  if (form == "both") return mcp::ResultForm::both;
  if (form == "text") return mcp::ResultForm::text;
  return std::unexpected(wrong_usage("--results", concat("'", printable(form), "' is none of text, both"), "mcp"));
}

std::string new_session_id(FileSystem& fs) {
  std::array<std::uint8_t, 16> bytes{};
  for (std::size_t i = 0; i < bytes.size(); i += 8) {
    const std::uint64_t random = fs.random();
    for (std::size_t j = 0; j < 8; ++j) bytes[i + j] = static_cast<std::uint8_t>(random >> (8 * j));
  }
  return to_hex(bytes);
}

Exit serve(OpenedWorkspace& opened, const CommitOptions& commit, const mcp::Offer& offer, const Arguments& given) {
  const Outcome<std::unique_ptr<ClientStreams>> streams = claim_standard_streams();
  if (!streams) return report(refusal(streams.error(), "standard output"), false);
  const std::unique_ptr<Store> store = locked(open_store(*opened.fs, opened.workspace.state(), ByteKeeping::when_needed));
  const std::unique_ptr<Syntax> syntax = make_syntax();
  Session session{.workspace = opened.workspace, .store = *store, .id = new_session_id(*opened.fs), .commit = commit};
  session.syntax = syntax.get();
  session.strict = given.has("strict");
  if (given.has("seen")) session.also_shown_to.emplace_back(session_of_seen);
  mcp::Server server(
      offer, [&](const ServedTool& tool, const Json& arguments) { return call(tool, arguments, session); },
      opened.workspace.warnings());
  const mcp::StdioEnd end = mcp::serve_stdio(**streams, server, [&] { store->flush(); });
  for (const std::string& warning : store->take_warnings()) to_stderr(concat("kedge: warning: ", warning, '\n'));
  if (end != mcp::StdioEnd::failed) return Exit::done;
  to_stderr("kedge: standard input or output is broken\n");
  return Exit::failed;
}

Exit run(const Arguments& arguments) {
  const Result<std::vector<const Dialect*>> served = dialects_of(arguments);
  if (!served) return report(served.error(), Exit::usage, arguments.json());
  const Result<mcp::ResultForm> form = form_of(arguments);
  if (!form) return report(form.error(), Exit::usage, arguments.json());
  const Result<CommitOptions> commit = commit_options_of(arguments, "mcp");
  if (!commit) return report(commit.error(), Exit::usage, arguments.json());
  Result<OpenedWorkspace> opened = open_workspace(arguments);
  if (!opened) return report_unchanged(opened.error(), arguments.json());
  return serve(*opened, *commit, mcp::Offer(served_tools(*served), *form, KEDGE_VERSION), arguments);
}

}  // namespace

namespace command {

extern const Command mcp;
const Command mcp{
    "mcp",
    "Serve a client over MCP on standard input and output",
    "A client starts this program and speaks the Model Context Protocol with it, one message per line: revisions 2024-11-05,\n"
    "2025-03-26, 2025-06-18 and 2025-11-25. It ends when its standard input does; what was accepted before is finished and\n"
    "answered. What a model has been shown in one session may be edited in it; another session is shown the file anew.",
    {},
    options,
    &run,
};

}  // namespace command
}  // namespace kedge
