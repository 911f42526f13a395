// Configuration as text that people write by hand: JSON with comments, and TOML. A change touches exactly the bytes of what is
// set or taken out; comments, order, blanks and line ends around it stay. What cannot be read is never written.
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

// The way to a value: names of members, and numbers of items from 0.
using ConfigPath = std::vector<std::variant<std::string, std::size_t>>;

// ---- JSON with comments and with commas behind the last member. Nothing but blanks and comments is an empty object.

ConfigResult<Json> read_jsonc(std::string_view text);

// Null if nothing is there.
const Json* value_at(const Json& json, const ConfigPath& path);

// With this value at the end of the path. Objects on the way that are missing are made; the number behind the last item
// appends one. A value that is there and equal stays as it is written.
ConfigResult<std::string> with_value(std::string_view text, const ConfigPath& path, const Json& value);

// Without it, and without what it leaves empty on the way, unless there are comments in that. The same text if nothing is
// there.
ConfigResult<std::string> without_value(std::string_view text, const ConfigPath& path);

// On several lines, indented, as it would be added to an empty file.
std::string pretty(const Json& json);

// ---- TOML: one table [a.b.c] of strings and lists of strings.

using TomlName = std::vector<std::string>;

// The table as an object, null if there is none. Values of other kinds are null.
ConfigResult<Json> read_toml_table(std::string_view text, const TomlName& name);

// With these keys in the table. Others that it has stay; a table that is missing is added at the end.
ConfigResult<std::string> with_toml_table(std::string_view text, const TomlName& name, const Json& entry);

// Without the table and those below it.
ConfigResult<std::string> without_toml_table(std::string_view text, const TomlName& name);

// The table by itself, as it would be added to an empty file.
std::string toml_table(const TomlName& name, const Json& entry);

}  // namespace kedge
