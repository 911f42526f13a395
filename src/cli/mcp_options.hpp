// The options of `kedge mcp`.
#pragma once

#include <array>
#include <chrono>
#include <map>
#include <optional>
#include <vector>

#include "cli/command.hpp"
#include "commit/file_change.hpp"
#include "dialects/dialect.hpp"
#include "language/language_tools.hpp"
#include "mcp/confirmation.hpp"
#include "mcp/http.hpp"
#include "mcp/tool_rows.hpp"
#include "store/postgres.hpp"
#include "store/posts.hpp"
#include "store/store.hpp"

namespace kedge {

inline constexpr std::array<Option, 20> mcp_options{{
    {"dialect", "NAMES", "the dialects to serve (patch), separated by commas; with several, each tool is named DIALECT_TOOL"},
    {"prefix", "TEXT", "begin the name of every tool with this, for clients that have tools of the same names"},
    {"results", "FORM", "text, structured (data, and the same as text) or both; default: what works best with the client"},
    {"page-size", "N", "the longest answer in bytes (4000 to 500000); default: what the client passes on uncut"},
    {"preview", "", "offer a tool that shows what a patch changes while it is still arriving, for clients that stream"},
    {"worktrees", "", "serve the other work trees of the same git repository as well, each as a root of its own"},
    {"strict", "", "take nothing that fits only loosely or is merely tolerated"},
    {"seen", "", "what kedge seen has recorded for this root counts as shown, too"},
    {"confirm", "WHEN", "ask before a change is written: never (default), always, suspicious (a check found something)"},
    {"confirm-default", "WHAT", "deny (default) or allow, if neither a view nor the client can ask anybody"},
    {"confirm-timeout", "SECONDS", "how long a person at a view is waited for (43200, half a day)"},
    {"http", "ADDR:PORT", "serve Streamable HTTP at /mcp instead; port 0 picks a free one"},
    {"socket", "PATH", "serve HTTP on a Unix socket instead"},
    {"token-file", "FILE",
     "clients must send the token in this file, or one of several (lines of NAME TOKEN); only its owner may be able to read "
     "it"},
    {"max-connections", "N", "HTTP: how many connections are served at a time (64)"},
    {"drain", "SECONDS", "HTTP: how long requests are still answered after SIGTERM, while /readyz says 503 (0)"},
    {"quota", "N", "how many calls each agent (whoever has a token of its own) may make per minute (no limit)"},
    {"log", "FORM", "json: write a line about each call to standard error, as an OpenTelemetry log record"},
    {"no-sandbox", "", "keep access to what the server does not need: other files, the network, other programs"},
    {"allow-remote", "", "--http may use an address that other machines can reach; needs --token-file"},
}};

struct McpOptions {
  std::vector<const Dialect*> dialects;
  mcp::MannersWanted manners = {};
  std::string prefix = {};  // of the names of all tools
  bool preview = false;
  std::string encoding = {};  // of the text of edits where a file is not UTF-8
  bool strict = false;
  bool sandbox = true;
  bool seen = false;
  bool log = false;         // a line for each call
  std::uint32_t quota = 0;  // calls of each agent in a minute; 0: no limit
  bool has_root = false;    // one was named
  CommitOptions commit = {};
  mcp::ConfirmPolicy confirm = {};
  std::chrono::seconds patience{};  // how long a person may take to answer
  LanguageSettings language_settings = {};
  std::unique_ptr<LanguageTools> language = nullptr;
  bool has_servers = false;  // language servers, which can rename
  std::optional<mcp::HttpSettings> http = std::nullopt;
  std::optional<PostgresSettings> store = std::nullopt;              // where records are shared with other servers
  std::map<std::string, std::unique_ptr<Store>> shared_stores = {};  // by root, each until it is opened
  std::map<std::string, std::unique_ptr<Posts>> shared_posts = {};   // the same
};

// Refused (schema_invalid) for an invalid value, with the name of the command that it was given to.
Result<std::vector<const Dialect*>> dialects_wanted(const Arguments& arguments, std::string_view command);
Result<std::string> prefix_wanted(const Arguments& arguments, std::string_view command);
Result<McpOptions> mcp_options_of(const Arguments& arguments);

}  // namespace kedge
