#include "cli/command.hpp"

#include <algorithm>
#include <array>

#include "cli/output.hpp"
#include "cli/settings.hpp"
#include "cli/usage.hpp"
#include "language/language_tools.hpp"
#include "support/require.hpp"
#include "support/strings.hpp"
#include "syntax/syntax.hpp"

namespace kedge {

namespace command {
#define COMMAND(name) extern const Command name;
#include "cli/commands.def"
#undef COMMAND
}  // namespace command

namespace {

constexpr std::array all_commands{
#define COMMAND(name) &command::name,
#include "cli/commands.def"
#undef COMMAND
};

constexpr std::array<Option, 2> common_options{{
    {"json", "", "print one JSON object on standard output"},
    {"help", "", "show this help"},
}};

std::string padded(std::string_view text, std::size_t width) {
  return concat(text, std::string(width > text.size() ? width - text.size() : 1, ' '));
}

}  // namespace

Result<Arguments> Arguments::parse(const Command& command, std::span<const std::string_view> words) {
  Arguments arguments;
  bool only_positionals = false;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string_view word = words[i];
    if (only_positionals || !word.starts_with("--")) {
      const std::size_t place = arguments.positionals_.size();
      const bool again =
          place >= command.positionals.size() && !command.positionals.empty() && command.positionals.back().repeatable;
      if (place >= command.positionals.size() && !again) {
        return wrong_usage(word, "one argument too many", command.name);
      }
      arguments.positionals_.push_back(
          {again ? command.positionals.back().name : command.positionals[place].name, std::string(word)});
      continue;
    }
    if (word == "--") {
      only_positionals = true;
      continue;
    }
    const std::size_t equals = word.find('=');
    const std::string_view name = word.substr(2, equals == std::string_view::npos ? equals : equals - 2);
    const Option* option = find_option(command, name);
    if (option == nullptr) {
      std::vector<std::string> dashed;
      for (const Option& known : command.options) dashed.push_back(concat("--", known.name));
      for (const Option& known : common_options) dashed.push_back(concat("--", known.name));
      const std::vector<std::string_view> known(dashed.begin(), dashed.end());
      return unknown_word(concat("--", name), "option", known, command.name);
    }
    if (!option->value.empty() && !option->repeatable && arguments.has(option->name)) {
      return wrong_usage(concat("--", name), "given twice, and only one is taken", command.name);
    }
    if (option->value.empty()) {
      if (equals != std::string_view::npos) return wrong_usage(word, "takes no value", command.name);
      arguments.options_.push_back({option->name, {}});
    } else if (equals != std::string_view::npos) {
      arguments.options_.push_back({option->name, std::string(word.substr(equals + 1))});
    } else if (i + 1 < words.size()) {
      arguments.options_.push_back({option->name, std::string(words[++i])});
    } else {
      return wrong_usage(word, concat("needs a value: ", word, ' ', option->value), command.name);
    }
  }
  if (!arguments.help()) {
    for (std::size_t i = arguments.positionals_.size(); i < command.positionals.size(); ++i) {
      const Positional& missing = command.positionals[i];
      if (missing.required) return wrong_usage(missing.name, concat("missing: ", missing.help), command.name);
    }
  }
  return arguments;
}

void Arguments::add_configured(std::string_view option, std::string value) { options_.push_back({option, std::move(value)}); }

bool Arguments::has(std::string_view option) const {
  return std::ranges::find(options_, option, &Given::name) != options_.end();
}

std::optional<std::string_view> Arguments::option(std::string_view name) const {
  const auto found = std::ranges::find(options_.rbegin(), options_.rend(), name, &Given::name);
  return found == options_.rend() ? std::nullopt : std::optional<std::string_view>(found->value);
}

std::vector<std::string> Arguments::all(std::string_view option) const {
  std::vector<std::string> values;
  for (const Given& given : options_) {
    if (given.name == option) values.emplace_back(given.value);
  }
  return values;
}

std::optional<std::string_view> Arguments::positional(std::string_view name) const {
  const auto found = std::ranges::find(positionals_, name, &Given::name);
  return found == positionals_.end() ? std::nullopt : std::optional<std::string_view>(found->value);
}

std::vector<std::string> Arguments::all_positionals(std::string_view name) const {
  std::vector<std::string> values;
  for (const Given& given : positionals_) {
    if (given.name == name) values.emplace_back(given.value);
  }
  return values;
}

std::string Arguments::required(std::string_view name) const {
  const std::optional<std::string_view> given = positional(name);
  KEDGE_REQUIRE(given.has_value());
  return std::string(given.value_or(""));
}

std::string help_for(const Command& command) {
  std::string out = concat("kedge ", command.name);
  for (const Positional& positional : command.positionals) {
    const std::string_view more = positional.repeatable ? "…" : "";
    append(out, positional.required ? concat(' ', positional.name, more) : concat(" [", positional.name, more, ']'));
  }
  append(out, concat(" [options]\n\n", command.summary, '\n'));
  if (!command.details.empty()) append(out, concat('\n', command.details, '\n'));
  if (!command.positionals.empty()) {
    append(out, "\nArguments:\n");
    for (const Positional& positional : command.positionals)
      append(out, concat("  ", padded(positional.name, 18), positional.help, '\n'));
  }
  append(out, "\nOptions:\n");
  const auto list = [&out](const Option& option) {
    const std::string spelled = concat("--", option.name, option.value.empty() ? "" : " ", option.value);
    append(out, concat("  ", padded(spelled, 18), option.help, '\n'));
  };
  std::ranges::for_each(command.options, list);
  std::ranges::for_each(common_options, list);
  return out;
}

std::string help_for_all() {
  std::string out =
      "kedge: the edit engine for coding agents. It does exactly what was asked, or refuses and says what to send instead.\n\n"
      "kedge COMMAND [arguments]\n\n";
  for (const Command* command : all_commands) append(out, concat("  ", padded(command->name, 12), command->summary, '\n'));
  append(out,
         "\n  --help      show this help; kedge COMMAND --help tells more\n"
         "  --version   print the version\n\n"
         "Exit status: 0 done, 1 refused and nothing changed, 2 wrong usage, 3 I/O failure.\n");
  return out;
}

std::span<const Option> options_of_all_commands() { return common_options; }

const Option* find_option(const Command& command, std::string_view name) {
  for (const std::span<const Option> options : {command.options, options_of_all_commands()}) {
    const auto found = std::ranges::find(options, name, &Option::name);
    if (found != options.end()) return &*found;
  }
  return nullptr;
}

std::span<const Command* const> commands() { return all_commands; }

const Command* find_command(std::string_view name) {
  const auto found = std::ranges::find(all_commands, name, [](const Command* command) { return command->name; });
  return found == all_commands.end() ? nullptr : *found;
}

Exit run_program(std::span<const std::string_view> words, const BuildFacts& built) {
  if (words.empty()) {
    to_stderr(help_for_all());
    return Exit::usage;
  }
  if (words[0] == "--help" || words[0] == "-h") return print(help_for_all());
  if (words[0] == "--version") return print(concat("kedge ", KEDGE_VERSION, '\n'));
  if (words[0] == language_worker_word) return serve_language_tools() == 0 ? Exit::done : Exit::failed;  // internal
  if (words[0] == parse_worker_word) {                                                                   // internal
    if (words.size() != 2 || words[1] != KEDGE_VERSION) return Exit::usage;
    return serve_syntax() == 0 ? Exit::done : Exit::failed;
  }

  const bool wants_json = std::ranges::find(words, "--json") != words.end();  // also when the words cannot be parsed
  const Command* command = find_command(words[0]);
  if (command == nullptr) {
    std::array<std::string_view, all_commands.size()> names;
    std::ranges::transform(all_commands, names.begin(), &Command::name);
    return report(unknown_word(words[0], "command", names, "").error(), Exit::usage, wants_json);
  }
  Result<Arguments> arguments = Arguments::parse(*command, words.subspan(1));
  if (!arguments) return report(arguments.error(), Exit::usage, wants_json);
  if (arguments->help()) return print(help_for(*command));
  arguments->set_built(built);
  if (const Result<void> configured = configure(*arguments, *command); !configured)
    return report(configured.error(), wants_json);
  const Ended ended = command->run(*arguments);
  if (ended) return *ended;
  const Refused& refused = ended.error();
  if (refused.exit) return report(refused.error, *refused.exit, arguments->json());
  return report(refused.error, arguments->json());
}

}  // namespace kedge
