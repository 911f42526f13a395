// The clients that kedge can be set up for: one row each in clients.cpp, which has everything about it.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace kedge {

enum class Scope : std::uint8_t { project, user };
std::string_view name_of(Scope scope);

// The folder that a file's path is relative to.
enum class Base : std::uint8_t {
  root,    // the project
  home,    // HOME
  config,  // XDG_CONFIG_HOME, else .config in the home folder
};

// How an entry names the root of the server.
enum class RootWord : std::uint8_t {
  current_folder,      // . : the client starts servers in the folder it works in
  workspace_variable,  // ${workspaceFolder}: the client replaces it
  absolute,            // the client may start servers anywhere
};

struct ClientFile {
  Scope scope;
  Base base;
  std::string_view path;
  RootWord root = RootWord::current_folder;
  std::string_view instead = {};   // used if it exists and `path` does not
  std::string_view variable = {};  // an environment variable with the folder of the file
};

enum class ConfigFormat : std::uint8_t { jsonc, toml };

// What an entry looks like.
enum class EntryShape : std::uint8_t {
  command_and_args,  // "command": PROGRAM, "args": [WORD…]
  typed,             // the same with "type": "stdio"
  command_list,      // "type": "local", "command": [PROGRAM, WORD…], "enabled": true
};

struct Client {
  std::string_view name;            // on the command line
  std::string_view title;           // for people
  std::array<ClientFile, 2> files;  // the usual one first
  ConfigFormat format;
  std::string_view section;  // of the file, with the servers' entries
  EntryShape shape;
  std::array<std::string_view, 2> dialects;  // the first that exists is used
  std::string_view results;                  // the form of results that works best with it
  std::string_view own_editor;               // how to turn off its own edit tools, or that it is not possible
  // If a hook can report what its own tool has shown: the files for it, in the order of `files`.
  std::optional<std::array<ClientFile, 2>> hooks = std::nullopt;

  const ClientFile* file_of(Scope scope) const;
};

std::span<const Client> clients();
const Client* find_client(std::string_view name);

}  // namespace kedge
