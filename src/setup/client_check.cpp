#include "setup/client_check.hpp"

#include <chrono>

#include "fs/path_parts.hpp"
#include "fs/program_file.hpp"
#include "process/piped_run.hpp"
#include "support/strings.hpp"

namespace kedge {
namespace {

struct FoundFile {
  std::string shown;
  std::string bytes;
};

std::optional<FoundFile> existing(const ClientFile& file, const Places& places) {
  const std::optional<ConfigFile> config = find_config(file, places).value_or(std::nullopt);
  if (!config || !config->bytes) return std::nullopt;
  return FoundFile{config->shown, *config->bytes};
}

// The programs that may be asked for their version: kedge as the user's shell finds it, or in a file of the user's own.
std::optional<std::string> version_of(const ServerCommand& command, Scope scope, const std::string& program) {
  if (leaf_of(program) != server_name || (scope == Scope::project && command.program.contains('/'))) return std::nullopt;
  const std::optional<PipedRun> run = run_piped({program, "--version"}, "", std::chrono::seconds(5));
  if (!run || !run->done || !run->output.starts_with("kedge ")) return std::nullopt;
  return run->output.substr(6, run->output.find('\n') - 6);
}

void check_command(ClientCheck& check, const ClientFile& file, const Places& places, const std::string& own_program) {
  const auto problem = [&](std::string text) { check.problems.push_back(std::move(text)); };
  const ServerCommand& command = check.command;
  const std::optional<std::string> program = program_of(command.program);
  if (!program) {
    problem(concat(printable(command.program), " is no program that can be started"));
  } else if (!same_file(*program, own_program)) {
    const std::optional<std::string> version = version_of(command, file.scope, *program);
    problem(concat("it starts ", printable(*program), " and not this program",
                   version ? concat(": a server of version ", printable(*version), ", and this is ", KEDGE_VERSION) : ""));
  }
  if (command.words.empty() || command.words.front() != "mcp") problem("it does not start kedge mcp");
  const auto compare = [&](std::string_view option, std::string_view wanted) {
    const std::optional<std::string> given = command.option(option);
    if (!given) problem(concat("it has no ", option, ' ', wanted));
    if (given && *given != wanted) problem(concat("it has ", option, ' ', printable(*given), " instead of ", wanted));
  };
  compare("--dialect", dialect_for(*check.client));
  compare("--results", check.client->results);
  if (!check.client->prefix.empty()) compare("--prefix", check.client->prefix);
  // One of the user may well be for another project.
  if (file.root == RootWord::absolute && file.scope == Scope::project) compare("--root", places.root);
}

const ClientFile& settings_file(const Client& client, const ClientFile& file) {
  return client.settings_files ? (*client.settings_files)[file.scope == Scope::user ? 1 : 0] : file;
}

void check_trust(ClientCheck& check, const Places& places) {
  const std::optional<TrustFile>& trust = check.client->trust;
  if (trust && trust->only_for_projects && check.scope == Scope::user) return;
  const std::optional<FoundFile> found = trust ? existing(trust->file, places) : std::nullopt;
  if (!found || !is_distrusted(found->bytes, *trust, places.root)) return;
  check.problems.push_back(concat("untrusted folder: ", found->shown, " says that ", check.client->title,
                                  " does not trust this one, so it starts no server; start it here and trust it"));
  // What a person has decided is overruled only if that is asked for.
  if (trust->is_decision) append(check.remedy, " --trust-folder");
}

bool is(const Json& value, bool wanted) { return value == Json(wanted); }

// Whether the client uses the entry at all, without asking, and its model has no other tools to edit with.
void check_settings(ClientCheck& check, std::string_view entry_text, const ClientFile& file, const Places& places) {
  const Client& client = *check.client;
  const auto problem = [&](std::string text) { check.problems.push_back(std::move(text)); };
  const ClientFile& beside = settings_file(client, file);
  const std::optional<FoundFile> settings = existing(beside, places);
  const std::string text = settings ? settings->bytes : std::string();

  if (is(entry_member(client, entry_text, "enabled"), false) || is(entry_member(client, entry_text, "disabled"), true)) {
    problem(concat("the server is disabled in ", check.file, ", and setup leaves that to you"));
  }
  if (!client.allowing_members.empty() && !allows(client, entry_text)) {
    problem("missing permission: the client asks before each call of a kedge tool, or refuses it if nobody is there to ask");
  }
  bool told_permission = false;
  bool told_own_tools = false;
  for (const ClientSetting& setting : client.settings) {
    if (setting.only && *setting.only != file.scope) continue;
    const std::optional<FoundFile> own = setting.file ? existing(*setting.file, places) : std::nullopt;
    const std::string_view in = setting.file        ? (own ? std::string_view(own->bytes) : "")
                                : setting.is_beside ? text
                                                    : entry_text;
    const bool is_set = has_setting(in, setting, places.root).value_or(false);
    if (is_set) continue;
    if (setting.purpose == Purpose::own_tools_off) {
      if (!told_own_tools) problem("its own edit tools are still on: the model may change files without kedge");
      told_own_tools = true;
    } else if (setting.only) {
      problem(concat("pending approval: a server of the project is not started until it is approved (", setting.path, " in ",
                     beside.path, ')'));
    } else if (!told_permission) {
      problem(concat("missing permission: kedge's tools are not in ", setting.path, " of ",
                     setting.file ? setting.file->path : beside.path));
      told_permission = true;
    }
  }
}

void check_hook(ClientCheck& check, const ClientFile& file, const Places& places) {
  const std::optional<FoundFile> found = existing(file, places);
  if (!found) return;
  const std::optional<std::string> hook = hook_in(found->bytes).value_or(std::nullopt);
  if (!hook) return;
  const std::string remedy = " --seen-hook";
  const auto problem = [&](std::string text) {
    check.problems.push_back(std::move(text));
    if (!check.remedy.ends_with(remedy)) append(check.remedy, remedy);
  };
  if (!check.command.has("--seen")) problem(concat("it has no --seen, and the hook in ", found->shown, " is for nothing"));
  if (*hook != hook_command(check.command.program)) problem(concat("the hook in ", found->shown, " runs something else"));
}

}  // namespace

std::vector<ClientCheck> check_clients(const Places& places, const std::string& own_program) {
  std::vector<ClientCheck> checks;
  for (const Client& client : clients()) {
    for (const ClientFile& file : client.files) {
      if (file.path.empty()) continue;
      const std::optional<FoundFile> found = existing(file, places);
      if (!found) continue;
      const std::string& text = found->bytes;
      ClientCheck check{&client, file.scope, found->shown, {}, {}, {}};
      check.remedy = concat("kedge setup ", client.name, " --scope ", name_of(file.scope));
      const ConfigResult<std::optional<ServerCommand>> command = command_in(client, text);
      if (!command && text.contains(server_name)) {
        check.problems.push_back(concat("line ", command.error().line, ": ", command.error().what));
        check.remedy = concat("mend ", check.file, ", then ", check.remedy);
        checks.push_back(std::move(check));
        continue;
      }
      if (!command || !has_entry(client, text)) continue;
      check.command = command->value_or(ServerCommand{});
      // If it is named without a path, keep it so.
      if (const std::optional<std::string> program = program_of(check.command.program);
          program && *program != check.command.program && same_file(*program, own_program)) {
        append(check.remedy, concat(" --command ", check.command.program));
      }
      check_command(check, file, places, own_program);
      check_settings(check, text, file, places);
      check_trust(check, places);
      if (client.has_read_hook) check_hook(check, settings_file(client, file), places);
      checks.push_back(std::move(check));
    }
  }
  return checks;
}

}  // namespace kedge
