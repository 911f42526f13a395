// A verb is what a tool does, whatever a dialect calls it: its arguments, what a call does, and what a client is told about it.
// A new verb is one file and one row of tools.def.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "dialects/dialect.hpp"
#include "plan/session.hpp"
#include "tools/chosen_root.hpp"
#include "tools/reply.hpp"

namespace kedge {

// The names of one dialect's tools, in backticks, by verb; empty for a verb that is not served.
using ToolNames = std::function<std::string(std::string_view verb)>;

struct Verb {
  std::string_view name;
  // Answers in the dialect's wording. A refusal is worded by the caller of this function.
  Result<Reply> (*call)(const Dialect& dialect, const Json& arguments, Session& session);
  bool changes_files = false;
  bool repeatable = true;          // a second call with the same arguments changes nothing more
  const ToolText* text = nullptr;  // for dialects without their own text; null: every dialect has one
  // Offered only on request, to programs around a model, for the dialects for which this returns true; null: offered to all.
  bool (*on_request)(const Dialect& dialect) = nullptr;
  bool with_servers = false;  // offered only if language servers are configured
  // ---- which root a call is about, if several are served
  // The paths that it names; none if they cannot be read, which the call itself refuses. Null: what the dialect calls `path`.
  std::vector<NamedPath> (*paths)(const Dialect& dialect, const Json& arguments) = nullptr;
  // If it names none: the number of the session that it is about.
  std::size_t (*session_of)(const Json& arguments, std::span<Session> sessions) = nullptr;
  bool everywhere = false;    // if it names none, it is about all of them
  bool across_roots = false;  // it finds out by itself, as what it is about is not known when it begins

  // A sentence for the instructions that a model reads before it knows any tool; null if there is none.
  std::string (*advice)(const ToolNames& names) = nullptr;

  Result<Reply> operator()(const Dialect& dialect, const Json& arguments, Session& session) const {
    return call(dialect, arguments, session);
  }
};

std::span<const Verb* const> verbs();
const Verb* find_verb(std::string_view name);

// The dialect's text for the verb; null if it does not offer it.
const ToolText* text_of(const Dialect& dialect, const Verb& verb);

namespace verb {
#define TOOL(name) extern const Verb name;
#include "tools/tools.def"
#undef TOOL
}  // namespace verb

}  // namespace kedge
