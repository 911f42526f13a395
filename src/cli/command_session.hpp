// The session of a command. All commands on one root share a session, so that what one has shown, the next can edit.
#pragma once

#include <memory>
#include <span>

#include "cli/open_workspace.hpp"
#include "dialects/dialect.hpp"
#include "language/language_tools.hpp"
#include "store/postgres.hpp"
#include "tools/toolbox.hpp"
#include "ui/audience.hpp"
#include "ui/far_views.hpp"

namespace kedge {

// What `kedge seen` records is also kept in a separate session, which other sessions can include (`kedge mcp --seen`).
inline constexpr std::string_view session_of_seen = "seen";

class CommandSession {
 public:
  // With the commit options, if the command has them.
  static Result<std::unique_ptr<CommandSession>> open(const Arguments& arguments, std::string_view command);

  Session& session() { return session_; }
  Workspace& workspace() { return opened_.workspace; }

  // From now on views are told what the session does: at once those of this machine, and when it ends those of other hosts, if
  // they have the same records.
  void announce();

  // Refused (store_unavailable): the server of the records has not answered everything that was asked so far. Then what they
  // seem to say is not all that they say. To be called before it is printed.
  Result<void> heard_all() { return store_->ready(0); }

  // Calls the dialect's tool for this verb, as an agent would, and prints its answer.
  Exit run(const Dialect& dialect, const Verb& verb, const Json& call, const Arguments& arguments);

  // Saves what the next command needs. Prints a warning to standard error if that fails.
  void finish();

 private:
  CommandSession(OpenedWorkspace opened, std::unique_ptr<Store> store, CommitOptions commit);

  OpenedWorkspace opened_;
  std::unique_ptr<Store> store_;
  std::unique_ptr<HostLease> lease_;
  std::unique_ptr<Syntax> syntax_ = make_syntax();  // starts no process before it is needed
  std::unique_ptr<LanguageTools> language_;         // null: none are configured
  std::optional<PostgresSettings> shared_;          // where the records are; none: in the state folder
  std::optional<ui::FarViews> far_views_;           // posts what the audience has told it, when that is gone
  ui::Audience audience_;
  Session session_;
};

inline constexpr std::array<Option, 1> dialect_options{{
    {"dialect", "NAME", "how files are shown and edits are heard (patch)"},
}};

// The dialect of --dialect, else the first one. Refused (schema_invalid), with a suggestion.
Result<const Dialect*> dialect_of(const Arguments& arguments, std::string_view command);
Result<const Dialect*> dialect_named(std::string_view name, std::string_view command);

// Prints the answer of a tool: its text, or its data with --json; refusals with their exit status.
Exit tell(const Reply& reply, const Arguments& arguments);

// Parses `PATH`, `PATH:A` or `PATH:A-B`.
struct PathAndLines {
  std::string path;
  std::optional<std::uint32_t> first, last;
};
PathAndLines path_and_lines(std::string_view word);

}  // namespace kedge
