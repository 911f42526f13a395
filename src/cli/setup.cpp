// kedge setup: adds kedge to a client's configuration file.
#include <algorithm>
#include <array>
#include <iterator>
#include <span>

#include "cli/command.hpp"
#include "cli/confirm.hpp"
#include "cli/open_workspace.hpp"
#include "cli/output.hpp"
#include "cli/usage.hpp"
#include "edit/diff.hpp"
#include "fs/program_file.hpp"
#include "fs/real_file_system.hpp"
#include "fs/terminal.hpp"
#include "render/unified_diff.hpp"
#include "setup/config_file.hpp"
#include "setup/server_entry.hpp"
#include "setup/setup_record.hpp"
#include "support/strings.hpp"

namespace kedge {
namespace {

constexpr std::array<Positional, 1> setup_positionals{{{"CLIENT", "whose file; without it all clients are listed", false}}};
constexpr std::array<Option, 13> setup_options{{
    {"scope", "WHOSE", "project: a file of the root; user: one of the home folder (as the client is usually set up)"},
    {"yes", "", "write without asking"},
    {"dry-run", "", "show what would change, write nothing"},
    {"remove", "", "take the entry out again, and the hook"},
    {"ask-each-time", "", "leave it to the client to ask before each call of a kedge tool"},
    {"no-trust-folder", "", "leave it to you to tell the client that it may trust this folder"},
    {"trust-folder", "", "have the client trust this folder even if it was told not to"},
    {"keep-own-tools", "", "leave the client's own edit tools on"},
    {"confirm", "WHEN", "the server asks before a change is written: never, always, suspicious"},
    {"seen-hook", "", "claude-code: what its own Read has shown may be edited, too"},
    {"command", "PROGRAM", "what the client starts (kedge if that is this program, else its path)"},
    {"root", "DIR", "the project (the git work tree around the current folder, else that folder)"},
    {"state", "DIR", "where kedge keeps its records (KEDGE_STATE, else XDG_STATE_HOME/kedge)"},
}};

// ---- the list

std::string files_of(const Client& client) {
  std::string out;
  for (const ClientFile& file : client.files) {
    if (file.path.empty()) continue;
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
    for (const ClientFile& file : client.files) {
      if (!file.path.empty()) files.push(Json::object({{"scope", name_of(file.scope)}, {"file", file.path}}));
    }
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
  const ClientFile* settings = nullptr;  // the file for settings; that of the entry if the client has no other
  bool hook = false;
  bool allow = true;
  bool trust = true;             // where the client wants the folder trusted before it starts a server
  bool overrules_trust = false;  // also if a person has decided otherwise
  bool own_tools_off = true;
  Places places;
  EntrySettings entry;
  bool remove = false;
  SetupRecord record;  // of what was there before, for taking it out again
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
    return unknown_word(name, "client", known, "setup");
  }
  const std::string_view scope = arguments.option("scope").value_or(name_of(asked.client->files.front().scope));
  if (scope != "project" && scope != "user") {
    return wrong_usage("--scope", concat("'", printable(scope), "' is none of project, user"), "setup");
  }
  const bool of_user = scope == "user";
  asked.file = asked.client->file_of(of_user ? Scope::user : Scope::project);
  if (asked.file == nullptr) {
    return wrong_usage("--scope", concat(asked.client->title, " has no file of the ", scope), "setup");
  }
  asked.settings = asked.client->settings_files ? &(*asked.client->settings_files)[of_user ? 1 : 0] : asked.file;
  if (arguments.has("seen-hook") && !asked.client->has_read_hook) {
    return wrong_usage("--seen-hook", concat(asked.client->title, " has no such hook"), "setup");
  }
  asked.hook = asked.client->has_read_hook && (arguments.has("seen-hook") || asked.remove);
  asked.allow = asked.remove || !arguments.has("ask-each-time");
  const bool wants_trust =
      asked.client->trust && (asked.file->scope == Scope::project || !asked.client->trust->only_for_projects);
  asked.trust = wants_trust && !arguments.has("no-trust-folder");
  asked.overrules_trust = arguments.has("trust-folder");
  for (const std::string_view option : {"trust-folder", "no-trust-folder"}) {
    if (!arguments.has(option) || asked.client->trust) continue;
    return wrong_usage(concat("--", option), concat(asked.client->title, " is not known to ask for it"), "setup");
  }
  if (asked.overrules_trust && arguments.has("no-trust-folder")) {
    return wrong_usage("--no-trust-folder", "contradicts --trust-folder", "setup");
  }
  asked.own_tools_off = asked.remove || !arguments.has("keep-own-tools");
  const std::string_view confirm = arguments.option("confirm").value_or("");
  constexpr std::array<std::string_view, 3> whens{"never", "always", "suspicious"};
  if (arguments.option("confirm") && std::ranges::find(whens, confirm) == whens.end()) {
    return wrong_usage("--confirm", concat("'", printable(confirm), "' is none of never, always, suspicious"), "setup");
  }
  asked.entry = {.program = std::string(arguments.option("command").value_or("")),
                 .root = asked.places.root,
                 .seen = arguments.has("seen-hook"),
                 .confirm = std::string(confirm)};
  if (arguments.option("command") == "") return wrong_usage("--command", "names no program", "setup");
  if (asked.entry.program.empty()) asked.entry.program = program_for_entries();
  return asked;
}

// What is in the way of reading a file, and what the user can do without kedge.
Error unreadable(const ConfigFile& file, const ConfigProblem& problem, std::string_view by_hand, bool remove) {
  Error error = refuse(Code::schema_invalid,
                       concat(printable(file.shown), ", line ", problem.line, ": ", problem.what, ". Nothing was changed."),
                       {{"path", file.shown}, {"line", problem.line}, {"problem", problem.what}});
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
  bool is_distrusted = false;         // a person has told the client not to trust the folder, and that is left alone
};

Result<ConfigFile> found(const ClientFile& file, const Places& places) {
  KEDGE_TRY(std::optional<ConfigFile> config, find_config(file, places));
  if (config) return *std::move(config);
  return wrong_usage("HOME", "is not set, and the file is in the home folder", "setup");
}

// The change of this file: the one that is prepared already, or a new one.
Result<ConfigChange*> change_of(const ClientFile& file, const Places& places, std::vector<ConfigChange>& changes) {
  KEDGE_TRY(ConfigFile config, found(file, places));
  const auto there =
      std::ranges::find(changes, config.absolute(), [](const ConfigChange& change) { return change.file.absolute(); });
  if (there != changes.end()) return &*there;
  std::optional<std::string> bytes = config.bytes;
  changes.push_back({std::move(config), std::move(bytes)});
  return &changes.back();
}

// Sets or takes out one thing in a file.
Result<void> apply(ConfigChange& change, const ConfigResult<std::string>& after, std::string_view by_hand, bool remove) {
  if (!after) return std::unexpected(unreadable(change.file, after.error(), by_hand, remove));
  const std::string before = change.after.value_or("");
  if (*after == before) return {};
  change.after = remove ? unless_empty(*after) : *after;
  return {};
}

// What the file was before setup changed it, if that is known.
std::optional<std::string> before_setup(const Asked& asked, const ConfigChange& change) {
  const std::optional<std::optional<std::string>> before = asked.record.before(change.file.absolute());
  return before ? before->value_or("") : std::optional<std::string>();
}

// A file that nobody has changed since becomes again what it was, to the byte.
void restore_untouched(const Asked& asked, std::vector<ConfigChange>& changes) {
  for (ConfigChange& change : changes) {
    const std::optional<std::optional<std::string>> before = asked.record.before(change.file.absolute());
    if (before && asked.record.is_untouched(change.file)) change.after = *before;
  }
}

Result<void> prepare_trust(const Asked& asked, Prepared& prepared) {
  if (!asked.client->trust) return {};
  const TrustFile& trust = *asked.client->trust;
  KEDGE_TRY(ConfigChange* const change, change_of(trust.file, asked.places, prepared.changes));
  const std::string text = change->after.value_or("");
  prepared.is_distrusted = trust.is_decision && !asked.overrules_trust && is_distrusted(text, trust, asked.places.root);
  if (prepared.is_distrusted && !asked.remove) return {};
  return apply(*change,
               asked.remove ? without_trust(text, trust, asked.places.root, before_setup(asked, *change))
                            : with_trust(text, trust, asked.places.root),
               concat(asked.places.root, ": ", trust.trusted, '\n'), asked.remove);
}

Result<Prepared> prepare(const Asked& asked) {
  Prepared prepared;
  const Client& client = *asked.client;
  prepared.changes.reserve(4);  // the entry, settings, approvals, trust: pointers to them stay valid
  KEDGE_TRY(ConfigChange* const entry, change_of(*asked.file, asked.places, prepared.changes));
  const std::string before = entry->after.value_or("");
  const ConfigResult<std::optional<ServerCommand>> there = command_in(client, before);
  prepared.command = wanted_command(client, *asked.file, asked.entry, there ? *there : std::optional<ServerCommand>());
  KEDGE_DO(apply(*entry,
                 asked.remove ? without_command(client, before, before_setup(asked, *entry))
                              : with_command(client, before, prepared.command, asked.allow),
                 entry_text(client, prepared.command, asked.allow), asked.remove));
  for (const ClientSetting& setting : client.settings) {
    const bool wanted = setting.purpose == Purpose::allow ? asked.allow : asked.own_tools_off;
    if (!wanted || (setting.only && *setting.only != asked.file->scope)) continue;
    const ClientFile& file = setting.file ? *setting.file : setting.is_beside ? *asked.settings : *asked.file;
    KEDGE_TRY(ConfigChange* const change, change_of(file, asked.places, prepared.changes));
    const std::string text = change->after.value_or("");
    const std::string& folder = asked.places.root;
    KEDGE_DO(apply(*change,
                   asked.remove ? without_setting(text, setting, folder, before_setup(asked, *change))
                                : with_setting(text, setting, folder),
                   concat(setting.path, ": ", setting.value, '\n'), asked.remove));
  }
  if (asked.trust) KEDGE_DO(prepare_trust(asked, prepared));
  if (asked.hook) {
    KEDGE_TRY(ConfigChange* const hooks, change_of(*asked.settings, asked.places, prepared.changes));
    const std::string text = hooks->after.value_or("");
    const std::string command = hook_command(asked.entry.program);
    KEDGE_DO(apply(*hooks, asked.remove ? without_hook(text) : with_hook(text, command), hook_text(command), asked.remove));
  }
  if (asked.remove) restore_untouched(asked, prepared.changes);
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

// What is said about the folder if the client may still refuse to start what the entry names.
std::string about_trust(const Asked& asked, const Prepared& prepared) {
  const std::optional<TrustFile>& trust = asked.client->trust;
  if (!trust || (asked.file->scope == Scope::user && trust->only_for_projects)) return {};
  if (prepared.is_distrusted) {
    return concat(
        asked.client->title,
        " was told not to trust this folder, and starts no server in it. If that has changed, trust the folder there, "
        "or run this with --trust-folder.\n");
  }
  if (asked.trust) {
    return concat(asked.client->title,
                  " now trusts this folder, and so all of its hooks and servers, not only kedge; --no-trust-folder leaves that "
                  "to you.\n");
  }
  return concat(asked.client->title,
                " starts no server in a folder that it does not trust: start it here and trust the folder, or run this "
                "without --no-trust-folder.\n");
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
    append(text, about_trust(asked, prepared));
    append(text, concat("Its own edit tools: ", asked.own_tools_off ? asked.client->own_editor : "left on.", '\n'));
  }
  return print_done(text, paths);
}

// The files of each folder are written all or none. The user's come first: without them the entry does not work yet, and with
// the entry alone nothing is granted.
Result<std::vector<WrittenConfig>> write_all(std::span<const ConfigChange> changes, const Places& places,
                                             const StateSettings& state) {
  std::vector<std::string> folders;
  for (const Scope scope : {Scope::user, Scope::project}) {
    for (const ConfigChange& change : changes) {
      const bool is_new = std::ranges::find(folders, change.file.folder) == folders.end();
      if (change.changes() && change.file.scope == scope && is_new) folders.push_back(change.file.folder);
    }
  }
  std::vector<WrittenConfig> written;
  for (const std::string& folder : folders) {
    std::vector<ConfigChange> own;
    std::ranges::copy_if(changes, std::back_inserter(own),
                         [&](const ConfigChange& change) { return change.changes() && change.file.folder == folder; });
    KEDGE_TRY(std::vector<WrittenConfig> each, write_configs(own, places, state));
    std::ranges::move(each, std::back_inserter(written));
  }
  return written;
}

// Remembers what was there before, or, after it was taken out, nothing. If that fails, a later --remove takes out only what
// setup adds.
void remember(const Asked& asked, const Prepared& prepared, std::span<const WrittenConfig> written,
              const StateSettings& state) {
  SetupRecord record;
  if (!asked.remove) {
    record = asked.record;
    // The entry was removed by hand since, so the record of what was there before it is out of date.
    if (!has_entry(*asked.client, prepared.changes.front().file.bytes.value_or(""))) record.clear();
    record.add(written, prepared.changes);
  }
  const Result<void> saved = record.save(*asked.client, asked.file->scope, asked.places, state);
  if (!saved) to_stderr(concat("kedge: warning: ", to_text(saved.error()), '\n'));
}

Ended run_setup(const Arguments& arguments) {
  if (!arguments.positional("CLIENT")) return list_clients(arguments);
  KEDGE_TRY(Asked asked, asked_for(arguments));
  if (runs_with_borrowed_rights()) {
    return std::unexpected(
        refuse(Code::permission_denied, {{"path", asked.places.root}, {"problem", "kedge does not run setuid or setgid"}}));
  }
  const StateSettings state = state_of(arguments);
  if (asked.remove) asked.record = SetupRecord::load(*asked.client, asked.file->scope, asked.places, state);
  Result<Prepared> ready = prepare(asked);
  const bool is_unreadable = !ready && ready.error().reason == Reason::unreadable_settings;
  KEDGE_TRY(const Prepared prepared, is_unreadable ? std::move(ready) : or_unchanged(std::move(ready)));
  const bool changes = std::ranges::any_of(prepared.changes, &ConfigChange::changes);
  if (!changes) return answer(arguments, asked, prepared, Ending::already, {}, false);
  if (arguments.has("dry-run")) return answer(arguments, asked, prepared, Ending::would_write, {}, false);
  if (!arguments.has("yes")) {
    std::string diff;
    for (const ConfigChange& change : prepared.changes) append(diff, diff_of(change));
    if (Terminal::open() == nullptr) to_stderr(printable_rows(diff));
    if (consent_on_terminal(diff, "setup without --yes") != Consent::given) {
      const std::string& file = prepared.changes.front().file.shown;
      Error declined = refuse(Code::confirm_declined, concat(printable(file), " was left as it is."), {{"path", file}});
      declined.next = "With --yes it is written without asking, with --dry-run only shown.";
      return std::unexpected(unchanged(std::move(declined)));
    }
  }
  // A first look at the record makes the state folder; a preview must not.
  if (!asked.remove) asked.record = SetupRecord::load(*asked.client, asked.file->scope, asked.places, state);
  KEDGE_TRY(const std::vector<WrittenConfig> written, write_all(prepared.changes, asked.places, state));
  remember(asked, prepared, written, state);
  std::vector<std::string> backups;
  for (const WrittenConfig& each : written) {
    if (each.backup) backups.push_back(*each.backup);
  }
  return answer(arguments, asked, prepared, Ending::written, backups, !arguments.has("yes"));
}

}  // namespace

namespace command {

extern const Command setup;
const Command setup{
    "setup",
    "Set kedge up for a client: write the entry by which it starts kedge mcp",
    R"(Shows the change to the client's own files and asks on the terminal before it is written: the entry, the rule that lets the
client use kedge's tools without asking each time, the trust in this folder if the client starts no server without it, and,
where the client has a switch for it, its own edit tools off. --remove puts back what was there before.
Everything else in the files stays as it is, comments included, and the old bytes are kept in the state folder. What you have
added to the entry stays, too; only the program, --root, --dialect and --results are set. A file that cannot be read is not
changed. Run again, it changes nothing.)",
    setup_positionals,
    setup_options,
    &run_setup,
};

}  // namespace command
}  // namespace kedge
