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

// What a client's settings need beside the entry, so that edits work and kedge makes them.
enum class Purpose : std::uint8_t {
  allow,          // kedge's tools are used without asking each time
  own_tools_off,  // the client's own edit tools are not offered to its model
};

// The member of a path that is named after the project's folder.
inline constexpr std::string_view folder_member = "{folder}";

struct ClientSetting {
  Purpose purpose;
  std::string_view path;   // of members, separated by slashes; {folder} is the project's
  std::string_view value;  // JSON
  bool is_item = false;    // of the list at the path
  bool is_beside = false;  // in the file for settings, and not in that of the entry
  std::optional<Scope> only = std::nullopt;
  std::optional<ClientFile> file = std::nullopt;  // in this file, and in neither of them
};

// Where a client keeps which folders it trusts: it lists no tools, or starts no server, in those that it does not.
struct TrustFile {
  ClientFile file;
  std::string_view section = {};   // with the folders by their paths; empty: the file itself
  std::string_view member = {};    // of a folder; empty: its value itself
  bool only_for_projects = false;  // what the user has set up is started everywhere
  std::string_view trusted;        // JSON
  std::string_view distrusted;
  bool is_decision = true;  // a person has decided it; otherwise the client also writes it where nobody was asked
};

struct Client {
  std::string_view name;            // on the command line
  std::string_view title;           // for people
  std::array<ClientFile, 2> files;  // the usual one first; the second may be missing
  ConfigFormat format;
  std::string_view section;  // of the file, with the servers' entries
  EntryShape shape;
  // The first that exists is used: the form that its models are made for, and replace if it works with any model.
  std::array<std::string_view, 2> dialects;
  std::string_view results;      // the form of results that works best with it
  std::string_view prefix = {};  // of the names of tools, if its own have the same names
  std::string_view own_editor;   // how to turn off its own edit tools, or that it is not possible
  // The files for settings, if they are not those of the entry: of the project and of the user.
  std::optional<std::array<ClientFile, 2>> settings_files = std::nullopt;
  bool has_read_hook = false;              // a hook there can report what its own tool has shown
  std::string_view allowing_members = {};  // of the entry, as a JSON object: with them its tools need no approval
  std::span<const ClientSetting> settings = {};
  std::optional<TrustFile> trust = std::nullopt;
  std::span<const std::string_view> lists_servers = {};  // the command by which it says itself which servers it has

  const ClientFile* file_of(Scope scope) const;  // null: it has none
};

std::span<const Client> clients();
const Client* find_client(std::string_view name);

}  // namespace kedge
