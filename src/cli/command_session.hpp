// The session that a command works in: all commands on one root are one session, so that what one of them has shown, the next
// may edit.
#pragma once

#include <memory>
#include <span>

#include "cli/open_workspace.hpp"
#include "dialects/dialect.hpp"
#include "tools/toolbox.hpp"
#include "ui/audience.hpp"

namespace kedge {

// What `kedge seen` notes is also kept under a session of its own, which others may let count (`kedge mcp --seen`).
inline constexpr std::string_view session_of_seen = "seen";

class CommandSession {
 public:
  // With the commit options, if the command has them.
  static Result<std::unique_ptr<CommandSession>> open(const Arguments& arguments, std::string_view command);

  Session& session() { return session_; }
  Workspace& workspace() { return opened_.workspace; }

  // From here on whoever watches the root is told what the session does.
  void announce() { session_.watchers = audience_.teller(); }

  // Writes down what the command leaves to the next one. What could not be kept is told on standard error.
  void finish();

 private:
  CommandSession(OpenedWorkspace opened, CommitOptions commit);

  OpenedWorkspace opened_;
  std::unique_ptr<Store> store_;
  std::unique_ptr<Syntax> syntax_ = make_syntax();  // starts nothing before it is asked
  ui::Audience audience_;
  Session session_;
};

inline constexpr std::array<Option, 1> dialect_options{{
    {"dialect", "NAME", "how files are shown and edits are heard (patch)"},
}};

// What --dialect names, else the first one. Refused (schema_invalid) with the nearest name.
Result<const Dialect*> dialect_of(const Arguments& arguments, std::string_view command);
Result<const Dialect*> dialect_named(std::string_view name, std::string_view command);

// The tool of the dialect for this verb, called as an agent would call it.
Reply call_verb(const Dialect& dialect, const Verb& verb, const Json& arguments, Session& session);

// The answer of a tool on the command line: its text, or its data with --json; refusals with their exit status.
Exit tell(const Reply& reply, const Arguments& arguments);

// `PATH`, `PATH:A` or `PATH:A-B` as arguments of a read.
struct PathAndLines {
  std::string path;
  std::optional<std::uint32_t> first, last;
};
PathAndLines path_and_lines(std::string_view word);

}  // namespace kedge
