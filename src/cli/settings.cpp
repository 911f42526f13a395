#include "cli/settings.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>

#include "cli/open_workspace.hpp"
#include "cli/output.hpp"
#include "cli/usage.hpp"
#include "dialects/dialect.hpp"
#include "fs/private_file.hpp"
#include "fs/real_file_system.hpp"
#include "process/own_environment.hpp"
#include "setup/config_text.hpp"
#include "support/strings.hpp"

namespace kedge {
namespace {

constexpr std::array all_settings{
#define SETTING(key, commands, option, kind, values, otherwise, help) \
  Setting{key, commands, option, SettingKind::kind, values, otherwise, help},
#include "cli/settings.def"
#undef SETTING
};

// Variables that decide where kedge finds things, and are no settings.
constexpr std::array<std::string_view, 1> other_variables{"KEDGE_FS"};

template <class List>
bool is_among(const List& list, std::string_view word) {
  return std::ranges::find(list, word) != std::ranges::end(list);
}

std::string configuration_file() {
  if (const char* const folder = std::getenv("XDG_CONFIG_HOME"); folder != nullptr && *folder == '/') {
    return concat(folder, "/kedge/config.toml");
  }
  const std::string home = home_folder();
  return home.empty() ? std::string() : concat(home, "/.config/kedge/config.toml");
}

bool lies_in(std::string_view path, std::string_view folder) {
  return folder == "/" || path == folder || (path.starts_with(folder) && path.substr(folder.size()).starts_with('/'));
}

Error wrong_setting(const std::string& from, std::string_view key, std::string problem) {
  std::string what = concat(printable(from), ": ", printable(key), ": ", problem, problem.ends_with('?') ? "" : ".");
  Error error = refuse(Code::schema_invalid, std::move(what), {{"from", from}, {"key", key}, {"problem", std::move(problem)}});
  error.next = "See: kedge config --help";
  return error;
}

std::string choices(std::string_view values) {
  const std::vector<std::string_view> each = split(values, '|');
  return join(std::vector<std::string>(each.begin(), each.end()), ", ");
}

std::optional<std::string> unknown_dialect(std::string_view name) {
  if (find_dialect(name) != nullptr) return std::nullopt;
  std::vector<std::string_view> known;
  for (const Dialect* const dialect : dialects()) known.push_back(dialect->name);
  const std::optional<std::string_view> meant = nearest(name, known);
  return concat("'", printable(name), "' is no dialect", meant ? concat("; did you mean ", *meant, '?') : std::string());
}

// What is wrong with a text as the value of a setting; nullopt if it can be one.
std::optional<std::string> problem_with(const Setting& setting, std::string_view text) {
  switch (setting.kind) {
    case SettingKind::flag:
    case SettingKind::off:
    case SettingKind::text:
    case SettingKind::list: return std::nullopt;
    case SettingKind::folder:
      if (text.starts_with('/') || text.starts_with("~/")) return std::nullopt;
      return concat("'", printable(text), "' is not an absolute path");
    case SettingKind::choice:
      if (is_among(split(setting.values, '|'), text)) return std::nullopt;
      return concat("'", printable(text), "' is none of ", choices(setting.values));
    case SettingKind::number: {
      const std::vector<std::string_view> limits = split(setting.values, '|');
      const std::optional<std::uint64_t> number = number_of(text);
      if (number && *number >= number_of(limits[0]).value_or(0) && *number <= number_of(limits[1]).value_or(0)) {
        return std::nullopt;
      }
      return concat("'", printable(text), "' is no number from ", limits[0], " to ", limits[1]);
    }
    case SettingKind::dialect: return unknown_dialect(text);
    case SettingKind::dialects:
      for (const std::string_view name : split(text, ',')) {
        if (std::optional<std::string> problem = unknown_dialect(name)) return problem;
      }
      return std::nullopt;
  }
  return std::nullopt;
}

using Value = std::expected<Json, std::string>;

Value checked(const Setting& setting, std::string text) {
  if (std::optional<std::string> problem = problem_with(setting, text)) return std::unexpected(*std::move(problem));
  if (setting.kind == SettingKind::number) return Json(number_of(text).value_or(0));
  if (setting.kind == SettingKind::folder && text.starts_with("~/")) return Json(concat(home_folder(), text.substr(1)));
  return Json(std::move(text));
}

Value value_in_variable(const Setting& setting, std::string_view text) {
  if (setting.kind == SettingKind::flag || setting.kind == SettingKind::off) {
    if (text == "true" || text == "1") return Json(true);
    if (text == "false" || text == "0") return Json(false);
    return std::unexpected(concat("'", printable(text), "' is neither true nor false"));
  }
  if (setting.kind == SettingKind::list) {
    Json items = Json::array();
    for (const std::string_view item : split(text, ':')) items.push(item);
    return items;
  }
  // As before there was a configuration: KEDGE_STATE may be relative to the current folder.
  if (setting.kind == SettingKind::folder) return Json(text);
  return checked(setting, std::string(text));
}

std::optional<std::vector<std::string>> texts_in(const Json& json) {
  if (json.as_array() == nullptr) return std::nullopt;
  std::vector<std::string> texts;
  for (const Json& item : *json.as_array()) {
    if (item.as_string() == nullptr) return std::nullopt;
    texts.push_back(*item.as_string());
  }
  return texts;
}

Value value_in_file(const Setting& setting, const Json& json) {
  switch (setting.kind) {
    case SettingKind::flag:
    case SettingKind::off:
      if (json.as_bool() != nullptr) return json;
      return std::unexpected("takes true or false");
    case SettingKind::list:
      if (texts_in(json)) return json;
      return std::unexpected("takes a list of strings");
    case SettingKind::number:
      if (json.as_integer() == nullptr) return std::unexpected("takes a number");
      return checked(setting, concat(*json.as_integer()));
    case SettingKind::dialects:
      if (const std::optional<std::vector<std::string>> names = texts_in(json)) return checked(setting, join(*names, ","));
      [[fallthrough]];
    case SettingKind::text:
    case SettingKind::folder:
    case SettingKind::choice:
    case SettingKind::dialect:
      if (json.as_string() == nullptr) return std::unexpected("takes a string");
      return checked(setting, *json.as_string());
  }
  return std::unexpected("cannot be configured");
}

std::string unknown_key(std::string_view key) {
  std::array<std::string_view, all_settings.size()> keys;
  std::ranges::transform(all_settings, keys.begin(), &Setting::key);
  const std::optional<std::string_view> meant = nearest(key, keys);
  return concat("unknown key", meant ? concat("; did you mean ", *meant, '?') : std::string());
}

// Why a file that is there does not count.
std::string within_root(const std::string& file, std::span<const std::string> roots) {
  const std::string path = resolved_path(file);
  for (const std::string& root : roots) {
    const std::string folder = resolved_path(root);
    if (!folder.empty() && lies_in(path, folder)) return concat("it lies inside the root ", printable(root));
  }
  return {};
}

void read_settings_file(Configuration& found, std::span<const std::string> roots) {
  found.file = configuration_file();
  // Whoever has lent its rights to this process did not mean to have its files read.
  if (found.file.empty() || runs_with_borrowed_rights()) return;
  const std::expected<std::optional<std::string>, std::string> bytes = read_trusted_file(found.file);
  found.exists = !bytes || bytes->has_value();
  if (!found.exists) return;
  found.unused_because = within_root(found.file, roots);
  if (!found.unused_because.empty()) {
    found.warnings.push_back(concat(printable(found.file), " configures nothing: ", found.unused_because));
    return;
  }
  if (!bytes) {
    Error error = refuse(Code::permission_denied, {{"path", found.file}, {"problem", bytes.error()}});
    error.next = "Nothing is done until its settings can be trusted.";
    found.problems.push_back(std::move(error));
    return;
  }
  const ConfigResult<std::vector<TomlEntry>> entries = toml_entries(bytes->value_or(""));
  if (!entries) {
    found.problems.push_back(
        wrong_setting(concat(found.file, ':', entries.error().line), "not TOML", printable(entries.error().what)));
    return;
  }
  for (const TomlEntry& entry : *entries) {
    const std::string key = join(entry.name, ".");
    const std::string from = concat(found.file, ':', entry.line);
    const auto setting = std::ranges::find(all_settings, key, &Setting::key);
    if (setting == all_settings.end()) {
      found.problems.push_back(wrong_setting(from, key, unknown_key(key)));
      continue;
    }
    Value value = value_in_file(*setting, entry.value);
    if (value) {
      found.made.push_back({&*setting, *std::move(value), from, entry.line});
    } else {
      found.problems.push_back(wrong_setting(from, key, value.error()));
    }
  }
}

void read_variables(Configuration& found) {
  std::vector<std::string> names;
  for (const Setting& setting : all_settings) {
    names.push_back(variable_of(setting));
    const char* const text = std::getenv(names.back().c_str());
    if (text == nullptr || *text == '\0') continue;
    Value value = value_in_variable(setting, text);
    if (!value) {
      found.problems.push_back(wrong_setting("environment", names.back(), value.error()));
      continue;
    }
    std::erase_if(found.made, [&](const MadeSetting& made) { return made.setting == &setting; });
    found.made.push_back({&setting, *std::move(value), names.back(), 0});
  }
  const std::vector<std::string_view> known(names.begin(), names.end());
  for (const std::string& name : environment_names("KEDGE_")) {
    if (is_among(known, name) || is_among(other_variables, name)) continue;
    const std::optional<std::string_view> meant = nearest(name, known);
    if (meant) found.warnings.push_back(concat(printable(name), " is no variable of kedge; did you mean ", *meant, '?'));
  }
}

bool counts_for(const Setting& setting, const Command& command) {
  if (find_option(command, setting.option) == nullptr) return false;
  return setting.commands.empty() || is_among(split(setting.commands, ' '), command.name);
}

// As it would be typed.
void add_to(Arguments& arguments, const MadeSetting& made) {
  const std::string_view option = made.setting->option;
  if (const bool* const is_on = made.value.as_bool()) {
    if (*is_on == (made.setting->kind == SettingKind::flag)) arguments.add_configured(option, {});
  } else if (const std::optional<std::vector<std::string>> items = texts_in(made.value)) {
    for (const std::string& item : *items) arguments.add_configured(option, item);
  } else if (made.value.as_integer() != nullptr) {
    arguments.add_configured(option, concat(*made.value.as_integer()));
  } else {
    arguments.add_configured(option, *made.value.as_string());
  }
}

}  // namespace

std::span<const Setting> settings() { return all_settings; }

std::string variable_of(const Setting& setting) {
  std::string name = "KEDGE_";
  for (const char c : setting.key) {
    name.push_back(c == '.' || c == '-' ? '_' : static_cast<char>(c >= 'a' && c <= 'z' ? c - 'a' + 'A' : c));
  }
  return name;
}

Configuration read_configuration(std::span<const std::string> roots) {
  Configuration found;
  read_settings_file(found, roots);
  read_variables(found);
  std::ranges::sort(found.made, {}, &MadeSetting::setting);
  return found;
}

std::vector<std::string> roots_of(const Arguments& arguments, const Command& command) {
  if (find_option(command, "root") == nullptr) return {};
  std::vector<std::string> roots;
  for (const std::string& root : arguments.all("root")) roots.push_back(absolute_from_here(root));
  if (roots.empty()) roots.push_back(root_of(arguments));
  // Where the root is refused for being too wide, nothing can be written in it.
  if (!arguments.has("allow-wide-root")) {
    const std::string home = resolved_path(home_folder());
    std::erase_if(roots, [&](const std::string& root) {
      const std::string path = resolved_path(root);
      return path == "/" || path == home;
    });
  }
  return roots;
}

Result<void> configure(Arguments& arguments, const Command& command) {
  if (std::ranges::none_of(all_settings, [&](const Setting& setting) { return counts_for(setting, command); })) return {};
  Configuration found = read_configuration(roots_of(arguments, command));
  if (!found.problems.empty()) return std::unexpected(together(std::move(found.problems)));
  if (!found.unused_because.empty()) warn_on_stderr({found.warnings.front()});
  for (const MadeSetting& made : found.made) {
    if (counts_for(*made.setting, command) && !arguments.has(made.setting->option)) add_to(arguments, made);
  }
  return {};
}

}  // namespace kedge
