// kedge config: what is configured, and where that comes from.
#include <algorithm>
#include <array>

#include "cli/open_workspace.hpp"
#include "cli/output.hpp"
#include "cli/settings.hpp"
#include "support/strings.hpp"

namespace kedge {

namespace command {
extern const Command config;
}  // namespace command

namespace {

constexpr std::array<Option, 1> config_options{{workspace_options[0]}};

struct SettingRow {
  const Setting* setting;
  const MadeSetting* made;  // null: the default holds
};

std::string value_text(const Json& value) {
  if (value.as_string() != nullptr) return *value.as_string();
  const Json::Array* const items = value.as_array();
  if (items == nullptr) return value.dump();
  std::string text;
  for (const Json& item : *items) append(text, concat(text.empty() ? "" : ":", value_text(item)));
  return text;
}

std::string padded_to(std::string text, std::size_t width) {
  text.resize(std::max(text.size() + 1, width), ' ');
  return text;
}

Json config_json(const Configuration& found, std::span<const SettingRow> rows) {
  Json listed = Json::array();
  for (const auto& [setting, made] : rows) {
    Json row =
        Json::object({{"key", setting->key}, {"option", concat("--", setting->option)}, {"variable", variable_of(*setting)}});
    if (made == nullptr) {
      row.set("from", "default").set("default", setting->otherwise);
    } else {
      row.set("from", made->from).set("value", made->value);
    }
    listed.push(row.set("help", setting->help));
  }
  Json problems = Json::array();
  for (const Error& error : found.problems) problems.push(to_text(error));
  Json file = Json::object({{"path", found.file}, {"exists", found.exists}});
  if (!found.unused_because.empty()) file.set("unused_because", found.unused_because);
  return Json::object({{"file", std::move(file)},
                       {"settings", std::move(listed)},
                       {"problems", std::move(problems)},
                       {"warnings", Json::strings(found.warnings)}});
}

std::string config_text(const Configuration& found, std::span<const SettingRow> rows) {
  std::string text = concat(found.file.empty() ? "no configuration folder" : printable(found.file),
                            found.exists ? found.unused_because.empty() ? "" : " (does not count)" : " (not there)", "\n\n");
  for (const auto& [setting, made] : rows) {
    append(text, concat(padded_to(std::string(setting->key), 22),
                        padded_to(made == nullptr ? std::string(setting->otherwise) : printable(value_text(made->value)), 22),
                        made == nullptr ? "default" : printable(made->from), '\n'));
  }
  return text;
}

Ended run_config(const Arguments& arguments) {
  const Configuration found = read_configuration(roots_of(arguments, command::config));
  std::vector<SettingRow> rows;
  for (const Setting& setting : settings()) {
    const auto made = std::ranges::find(found.made, &setting, &MadeSetting::setting);
    rows.push_back({&setting, made == found.made.end() ? nullptr : &*made});
  }
  const Exit printed = arguments.json() ? print_json(config_json(found, rows)) : print(config_text(found, rows));
  if (!arguments.json()) {
    warn_on_stderr(found.warnings);
    for (const Error& error : found.problems) to_stderr(concat("kedge: ", row_of(error.code).name, ": ", to_text(error), '\n'));
  }
  return printed == Exit::done && !found.problems.empty() ? Exit::usage : printed;
}

}  // namespace

namespace command {

const Command config{
    "config",
    "Show what is configured, and where that comes from",
    R"(An option counts first, then a variable, then the file config.toml in $XDG_CONFIG_HOME/kedge or ~/.config/kedge. A
file inside the root configures nothing. In the file, mcp.confirm is the key confirm in the table [mcp]; its variable
is KEDGE_MCP_CONFIRM. Flags are true or false, lists in variables are separated by colons. kedge help configuration
tells more.)",
    {},
    config_options,
    &run_config,
};

}  // namespace command
}  // namespace kedge
