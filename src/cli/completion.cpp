// kedge completion: what a shell needs to complete kedge's words, made from the table of commands.
#include <algorithm>
#include <array>

#include "cli/command.hpp"
#include "cli/output.hpp"
#include "cli/settings.hpp"
#include "cli/topics.hpp"
#include "cli/usage.hpp"
#include "dialects/dialect.hpp"
#include "setup/clients.hpp"
#include "support/strings.hpp"

namespace kedge {
namespace {

constexpr std::array<std::string_view, 3> known_shells{"bash", "zsh", "fish"};
constexpr std::array<Positional, 1> completion_positionals{{{"SHELL", "bash, zsh or fish"}}};

// What can stand in a place: a list of words, or the names of files.
struct Candidates {
  std::vector<std::string> words = {};
  bool files = false;
};

bool is_file_word(std::string_view value) {
  constexpr std::array<std::string_view, 8> words{"FILE", "DIR", "PATH", "A", "B", "BASE", "MINE", "THEIRS"};
  return std::ranges::find(words, value) != words.end();
}

Candidates candidates_of_option(const Command& command, const Option& option) {
  if (option.name == "dialect" || option.name == "from" || option.name == "to") {
    Candidates found;
    for (const Dialect* const dialect : dialects()) found.words.emplace_back(dialect->name);
    return found;
  }
  for (const Setting& setting : settings()) {
    const bool is_meant = setting.commands.empty() || setting.commands == command.name;
    if (setting.kind != SettingKind::choice || setting.option != option.name || !is_meant) continue;
    const std::vector<std::string_view> values = split(setting.values, '|');
    return {.words = {values.begin(), values.end()}};
  }
  return {.files = is_file_word(option.value)};
}

Candidates candidates_of_positional(const Positional& positional) {
  Candidates found{.files = is_file_word(positional.name)};
  if (positional.name == "SHELL") found.words.assign(known_shells.begin(), known_shells.end());
  if (positional.name == "CODE") {
    for (const CatalogueRow& row : catalogue()) found.words.emplace_back(row.name);
  } else if (positional.name == "CLIENT") {
    for (const Client& client : clients()) found.words.emplace_back(client.name);
  } else if (positional.name == "TOPIC") {
    for (const Command* const command : commands()) found.words.emplace_back(command->name);
    for (const Topic& topic : topics()) {
      if (find_command(topic.name) == nullptr) found.words.emplace_back(topic.name);
    }
    for (const Topic& client : client_pages()) found.words.emplace_back(client.name);
  }
  return found;
}

Candidates candidates_of_arguments(const Command& command) {
  Candidates all;
  for (const Positional& positional : command.positionals) {
    const Candidates one = candidates_of_positional(positional);
    all.words.insert(all.words.end(), one.words.begin(), one.words.end());
    all.files = all.files || one.files;
  }
  return all;
}

std::vector<const Option*> options_of(const Command& command) {
  std::vector<const Option*> all;
  for (const Option& option : command.options) all.push_back(&option);
  for (const Option& option : options_of_all_commands()) all.push_back(&option);
  return all;
}

std::string names_of_commands() {
  std::string names;
  for (const Command* const command : commands()) append(names, concat(names.empty() ? "" : " ", command->name));
  return names;
}

// Quoted for any of the shells.
std::string quoted_for_shell(std::string_view text) {
  std::string out = "'";
  for (const char c : text) {
    if (c == '\'') append(out, "'\\'");
    out.push_back(c);
  }
  return concat(out, '\'');
}

std::string bash_reply(const Candidates& candidates) {
  std::string flags = candidates.files ? " -f" : "";
  if (!candidates.words.empty()) append(flags, concat(" -W '", join(candidates.words, " "), "'"));
  return flags.empty() ? "return" : concat("COMPREPLY=($(compgen", flags, " -- \"$word\")); return");
}

std::string bash_completion() {
  std::string out = concat("# bash completion of kedge ", KEDGE_VERSION,
                           "; made by: kedge completion bash\n"
                           "_kedge() {\n"
                           "  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]}\n"
                           "  COMPREPLY=()\n"
                           "  if [ \"$COMP_CWORD\" = 1 ]; then COMPREPLY=($(compgen -W '",
                           names_of_commands(), " --help --version' -- \"$word\")); return; fi\n  case ${COMP_WORDS[1]} in\n");
  for (const Command* const command : commands()) {
    append(out, concat("    ", command->name, ")\n"));
    std::string words;
    std::string values;
    for (const Option* const option : options_of(*command)) {
      append(words, concat(words.empty() ? "" : " ", "--", option->name));
      if (option->value.empty()) continue;
      append(values, concat("        --", option->name, ") ", bash_reply(candidates_of_option(*command, *option)), " ;;\n"));
    }
    if (!values.empty()) append(out, concat("      case $before in\n", values, "      esac\n"));
    append(out, concat("      if [[ $word == -* ]]; then COMPREPLY=($(compgen -W '", words,
                       "' -- \"$word\")); return; fi\n      ", bash_reply(candidates_of_arguments(*command)), " ;;\n"));
  }
  return concat(out, "  esac\n}\ncomplete -o filenames -F _kedge kedge\n");
}

// Inside the brackets of a specification.
std::string zsh_text(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '[' || c == ']' || c == ':' || c == '\\') out.push_back('\\');
    out.push_back(c);
  }
  return out;
}

std::string zsh_action(const Candidates& candidates) {
  if (!candidates.words.empty()) return concat("(", join(candidates.words, " "), ")");
  return candidates.files ? "_files" : " ";
}

std::string zsh_completion() {
  std::string out = concat("#compdef kedge\n# zsh completion of kedge ", KEDGE_VERSION,
                           "; made by: kedge completion zsh\n_kedge() {\n  local -a commands\n  commands=(\n");
  for (const Command* const command : commands()) {
    append(out, concat("    ", quoted_for_shell(concat(command->name, ':', zsh_text(command->summary))), '\n'));
  }
  append(out,
         "  )\n  if ((CURRENT == 2)); then _describe command commands; return; fi\n"
         "  local command=$words[2]\n  shift words; ((CURRENT--))\n  case $command in\n");
  for (const Command* const command : commands()) {
    append(out, concat("    ", command->name, ")\n      _arguments"));
    for (const Option* const option : options_of(*command)) {
      const std::string value =
          option->value.empty() ? "" : concat(":", option->value, ":", zsh_action(candidates_of_option(*command, *option)));
      append(out, concat(" \\\n        ", quoted_for_shell(concat(option->repeatable ? "*" : "", "--", option->name, '[',
                                                                  zsh_text(option->help), ']', value))));
    }
    for (const Positional& positional : command->positionals) {
      append(out, concat(" \\\n        ", quoted_for_shell(concat(positional.repeatable ? "*" : "", ":", positional.name, ":",
                                                                  zsh_action(candidates_of_positional(positional))))));
    }
    append(out, "\n      ;;\n");
  }
  return concat(out, "  esac\n}\n_kedge \"$@\"\n");
}

std::string fish_completion() {
  std::string out =
      concat("# fish completion of kedge ", KEDGE_VERSION, "; made by: kedge completion fish\ncomplete -c kedge -f\n");
  for (const Command* const command : commands()) {
    append(out, concat("complete -c kedge -n __fish_use_subcommand -a ", command->name, " -d ",
                       quoted_for_shell(command->summary), '\n'));
    const std::string begin = concat("complete -c kedge -n '__fish_seen_subcommand_from ", command->name, "'");
    for (const Option* const option : options_of(*command)) {
      append(out, concat(begin, " -l ", option->name));
      if (!option->value.empty()) {
        const Candidates values = candidates_of_option(*command, *option);
        append(out, values.files ? " -r -F" : " -x");
        if (!values.words.empty()) append(out, concat(" -a '", join(values.words, " "), "'"));
      }
      append(out, concat(" -d ", quoted_for_shell(option->help), '\n'));
    }
    const Candidates arguments = candidates_of_arguments(*command);
    if (arguments.files) append(out, concat(begin, " -F\n"));
    if (!arguments.words.empty()) append(out, concat(begin, " -a '", join(arguments.words, " "), "'\n"));
  }
  return out;
}

Ended run_completion(const Arguments& arguments) {
  const std::string shell = arguments.required("SHELL");
  if (std::ranges::find(known_shells, shell) == known_shells.end()) {
    return unknown_word(shell, "shell", known_shells, "completion");
  }
  const std::string text = shell == "bash" ? bash_completion() : shell == "zsh" ? zsh_completion() : fish_completion();
  return arguments.json() ? print_json(Json::object({{"shell", shell}, {"text", text}})) : print(text);
}

}  // namespace

namespace command {

extern const Command completion;
const Command completion{
    "completion",
    "Print what a shell needs to complete kedge's words",
    R"(bash: kedge completion bash > ~/.local/share/bash-completion/completions/kedge
zsh:  kedge completion zsh > _kedge in a folder of $fpath
fish: kedge completion fish > ~/.config/fish/completions/kedge.fish)",
    completion_positionals,
    {},
    &run_completion,
};

}  // namespace command
}  // namespace kedge
