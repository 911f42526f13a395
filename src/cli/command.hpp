// A command: one file and one row of commands.def. Parsing, --help and the list of commands use only its fields.
#pragma once

#include <expected>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "cli/build_facts.hpp"
#include "error/error.hpp"

namespace kedge {

// The exit status, which scripts rely on.
enum class Exit : int {
  done = 0,     // or nothing to do
  refused = 1,  // nothing changed
  usage = 2,    // wrong usage, unreadable arguments
  failed = 3,   // I/O failure; the answer says what is on disk
};

struct Option {
  std::string_view name;   // without the dashes
  std::string_view value;  // the name of its value in --help; empty for a flag
  std::string_view help;
  bool repeatable = false;
};

struct Positional {
  std::string_view name;
  std::string_view help;
  bool required = true;
  bool repeatable = false;  // only the last one
};

// A refusal that ends a command. run_program prints it.
struct Refused {
  Refused(Error its_error) : error(std::move(its_error)) {}
  Refused(Error its_error, Exit its_exit) : error(std::move(its_error)), exit(its_exit) {}

  Error error;
  std::optional<Exit> exit = std::nullopt;  // none: by the error's code
};
using Ended = std::expected<Exit, Refused>;

// The same with this exit status, if it is a refusal.
template <class T>
std::expected<T, Refused> or_exit(Exit exit, Result<T> result) {
  if (!result) return std::unexpected(Refused(std::move(result).error(), exit));
  if constexpr (std::is_void_v<T>)
    return {};
  else
    return *std::move(result);
}

// The refusal of a command that writes files and has written none: it says so.
Error unchanged(Error refusal);
template <class T>
Result<T> or_unchanged(Result<T> result) {
  if (!result) return std::unexpected(unchanged(std::move(result).error()));
  return result;
}

class Arguments;

struct Command {
  std::string_view name;
  std::string_view summary;  // one line
  std::string_view details;  // what a user needs to know; may be several paragraphs
  std::span<const Positional> positionals;
  std::span<const Option> options;  // besides --json and --help, which every command has
  Ended (*run)(const Arguments& arguments);
};

class Arguments {
 public:
  // Refused (schema_invalid), with a suggestion if a known name is similar.
  static Result<Arguments> parse(const Command& command, std::span<const std::string_view> words);

  bool has(std::string_view option) const;
  std::optional<std::string_view> option(std::string_view name) const;
  std::vector<std::string> all(std::string_view option) const;  // in the order given
  std::optional<std::string_view> positional(std::string_view name) const;
  std::vector<std::string> all_positionals(std::string_view name) const;  // in the order given
  std::string required(std::string_view name) const;                      // REQUIRES: a positional that the command requires
  bool json() const { return has("json"); }
  bool help() const { return has("help"); }

  // What is configured counts as given, unless the words have the option.
  void add_configured(std::string_view option, std::string value);

  const BuildFacts& built() const { return built_; }
  void set_built(const BuildFacts& built) { built_ = built; }

 private:
  struct Given {
    std::string_view name;
    std::string value;
  };
  std::vector<Given> options_;
  std::vector<Given> positionals_;
  BuildFacts built_;
};

std::string help_for(const Command& command);
std::string help_for_all();

std::span<const Option> options_of_all_commands();  // --json and --help
std::span<const Command* const> commands();
const Command* find_command(std::string_view name);
const Option* find_option(const Command& command, std::string_view name);  // null if it has none of that name

// The whole program, without the process: `words` are the arguments without the program's name.
Exit run_program(std::span<const std::string_view> words, const BuildFacts& built = {});

}  // namespace kedge
