// What the user has configured: KEDGE_ variables, and the file config.toml in the user's configuration folder. An option on the
// command line counts first, then a variable, then the file. Nothing inside a root configures kedge: a model may have written
// it.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cli/command.hpp"
#include "error/error.hpp"

namespace kedge {

enum class SettingKind : std::uint8_t { flag, off, text, folder, choice, number, list, dialect, dialects };

struct Setting {
  std::string_view key, commands, option;
  SettingKind kind;
  std::string_view values, otherwise, help;
};

std::span<const Setting> settings();
std::string variable_of(const Setting& setting);

// A setting that somebody has made.
struct MadeSetting {
  const Setting* setting = nullptr;
  Json value;              // of the kind's type
  std::string from;        // the variable, or the file and the line
  std::uint32_t line = 0;  // in the file; 0: from a variable
};

struct Configuration {
  std::string file;  // its path; empty if there is no configuration folder
  bool exists = false;
  std::string unused_because = {};  // of the file, which is there; empty: it counts
  std::vector<MadeSetting> made;    // at most one for each setting, in the order of settings()
  std::vector<Error> problems;
  std::vector<std::string> warnings;
};

// `roots`: the folders that a model may write in, absolute. Never fails: what is wrong is among the problems.
Configuration read_configuration(std::span<const std::string> roots);

// The roots of a command line whose files configure nothing. Empty for a command without a root.
std::vector<std::string> roots_of(const Arguments& arguments, const Command& command);

// Adds what is configured to the options that the words do not have. Refused if something in the configuration is wrong.
Result<void> configure(Arguments& arguments, const Command& command);

}  // namespace kedge
