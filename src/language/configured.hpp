// Which programs of the user's are told of changes, and which format files. A word of the configuration is the name of a preset
// (presets.def) or GLOBS=COMMAND, such as *.zig=zls or *.py,*.pyi=black -q -.
#pragma once

#include <expected>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace kedge {

struct ConfiguredProgram {
  std::string name = {};                  // for people
  std::vector<std::string> globs = {};    // of the name of a file, or of its path if there is a slash in it
  std::string language = {};              // ENDING=NAME,…,NAME; empty: the ending of the file's name
  std::vector<std::string> command = {};  // the program by its absolute path
  std::string options = "{}";             // JSON that the server is initialized with

  bool serves(std::string_view path) const;
  std::string language_of(std::string_view path) const;
};

// The error says what is wrong: an unknown preset, no command, a program that is not there or lies in one of the roots, where a
// model may have written it.
std::expected<ConfiguredProgram, std::string> configured_server(std::string_view word, std::span<const std::string> roots);
std::expected<ConfiguredProgram, std::string> configured_formatter(std::string_view word, std::span<const std::string> roots);

// The first that serves the path; null: none.
const ConfiguredProgram* program_for(std::span<const ConfiguredProgram> programs, std::string_view path);

}  // namespace kedge
