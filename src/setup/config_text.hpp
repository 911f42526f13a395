// Changes hand-written configuration as text: JSON with comments, and TOML. A change touches only the bytes of what is set or
// removed; comments, order, whitespace and line endings around it stay. A file that cannot be parsed is never written.
#pragma once

#include <cstdint>
#include <expected>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "support/json.hpp"

namespace kedge {

struct ConfigProblem {
  std::uint32_t line = 1;
  std::string what;
};

template <class T>
using ConfigResult = std::expected<T, ConfigProblem>;

// The path to a value: names of members, and indices of items.
using ConfigPath = std::vector<std::variant<std::string, std::size_t>>;

// ---- JSON with comments and trailing commas. Only whitespace and comments is an empty object.

ConfigResult<Json> read_jsonc(std::string_view text);

// Null if there is none.
const Json* value_at(const Json& json, const ConfigPath& path);

// Sets the value at a path. Missing objects on the way are created; the index after the last item appends one. An equal value
// stays as it is written.
ConfigResult<std::string> with_value(std::string_view text, const ConfigPath& path, const Json& value);

// Removes the value, and the objects that this leaves empty unless they have comments. The same text if there is no such
// value.
ConfigResult<std::string> without_value(std::string_view text, const ConfigPath& path);

// On several lines and indented, as it would be added to an empty file.
std::string pretty(const Json& json);

// ---- TOML. What is changed is one table [a.b.c] of strings and lists of strings.

using TomlName = std::vector<std::string>;

struct TomlEntry {
  TomlName name;
  Json value;  // a list is one value; dates and times are null
  std::uint32_t line = 1;
};

// Every value with its full name, in the order of the file.
ConfigResult<std::vector<TomlEntry>> toml_entries(std::string_view text);

// The table as an object, or null if there is none. Values of other kinds are null, except booleans.
ConfigResult<Json> read_toml_table(std::string_view text, const TomlName& name);

// Sets these keys in the table. Its other keys stay; a missing table is added at the end.
ConfigResult<std::string> with_toml_table(std::string_view text, const TomlName& name, const Json& entry);

// Removes the table and those below it.
ConfigResult<std::string> without_toml_table(std::string_view text, const TomlName& name);

// The text of the table and of those below it, as they are written; empty if there is none.
ConfigResult<std::string> toml_sections(std::string_view text, const TomlName& name);
// The table by itself, as it would be added to an empty file.
std::string toml_table(const TomlName& name, const Json& entry);

}  // namespace kedge
