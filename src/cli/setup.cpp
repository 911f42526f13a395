// kedge setup: adds kedge to a client's configuration file.
#include <algorithm>
#include <array>

#include "cli/command.hpp"
#include "cli/confirm.hpp"
#include "cli/open_workspace.hpp"
#include "cli/output.hpp"
#include "cli/usage.hpp"
#include "edit/diff.hpp"
#include "fs/program_file.hpp"
#include "fs/real_file_system.hpp"
#include "render/unified_diff.hpp"
#include "setup/config_file.hpp"
#include "setup/server_entry.hpp"
#include "support/strings.hpp"

namespace kedge {
namespace {

constexpr std::array<Positional, 1> setup_positionals{{{"CLIENT", "whose file; without it all clients are listed", false}}};
constexpr std::array<Option, 8> setup_options{{
    {"scope", "WHOSE", "project: a file of the root; user: one of the home folder (as the client is usually set up)"},
    {"yes", "", "write without asking"},
    {"dry-run", "", "show what would change, write nothing"},
    {"remove", "", "take the entry out again, and the hook"},
    {"seen-hook", "", "claude-code: what its own Read has shown may be edited, too"},
    {"command", "PROGRAM", "what the client starts (the path of this program)"},
    {"root", "DIR", "the project (the git work tree around the current folder, else that folder)"},
    {"state", "DIR", "where kedge keeps its records (KEDGE_STATE, else XDG_STATE_HOME/kedge)"},
}};

// ---- the list

std::string files_of(const Client& client) {
  std::string out;
  for (const ClientFile& file : client.files) {
    const std::string_view start = file.base == Base::root ? "" : file.base == Base::home ? "~/" : "~/.config/";
    append(out, concat(out.empty() ? "" : ", ", start, file.path));
  }
  return out;
}

Exit list_clients(const Arguments& arguments) {
  Json all = Json::array();
  std::string text;
  for (const Client& client : clients()) {
    Json files = Json::array();
    for (const ClientFile& file : client.files) files.push(Json::object({{"scope", name_of(file.scope)}, {"file", file.path}}));
    all.push(Json::object({{"client", client.name},
                           {"title", client.title},
                           {"files", std::move(files)},
                           {"dialect", dialect_for(client)},
                           {"results", client.results}}));
    append(text, concat(client.name, std::string(13 - client.name.size(), ' '), client.title,
                        std::string(13 - client.title.size(), ' '), files_of(client), '\n'));
  }
  if (arguments.json()) return print_json(Json::object({{"clients", std::move(all)}}));
  return print(concat(text, "kedge setup CLIENT shows what it would write, and asks.\n"));
}

// ---- the change

struct Asked {
  const Client* client = nullptr;
  const ClientFile* file = nullptr;
  const ClientFile* hook = nullptr;  // nothing: no hook is asked for
  Places places;
  EntrySettings entry;
  bool remove = false;
};

Result<Asked> asked_for(const Arguments& arguments) {
  const std::string_view name = arguments.positional("CLIENT").value_or("");
  Asked asked;
  asked.client = find_client(name);
  asked.places = places_from_environment(root_of(arguments));
  asked.remove = arguments.has("remove");
  if (asked.client == nullptr) {
    std::vector<std::string_view> known;
    for (const Client& client : clients()) known.push_back(client.name);
    return std::unexpected(unknown_word(name, "client", known, "setup"));
  }
  const std::string_view scope = arguments.option("scope").value_or(name_of(asked.client->files.front().scope));
  if (scope != "project" && scope != "user") {
    return std::unexpected(wrong_usage("--scope", concat("'", printable(scope), "' is none of project, user"), "setup"));
  }
  const bool of_user = scope == "user";
  asked.file = asked.client->file_of(of_user ? Scope::user : Scope::project);
  if (arguments.has("seen-hook") && !asked.client->hooks) {
    return std::unexpected(wrong_usage("--seen-hook", concat(asked.client->title, " has no such hook"), "setup"));
  }
  if (asked.client->hooks && (arguments.has("seen-hook") || asked.remove))
    asked.hook = &(*asked.client->hooks)[of_user ? 1 : 0];
  asked.entry = {.program = std::string(arguments.option("command").value_or("")),
                 .root = asked.places.root,
                 .seen = arguments.has("seen-hook")};
  if (arguments.option("command") == "") return std::unexpected(wrong_usage("--command", "names no program", "setup"));
  if (asked.entry.program.empty()) asked.entry.program = own_program();
  return asked;
}

// What is in the way of reading a file, and what the user can do without kedge.
Error unreadable(const ConfigFile& file, const ConfigProblem& problem, std::string_view by_hand, bool remove) {
  Error error = refuse(Code::schema_invalid,
                       concat(printable(file.shown), ", line ", problem.line, ": ", problem.what, ". Nothing was changed."),
                       Json::object({{"path", file.shown}, {"line", problem.line}, {"problem", problem.what}}));
  error.reason = Reason::unreadable_settings;
  error.next = remove ? "Mend the file, or take the entry out by hand."
                      : concat("Mend the file, or put this in by hand:\n", by_hand.substr(0, by_hand.size() - 1));
  return error;
}

// A file that is now empty is deleted.
std::optional<std::string> unless_empty(std::string text) {
  return text.find_first_not_of(" \t\r\n{}") == std::string::npos ? std::nullopt : std::optional(std::move(text));
}

struct Prepared {
  std::vector<ConfigChange> changes;  // the entry's first
  ServerCommand command;              // that the entry has or would have
};

Result<ConfigFile> found(const ClientFile& file, const Places& places) {
  KEDGE_TRY(std::optional<ConfigFile> config, find_config(file, places));
  if (config) return *std::move(config);
  return std::unexpected(wrong_usage("HOME", "is not set, and the file is in the home folder", "setup"));
}

Result<Prepared> prepare(const Asked& asked) {
  Prepared prepared;
  const Client& client = *asked.client;
  KEDGE_TRY(const ConfigFile file, found(*asked.file, asked.places));
  const std::string before = file.bytes.value_or("");
  const ConfigResult<std::optional<ServerCommand>> there = command_in(client, before);
  prepared.command = wanted_command(client, *asked.file, asked.entry, there ? *there : std::optional<ServerCommand>());
  const ConfigResult<std::string> after =
      asked.remove ? without_command(client, before) : with_command(client, before, prepared.command);
  if (!after) return std::unexpected(unreadable(file, after.error(), entry_text(client, prepared.command), asked.remove));
  ConfigChange change{file, *after};
  if (asked.remove) change.after = *after == before ? file.bytes : unless_empty(*after);
  prepared.changes.push_back(std::move(change));
  if (asked.hook == nullptr) return prepared;

  KEDGE_TRY(const ConfigFile hooks, found(*asked.hook, asked.places));
  const std::string hooks_before = hooks.bytes.value_or("");
  const std::string command = hook_command(asked.entry.program);
  const ConfigResult<std::string> hooks_after = asked.remove ? without_hook(hooks_before) : with_hook(hooks_before, command);
  if (!hooks_after) return std::unexpected(unreadable(hooks, hooks_after.error(), hook_text(command), asked.remove));
  ConfigChange hook{hooks, *hooks_after};
  if (asked.remove) hook.after = *hooks_after == hooks_before ? hooks.bytes : unless_empty(*hooks_after);
  prepared.changes.push_back(std::move(hook));
  return prepared;
}

std::string diff_of(const ConfigChange& change) {
  const Text before(change.file.bytes.value_or(""));
  const Text after(change.after.value_or(""));
  const bool of_project = change.file.scope == Scope::project;
  const auto name = [&](std::string_view side) { return concat(of_project ? side : "", change.file.shown); };
  return printable_rows(unified_diff(before, after, diff_lines(before, after, LineKey::bytes),
                                     {change.file.bytes ? name("a/") : "/dev/null", change.after ? name("b/") : "/dev/null"}));
}

// ---- the answer

enum class Ending : std::uint8_t { already, would_write, written };

std::string_view status_of(Ending ending, bool remove) {
  switch (ending) {
    case Ending::already: return remove ? "absent" : "already";
    case Ending::would_write: return remove ? "would_remove" : "would_write";
    case Ending::written: return remove ? "removed" : "written";
  }
  return "";
}

std::string sentence(const Asked& asked, const Prepared& prepared, Ending ending) {
  const std::string file = printable(prepared.changes.front().file.shown);
  const std::string_view title = asked.client->title;
  switch (ending) {
    case Ending::already:
      return asked.remove ? concat(file, ": kedge is not set up for ", title, ", nothing to take out\n")
                          : concat(file, ": kedge is already set up for ", title, '\n');
    case Ending::would_write: return concat("Preview, nothing written.\n");
    case Ending::written:
      return asked.remove ? concat(file, ": kedge is no longer set up for ", title, '\n')
                          : concat(file, ": kedge is set up for ", title, "; it sees it when it is started anew\n");
  }
  return "";
}

Exit answer(const Arguments& arguments, const Asked& asked, const Prepared& prepared, Ending ending,
            const std::vector<std::string>& backups, bool diff_is_known) {
  std::string diff;
  for (const ConfigChange& change : prepared.changes) append(diff, diff_of(change));
  std::vector<std::string> paths;
  for (const ConfigChange& change : prepared.changes) {
    if (ending == Ending::written && change.changes()) paths.push_back(change.file.shown);
  }
  if (arguments.json()) {
    Json words = Json::array({prepared.command.program});
    for (const std::string& word : prepared.command.words) words.push(word);
    const ConfigFile& file = prepared.changes.front().file;
    Json json = Json::object({{"status", status_of(ending, asked.remove)},
                              {"client", asked.client->name},
                              {"scope", name_of(asked.file->scope)},
                              {"file", file.scope == Scope::project ? file.shown : file.absolute()},
                              {"command", asked.remove ? Json() : std::move(words)},
                              {"diff", diff},
                              {"backups", Json::strings(backups)}});
    if (!asked.remove) json.set("own_editor", asked.client->own_editor);
    return print_json_done(json, paths);
  }
  std::string text = concat(diff_is_known ? "" : diff, sentence(asked, prepared, ending));
  for (const std::string& backup : backups) append(text, concat("the old bytes are in ", printable(backup), '\n'));
  if (!asked.remove && ending != Ending::already) {
    append(text, concat("Its own edit tools: ", asked.client->own_editor, '\n'));
  }
  return print_done(text, paths);
}

Exit run_setup(const Arguments& arguments) {
  if (!arguments.positional("CLIENT")) return list_clients(arguments);
  const Result<Asked> asked = asked_for(arguments);
  if (!asked) return report(asked.error(), Exit::usage, arguments.json());
  if (runs_with_borrowed_rights()) {
    return report(refuse(Code::permission_denied,
                         Json::object({{"path", asked->places.root}, {"problem", "kedge does not run setuid or setgid"}})),
                  arguments.json());
  }
  const Result<Prepared> prepared = prepare(*asked);
  if (!prepared) {
    const bool of_the_file = prepared.error().reason == Reason::unreadable_settings;
    return of_the_file ? report(prepared.error(), Exit::refused, arguments.json())
                       : report_unchanged(prepared.error(), arguments.json());
  }
  const bool changes = std::ranges::any_of(prepared->changes, &ConfigChange::changes);
  if (!changes) return answer(arguments, *asked, *prepared, Ending::already, {}, false);
  if (arguments.has("dry-run")) return answer(arguments, *asked, *prepared, Ending::would_write, {}, false);
  if (!arguments.has("yes")) {
    std::string diff;
    for (const ConfigChange& change : prepared->changes) append(diff, diff_of(change));
    if (consent_on_terminal(diff, "setup without --yes") != Consent::given) {
      const std::string& file = prepared->changes.front().file.shown;
      Error declined =
          refuse(Code::confirm_declined, concat(printable(file), " was left as it is."), Json::object({{"path", file}}));
      declined.next = "With --yes it is written without asking, with --dry-run only shown.";
      return report_unchanged(std::move(declined), arguments.json());
    }
  }
  const Result<std::vector<std::string>> backups = write_configs(prepared->changes, asked->places, state_of(arguments));
  if (!backups) return report(backups.error(), arguments.json());
  return answer(arguments, *asked, *prepared, Ending::written, *backups, !arguments.has("yes"));
}

}  // namespace

namespace command {

extern const Command setup;
const Command setup{
    "setup",
    "Set kedge up for a client: write the entry by which it starts kedge mcp",
    "Shows the change to the client's own file and asks on the terminal before it is written. Everything else in the file "
    "stays as\n"
    "it is, comments included, and the old bytes are kept beside it. What you have added to the entry stays, too; only the "
    "program,\n"
    "--root, --dialect and --results are set. A file that cannot be read is not changed. Run again, it changes nothing.",
    setup_positionals,
    setup_options,
    &run_setup,
};

}  // namespace command
}  // namespace kedge
