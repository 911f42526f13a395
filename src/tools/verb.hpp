// A verb is what a tool does, whatever a dialect calls it: what it takes, what a call does, and what a client is told of it. A
// new one is one file and one row of tools.def.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "dialects/dialect.hpp"
#include "plan/session.hpp"
#include "tools/reply.hpp"

namespace kedge {

// The names by which a client calls the tools of one dialect, in backticks, by their verbs; empty for a verb that is not
// served.
using ToolNames = std::function<std::string(std::string_view verb)>;

struct Verb {
  std::string_view name;
  // In the accent of the dialect. A refusal is the caller's to tell.
  Result<Reply> (*call)(const Dialect& dialect, const Json& arguments, Session& session);
  bool changes_files = false;
  bool repeatable = true;          // a second call with the same arguments changes nothing more
  const ToolText* text = nullptr;  // for dialects without words of their own for it; null: every dialect has some
  // Only for programs around a model that ask for it, and dialects that it is of use to; null: for all.
  bool (*on_request)(const Dialect& dialect) = nullptr;
  // A sentence for the instructions that a model reads before it knows any tool; empty: nothing is to be said.
  std::string (*advice)(const ToolNames& names) = nullptr;

  Result<Reply> operator()(const Dialect& dialect, const Json& arguments, Session& session) const {
    return call(dialect, arguments, session);
  }
};

std::span<const Verb* const> verbs();
const Verb* find_verb(std::string_view name);

// How the dialect offers the verb; null: it does not.
const ToolText* text_of(const Dialect& dialect, const Verb& verb);

namespace verb {
#define TOOL(name) extern const Verb name;
#include "tools/tools.def"
#undef TOOL
}  // namespace verb

}  // namespace kedge
