#include "setup/server_entry.hpp"

#include <algorithm>

#include "dialects/dialect.hpp"
#include "support/json_read.hpp"
#include "support/require.hpp"
#include "support/strings.hpp"

namespace kedge {
namespace {

ConfigPath path_of(const Client& client) { return {std::string(client.section), std::string(server_name)}; }
TomlName table_of(const Client& client) { return {std::string(client.section), std::string(server_name)}; }

Json plain_entry(const Client& client, const ServerCommand& command) {
  if (client.shape == EntryShape::command_list) {
    Json words = Json::array({command.program});
    for (const std::string& word : command.words) words.push(word);
    return Json::object({{"type", "local"}, {"command", std::move(words)}, {"enabled", true}});
  }
  Json entry = Json::object();
  if (client.shape == EntryShape::typed) entry.set("type", "stdio");
  entry.set("command", command.program);
  entry.set("args", Json::strings(command.words));
  return entry;
}

// REQUIRES: it is the text of a JSON value, as those of the table are.
Json value_of(std::string_view text) {
  std::expected<Json, JsonProblem> value = read_json(text);
  KEDGE_REQUIRE(value.has_value());
  return *std::move(value);
}

Json entry_of(const Client& client, const ServerCommand& command, bool allow) {
  Json entry = plain_entry(client, command);
  if (!allow || client.allowing_members.empty()) return entry;
  const Json members = value_of(client.allowing_members);
  for (const auto& [name, value] : *members.as_object()) entry.set(name, value);
  return entry;
}

std::optional<std::vector<std::string>> strings_of(const Json* json) {
  if (json == nullptr || json->as_array() == nullptr) return std::nullopt;
  std::vector<std::string> strings;
  for (const Json& item : *json->as_array()) {
    if (item.as_string() == nullptr) return std::nullopt;
    strings.push_back(*item.as_string());
  }
  return strings;
}

std::optional<ServerCommand> command_of(const Client& client, const Json& entry) {
  const Json* const command = entry.find("command");
  if (client.shape == EntryShape::command_list) {
    std::optional<std::vector<std::string>> words = strings_of(command);
    if (!words || words->empty()) return std::nullopt;
    return ServerCommand{words->front(), {words->begin() + 1, words->end()}};
  }
  if (command == nullptr || command->as_string() == nullptr) return std::nullopt;
  return ServerCommand{*command->as_string(), strings_of(entry.find("args")).value_or(std::vector<std::string>())};
}

// Null where there is none.
ConfigResult<Json> read_entry(const Client& client, std::string_view text) {
  if (client.format == ConfigFormat::toml) return read_toml_table(text, table_of(client));
  KEDGE_TRY(const Json all, read_jsonc(text));
  const Json* const entry = value_at(all, path_of(client));
  return entry == nullptr ? Json() : *entry;
}

void set_option(std::vector<std::string>& words, std::string_view name, std::string value) {
  const std::string joined = concat(name, '=');
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (words[i].starts_with(joined)) {
      words[i] = concat(joined, value);
      return;
    }
    if (words[i] == name && i + 1 < words.size()) {
      words[i + 1] = std::move(value);
      return;
    }
  }
  words.emplace_back(name);
  words.push_back(std::move(value));
}

std::string root_word(RootWord word, const std::string& root) {
  switch (word) {
    case RootWord::current_folder: return ".";
    case RootWord::workspace_variable: return "${workspaceFolder}";
    case RootWord::absolute: return root;
  }
  return root;
}

// ---- settings

struct SettingPlace {
  ConfigPath path;  // of the value, or where it would be added
  bool is_set = false;
  bool is_alone = false;  // the only item of its list
};

ConfigResult<SettingPlace> place_of(std::string_view text, const ClientSetting& setting, const std::string& folder) {
  KEDGE_TRY(const Json all, read_jsonc(text));
  SettingPlace place;
  for (const std::string_view name : split(setting.path, '/')) {
    place.path.emplace_back(name == folder_member ? folder : std::string(name));
  }
  const Json* const there = value_at(all, place.path);
  const Json wanted = value_of(setting.value);
  if (!setting.is_item) {
    place.is_set = there != nullptr && *there == wanted;
    return place;
  }
  if (there != nullptr && there->as_array() == nullptr) {
    return std::unexpected(ConfigProblem{1, concat(setting.path, " is not a list")});
  }
  const Json::Array items = there == nullptr ? Json::Array() : *there->as_array();
  const auto found = std::ranges::find(items, wanted);
  place.is_set = found != items.end();
  place.is_alone = place.is_set && items.size() == 1;
  place.path.emplace_back(static_cast<std::size_t>(found - items.begin()));
  return place;
}

// What an older text had there; null if nothing.
Json value_before(std::string_view before, const ConfigPath& path) {
  const ConfigResult<Json> all = read_jsonc(before);
  const Json* const value = all ? value_at(*all, path) : nullptr;
  return value == nullptr ? Json() : *value;
}

ConfigPath trust_path(const TrustFile& trust, const std::string& folder) {
  ConfigPath path;
  if (!trust.section.empty()) path.emplace_back(std::string(trust.section));
  path.emplace_back(folder);
  if (!trust.member.empty()) path.emplace_back(std::string(trust.member));
  return path;
}

// ---- hooks

const ConfigPath hooks_path{"hooks", "PostToolUse"};
constexpr std::string_view hook_words = " seen --hook";

ConfigPath below(ConfigPath path, std::initializer_list<std::variant<std::string, std::size_t>> steps) {
  path.insert(path.end(), steps);
  return path;
}

// The way to the hook of kedge: an item of the list of matchers, and an item of its list.
std::optional<ConfigPath> find_hook(const Json& all) {
  const Json* const matchers = value_at(all, hooks_path);
  if (matchers == nullptr || matchers->as_array() == nullptr) return std::nullopt;
  for (std::size_t i = 0; i < matchers->as_array()->size(); ++i) {
    const Json* const hooks = (*matchers->as_array())[i].find("hooks");
    if (hooks == nullptr || hooks->as_array() == nullptr) continue;
    for (std::size_t j = 0; j < hooks->as_array()->size(); ++j) {
      const Json* const command = (*hooks->as_array())[j].find("command");
      if (command == nullptr || command->as_string() == nullptr) continue;
      if (command->as_string()->contains(hook_words)) return below(hooks_path, {i, "hooks", j});
    }
  }
  return std::nullopt;
}

Json hook_of(const std::string& command) {
  return Json::object(
      {{"matcher", "Read"}, {"hooks", Json::array({Json::object({{"type", "command"}, {"command", command}})})}});
}

}  // namespace

std::optional<std::string> ServerCommand::option(std::string_view name) const {
  const std::string joined = concat(name, '=');
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (words[i].starts_with(joined)) return words[i].substr(joined.size());
    if (words[i] == name && i + 1 < words.size()) return words[i + 1];
  }
  return std::nullopt;
}

bool ServerCommand::has(std::string_view word) const { return std::ranges::find(words, word) != words.end(); }

std::string_view dialect_for(const Client& client) {
  for (const std::string_view name : client.dialects) {
    if (!name.empty() && find_dialect(name) != nullptr) return name;
  }
  return dialects().front()->name;
}

ServerCommand wanted_command(const Client& client, const ClientFile& file, const EntrySettings& settings,
                             const std::optional<ServerCommand>& there) {
  ServerCommand command{settings.program, {"mcp"}};
  if (there && !there->words.empty() && there->words.front() == "mcp") command.words = there->words;
  set_option(command.words, "--root", root_word(file.root, settings.root));
  set_option(command.words, "--dialect", std::string(dialect_for(client)));
  set_option(command.words, "--results", std::string(client.results));
  if (!client.prefix.empty()) set_option(command.words, "--prefix", std::string(client.prefix));
  if (!settings.confirm.empty()) set_option(command.words, "--confirm", settings.confirm);
  if (settings.seen && !command.has("--seen")) command.words.emplace_back("--seen");
  return command;
}

ConfigResult<std::optional<ServerCommand>> command_in(const Client& client, std::string_view text) {
  KEDGE_TRY(const Json entry, read_entry(client, text));
  return command_of(client, entry);
}

bool has_entry(const Client& client, std::string_view text) {
  const ConfigResult<Json> entry = read_entry(client, text);
  return entry && !entry->is_null();
}

ConfigResult<std::string> with_command(const Client& client, std::string_view text, const ServerCommand& command, bool allow) {
  const Json entry = entry_of(client, command, allow);
  if (client.format == ConfigFormat::toml) return with_toml_table(text, table_of(client), entry);
  KEDGE_TRY(const Json there, read_entry(client, text));
  if (there.as_object() == nullptr) return with_value(text, path_of(client), entry);
  ConfigResult<std::string> out = std::string(text);
  for (const auto& [name, value] : *entry.as_object()) {
    // If the user has disabled the server, it stays disabled.
    if (name == "enabled" && there.find(name) != nullptr) continue;
    out = with_value(*out, below(path_of(client), {name}), value);
    if (!out) return out;
  }
  return out;
}

ConfigResult<std::string> without_command(const Client& client, std::string_view text,
                                          const std::optional<std::string>& before) {
  if (client.format == ConfigFormat::toml) {
    ConfigResult<std::string> out = without_toml_table(text, table_of(client));
    const ConfigResult<std::string> sections = before ? toml_sections(*before, table_of(client)) : std::string();
    if (!out || !sections || sections->empty()) return out;
    return concat(*out, out->empty() || out->ends_with('\n') ? "" : "\n", *sections);
  }
  const Json replaced = before ? value_before(*before, path_of(client)) : Json();
  return replaced.is_null() ? without_value(text, path_of(client)) : with_value(text, path_of(client), replaced);
}

std::string entry_text(const Client& client, const ServerCommand& command, bool allow) {
  const Json entry = entry_of(client, command, allow);
  if (client.format == ConfigFormat::toml) return toml_table(table_of(client), entry);
  return concat(pretty(Json::object({{std::string(client.section), Json::object({{std::string(server_name), entry}})}})), '\n');
}

bool allows(const Client& client, std::string_view text) {
  const Json members = value_of(client.allowing_members);
  return std::ranges::all_of(*members.as_object(), [&](const Json::Member& member) {
    return entry_member(client, text, member.first) == member.second;
  });
}

Json entry_member(const Client& client, std::string_view text, std::string_view name) {
  const ConfigResult<Json> entry = read_entry(client, text);
  const Json* const member = entry ? entry->find(name) : nullptr;
  return member == nullptr ? Json() : *member;
}

ConfigResult<bool> has_setting(std::string_view text, const ClientSetting& setting, const std::string& folder) {
  KEDGE_TRY(const SettingPlace place, place_of(text, setting, folder));
  return place.is_set;
}

ConfigResult<std::string> with_setting(std::string_view text, const ClientSetting& setting, const std::string& folder) {
  KEDGE_TRY(const SettingPlace place, place_of(text, setting, folder));
  return place.is_set ? std::string(text) : with_value(text, place.path, value_of(setting.value));
}

ConfigResult<std::string> without_setting(std::string_view text, const ClientSetting& setting, const std::string& folder,
                                          const std::optional<std::string>& before) {
  KEDGE_TRY(const SettingPlace place, place_of(text, setting, folder));
  if (!place.is_set) return std::string(text);
  // The user had made this setting before setup did, so it stays.
  if (before && has_setting(*before, setting, folder).value_or(false)) return std::string(text);
  const Json replaced = before && !setting.is_item ? value_before(*before, place.path) : Json();
  if (!replaced.is_null()) return with_value(text, place.path, replaced);
  // A list that has no other item goes with it.
  ConfigPath path = place.path;
  if (setting.is_item && place.is_alone) path.pop_back();
  return without_value(text, path);
}

ConfigResult<std::string> with_trust(std::string_view text, const TrustFile& trust, const std::string& folder) {
  return with_value(text, trust_path(trust, folder), value_of(trust.trusted));
}

ConfigResult<std::string> without_trust(std::string_view text, const TrustFile& trust, const std::string& folder,
                                        const std::optional<std::string>& before) {
  KEDGE_TRY(const Json all, read_jsonc(text));
  const Json* const value = value_at(all, trust_path(trust, folder));
  const bool is_trusted = value != nullptr && *value == value_of(trust.trusted);
  if (!is_trusted) return std::string(text);
  const Json replaced = before ? value_before(*before, trust_path(trust, folder)) : Json();
  return replaced.is_null() ? without_value(text, trust_path(trust, folder))
                            : with_value(text, trust_path(trust, folder), replaced);
}

bool is_distrusted(std::string_view text, const TrustFile& trust, const std::string& folder) {
  const ConfigResult<Json> all = read_jsonc(text);
  const Json* const value = all ? value_at(*all, trust_path(trust, folder)) : nullptr;
  return value != nullptr && *value == value_of(trust.distrusted);
}

std::string hook_command(std::string_view program) {
  std::string quoted = "'";
  for (const char c : program) append(quoted, c == '\'' ? std::string("'\\''") : std::string(1, c));
  const bool plain = program.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789/._-+") ==
                     std::string_view::npos;
  return concat(plain ? std::string(program) : quoted + "'", hook_words, " --root \"$CLAUDE_PROJECT_DIR\"");
}

ConfigResult<std::optional<std::string>> hook_in(std::string_view text) {
  KEDGE_TRY(const Json all, read_jsonc(text));
  const std::optional<ConfigPath> path = find_hook(all);
  if (!path) return std::optional<std::string>();
  return *value_at(all, below(*path, {"command"}))->as_string();
}

ConfigResult<std::string> with_hook(std::string_view text, const std::string& command) {
  KEDGE_TRY(const Json all, read_jsonc(text));
  if (const std::optional<ConfigPath> path = find_hook(all)) return with_value(text, below(*path, {"command"}), command);
  const Json* const matchers = value_at(all, hooks_path);
  const std::size_t count = matchers == nullptr || matchers->as_array() == nullptr ? 0 : matchers->as_array()->size();
  return with_value(text, below(hooks_path, {count}), hook_of(command));
}

ConfigResult<std::string> without_hook(std::string_view text) {
  KEDGE_TRY(const Json all, read_jsonc(text));
  const std::optional<ConfigPath> path = find_hook(all);
  if (!path) return std::string(text);
  const Json* const hooks = value_at(all, below(hooks_path, {(*path)[2], "hooks"}));
  // A matcher that has no other hook goes with it.
  const bool alone = hooks->as_array()->size() == 1;
  return without_value(text, alone ? below(hooks_path, {(*path)[2]}) : *path);
}

std::string hook_text(const std::string& command) {
  return concat(pretty(Json::object({{"hooks", Json::object({{"PostToolUse", Json::array({hook_of(command)})}})}})), '\n');
}

}  // namespace kedge
