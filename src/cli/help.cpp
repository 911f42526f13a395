// kedge help: the commands, one of them, or a page of the documentation.
#include <algorithm>
#include <array>

#include "cli/command.hpp"
#include "cli/manual.hpp"
#include "cli/output.hpp"
#include "cli/topics.hpp"
#include "cli/usage.hpp"
#include "support/strings.hpp"

namespace kedge {
namespace {

constexpr std::array<Positional, 1> help_positionals{{{"TOPIC", "a command, or a page of the documentation", false}}};
constexpr std::array<Option, 1> help_options{{{"man", "", "as a manual page, for man(1)"}}};

std::string help_with_topics() {
  std::string text = concat(help_for_all(), "\nPages, to be read with kedge help TOPIC:\n");
  for (const Topic& topic : topics()) {
    append(text,
           concat("  ", topic.name, std::string(16 - std::min<std::size_t>(topic.name.size(), 15), ' '), topic.summary, '\n'));
  }
  append(text, "\nPages of clients:\n ");
  for (const Topic& client : client_pages()) append(text, concat(' ', client.name));
  append(text, "\n");
  return text;
}

const Topic* find_page(std::string_view name) {
  for (const std::span<const Topic> pages : {topics(), client_pages()}) {
    const auto found = std::ranges::find(pages, name, &Topic::name);
    if (found != pages.end()) return &*found;
  }
  return nullptr;
}

Exit tell_help(const Arguments& arguments, std::string_view text) {
  return arguments.json() ? print_json(Json::object({{"text", text}})) : print(text);
}

Ended run_help(const Arguments& arguments) {
  const std::optional<std::string_view> name = arguments.positional("TOPIC");
  const Command* const command = name ? find_command(*name) : nullptr;
  if (arguments.has("man")) {
    if (!name) return tell_help(arguments, manual_of_program());
    if (command != nullptr) return tell_help(arguments, manual_of(*command));
    return wrong_usage("--man", "only commands have a manual page", "help");
  }
  if (!name) return tell_help(arguments, help_with_topics());
  if (const Topic* const topic = find_page(*name)) {
    const std::string more = command == nullptr ? "" : concat("\nkedge ", *name, " --help lists the options of the command.\n");
    return tell_help(arguments, concat(topic->page, more));
  }
  if (command != nullptr) return tell_help(arguments, help_for(*command));
  std::vector<std::string_view> known;
  for (const Command* const each : commands()) known.push_back(each->name);
  for (const Topic& each : topics()) known.push_back(each.name);
  for (const Topic& each : client_pages()) known.push_back(each.name);
  return unknown_word(*name, "topic", known, "help");
}

}  // namespace

namespace command {

extern const Command help;
const Command help{
    "help",
    "Show the commands, or a page of the documentation",
    "Pages are shown as they are in docs/, which kedge help lists. A page counts before a command of the same name.",
    help_positionals,
    help_options,
    &run_help,
};

}  // namespace command
}  // namespace kedge
