#include "setup/client_check.hpp"

#include "fs/program_file.hpp"
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

void check_command(ClientCheck& check, const ClientFile& file, const Places& places, const std::string& own_program) {
  const auto problem = [&](std::string text) { check.problems.push_back(std::move(text)); };
  const ServerCommand& command = check.command;
  const std::optional<std::string> program = program_of(command.program);
  if (!program) {
    problem(concat(printable(command.program), " is no program that can be started"));
  } else if (!same_file(*program, own_program)) {
    problem(concat("it starts ", printable(*program), " and not this program"));
  }
  if (command.words.empty() || command.words.front() != "mcp") problem("it does not start kedge mcp");
  const auto compare = [&](std::string_view option, std::string_view wanted) {
    const std::optional<std::string> given = command.option(option);
    if (!given) problem(concat("it has no ", option, ' ', wanted));
    if (given && *given != wanted) problem(concat("it has ", option, ' ', printable(*given), " instead of ", wanted));
  };
  compare("--dialect", dialect_for(*check.client));
  compare("--results", check.client->results);
  // One of the user may well be for another project.
  if (file.root == RootWord::absolute && file.scope == Scope::project) compare("--root", places.root);
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
      if (client.hooks) check_hook(check, (*client.hooks)[file.scope == Scope::user ? 1 : 0], places);
      checks.push_back(std::move(check));
    }
  }
  return checks;
}

}  // namespace kedge
