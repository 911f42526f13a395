// kedge state: what is kept about a root, since when and how much; kedge state purge: deletes it.
#include <algorithm>
#include <array>

#include "cli/command.hpp"
#include "cli/command_session.hpp"
#include "cli/confirm.hpp"
#include "cli/output.hpp"
#include "cli/state_holdings.hpp"
#include "cli/usage.hpp"
#include "commit/displaced.hpp"
#include "commit/root_lock.hpp"
#include "fs/path_parts.hpp"
#include "support/strings.hpp"
#include "support/time_text.hpp"

namespace kedge {
namespace {

constexpr std::array<Positional, 2> state_positionals{{
    {"ACTION", "purge: forget it. Without one, what is kept is shown", false},
    {"PATH", "purge: only what is kept of this file; may be repeated", false, true},
}};
constexpr std::array<Option, 1> state_own_options{{{"yes", "", "forget without asking"}}};
constexpr auto state_options = joined_options(state_own_options, workspace_options);

struct Kept {
  RecordHoldings records;
  Holdings files;
};

Result<Kept> kept_of(CommandSession& session) {
  const Workspace& workspace = session.workspace();
  Kept kept{.records = session.session().store.holdings(), .files = {}};
  KEDGE_DO(session.heard_all());
  KEDGE_OS(kept.files, holdings_of(workspace.fs(), workspace.state()), workspace.state().path);
  return kept;
}

Json json_of(const Workspace& workspace, const Kept& kept) {
  return Json::object({{"root", workspace.root().path()},
                       {"state", workspace.state().path},
                       {"since", kept.records.since ? Json(time_text(*kept.records.since)) : Json()},
                       {"changes", kept.records.changes},
                       {"files", kept.records.files},
                       {"versions", kept.records.versions},
                       {"bytes", kept.records.bytes},
                       {"displaced", kept.files.waiting},
                       {"kept", Json::strings(kept.files.kept)}});
}

std::string text_of(const Workspace& workspace, const Kept& kept) {
  const RecordHoldings& records = kept.records;
  std::string text =
      concat("root   ", printable(workspace.root().path()), "\nstate  ", printable(workspace.state().path), '\n');
  append(text, records.since ? concat("since  ", time_text(*records.since), '\n') : std::string("nothing is kept yet\n"));
  append(text, concat(counted(records.changes, "change"), " of ", counted(records.files, "file"), ", ",
                      counted(records.versions, "version"), " with ", counted(records.bytes, "byte"), "; ",
                      counted(kept.files.waiting, "displaced version"), " waiting, ",
                      counted(kept.files.kept.size(), "foreign version"), " kept\n"));
  return text;
}

// As the records name it: inside the root, whether or not it is still there.
std::string inside(const Workspace& workspace, const std::string& path) {
  const Result<Place> place = workspace.root().find(path, Access::read);
  return place ? place->path() : path;
}

// Bytes of others that were kept for a person to look at, by the name of their file.
Result<void> drop_kept(const Workspace& workspace, std::span<const std::string> paths) {
  FileSystem& fs = workspace.fs();
  const Outcome<Handle> folder = fs.open_folder(workspace.state().folder, "kept", Mounts::cross);
  if (!folder) return {};
  KEDGE_OS(const std::vector<std::string> names, fs.list(*folder), workspace.state().path);
  for (const std::string& name : names) {
    const bool is_meant = paths.empty() || std::ranges::any_of(paths, [&](const std::string& path) {
                            return name.starts_with(concat(leaf_of(path), '.'));
                          });
    if (is_meant) KEDGE_OS_DO(fs.remove(*folder, name), workspace.state().path);
  }
  return {};
}

Result<void> purge(CommandSession& session, std::span<const std::string> paths) {
  const Workspace& workspace = session.workspace();
  KEDGE_TRY(const Handle lock, lock_root(workspace.fs(), workspace.state(), workspace.root(), nullptr));
  KEDGE_DO(session.session().store.purge(paths));
  std::vector<std::string> remarks;  // whatever is kept of others' is about to go as well
  KEDGE_DO(drop_displaced(workspace.fs(), workspace.state(), paths, remarks));
  return drop_kept(workspace, paths);
}

Ended run_state(const Arguments& arguments) {
  const std::optional<std::string_view> action = arguments.positional("ACTION");
  if (action && *action != "purge") {
    return unknown_word(*action, "action", std::array<std::string_view, 1>{"purge"}, "state");
  }
  KEDGE_TRY(const std::unique_ptr<CommandSession> opened, CommandSession::open(arguments, "state"));
  CommandSession& session = *opened;
  KEDGE_TRY(const Kept kept, kept_of(session));
  if (!action) {
    return arguments.json() ? print_json(json_of(session.workspace(), kept)) : print(text_of(session.workspace(), kept));
  }
  std::vector<std::string> paths;
  for (const std::string& path : arguments.all_positionals("PATH")) paths.push_back(inside(session.workspace(), path));
  if (!arguments.has("yes")) {
    std::string shown = text_of(session.workspace(), kept);
    for (const std::string& path : paths) append(shown, concat("only   ", printable(path), '\n'));
    append(shown, "What is forgotten cannot be undone any more.\n");
    if (consent_on_terminal(shown, "state purge without --yes", "Forget it?") != Consent::given) {
      Error declined = refuse(Code::cancelled, "Nothing was forgotten.");
      declined.next = "With --yes it is forgotten without asking.";
      return std::unexpected(std::move(declined));
    }
  }
  KEDGE_DO(purge(session, paths));
  KEDGE_TRY(const Kept left, kept_of(session));
  return arguments.json() ? print_json(json_of(session.workspace(), left)) : print(text_of(session.workspace(), left));
}

}  // namespace

namespace command {

extern const Command state;
const Command state{
    "state",
    "Show what is kept of the root, or forget it",
    R"(Prints where the records of the root are, how far they go back, and how much they hold: changes that can be undone, bytes
of versions that were shown, displaced files. kedge state purge deletes all of it, or what is known about some files, and
overwrites the bytes; a running server still has what it keeps in memory. Without purge, changes and versions are
deleted after seven days.)",
    state_positionals,
    state_options,
    &run_state,
};

}  // namespace command
}  // namespace kedge
