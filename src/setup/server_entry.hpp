// The entry that makes a client start kedge: its content, and adding it to the text of a configuration file.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "setup/clients.hpp"
#include "setup/config_text.hpp"

namespace kedge {

inline constexpr std::string_view server_name = "kedge";  // of the entry

// A program and its arguments, as in an entry.
struct ServerCommand {
  std::string program;
  std::vector<std::string> words;

  // The value of an option, as in `--dialect replace` or `--dialect=replace`.
  std::optional<std::string> option(std::string_view name) const;
  bool has(std::string_view word) const;

  friend bool operator==(const ServerCommand&, const ServerCommand&) = default;
};

// The dialect for the client: the first in its row that this program has.
std::string_view dialect_for(const Client& client);

struct EntrySettings {
  std::string program;
  std::string root;          // absolute
  bool seen = false;         // what `kedge seen` has recorded counts for the server
  std::string confirm = {};  // when the server asks before it writes; empty: as the entry has it
};

// What the entry should be. Arguments of an existing entry that setup does not decide are kept.
ServerCommand wanted_command(const Client& client, const ClientFile& file, const EntrySettings& settings,
                             const std::optional<ServerCommand>& there);

// nullopt if there is no entry, or it starts no program.
ConfigResult<std::optional<ServerCommand>> command_in(const Client& client, std::string_view text);

// `allow`: with the members by which its tools need no approval.
ConfigResult<std::string> with_command(const Client& client, std::string_view text, const ServerCommand& command, bool allow);
// `before` is the text from before it was set up, if that is known: what it had is put back.
ConfigResult<std::string> without_command(const Client& client, std::string_view text,
                                          const std::optional<std::string>& before);
bool has_entry(const Client& client, std::string_view text);

// What a person has to add to the file.
std::string entry_text(const Client& client, const ServerCommand& command, bool allow);

// Whether the entry has the members by which its tools need no approval.
bool allows(const Client& client, std::string_view text);
// The member of the entry with this name; null if there is none.
Json entry_member(const Client& client, std::string_view text, std::string_view name);

// ---- settings beside the entry

// `folder` is the project's.
ConfigResult<bool> has_setting(std::string_view text, const ClientSetting& setting, const std::string& folder);
ConfigResult<std::string> with_setting(std::string_view text, const ClientSetting& setting, const std::string& folder);
ConfigResult<std::string> without_setting(std::string_view text, const ClientSetting& setting, const std::string& folder,
                                          const std::optional<std::string>& before);

// ---- the folders that the client trusts

ConfigResult<std::string> with_trust(std::string_view text, const TrustFile& trust, const std::string& folder);
ConfigResult<std::string> without_trust(std::string_view text, const TrustFile& trust, const std::string& folder,
                                        const std::optional<std::string>& before);
// Whether the client has been told not to trust the folder.
bool is_distrusted(std::string_view text, const TrustFile& trust, const std::string& folder);

// ---- the hook that reports to kedge what the client's own tool has shown

std::string hook_command(std::string_view program);
// What kedge's hook in the file runs; nullopt if there is none.
ConfigResult<std::optional<std::string>> hook_in(std::string_view text);
ConfigResult<std::string> with_hook(std::string_view text, const std::string& command);
ConfigResult<std::string> without_hook(std::string_view text);
std::string hook_text(const std::string& command);

}  // namespace kedge
