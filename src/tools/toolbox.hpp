// The tools of the served dialects, each with the name that a client calls it by, and how a call is answered. Knows nothing of
// the protocol.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "dialects/dialect.hpp"
#include "plan/session.hpp"
#include "tools/reply.hpp"
#include "tools/verb.hpp"

namespace kedge {

struct ServedTool {
  std::string name;  // of the dialect's tool, after the prefix; with several dialects served, <dialect>_<tool>
  const Dialect* dialect;
  const ToolText* text;

  // REQUIRES: the text is of a known verb.
  const Verb& verb() const;
  // Calls that may change the same file must run one after the other, in the order in which they came.
  bool changes_files() const { return verb().changes_files; }
};

// What may stand before the name of every tool: letters, digits, _ and -. Clients allow 64 characters for a name, some with
// their own words in it.
inline constexpr std::size_t longest_prefix = 32;
bool is_prefix(std::string_view text);

struct ToolChoice {
  bool for_programs = false;     // also the tools that are offered on request
  bool with_servers = false;     // language servers are configured
  std::string_view prefix = {};  // of every name, for clients that have tools with the same names
};

// In the order of the dialects, then of tools.def.
std::vector<ServedTool> served_tools(std::span<const Dialect* const> dialects, const ToolChoice& choice = {});

// The paths that a call names; none if they cannot be read, which the call itself refuses.
std::vector<NamedPath> paths_of(const ServedTool& tool, const Json& arguments);

// A refusal as an answer.
Reply refused(const Error& error);

// REQUIRES: two calls that may change the same file do not run at the same time; others may. `session.store` is a locked one if
// so.
Reply call(const ServedTool& tool, const Json& arguments, Session& session);

}  // namespace kedge
