#include "answer.hpp"

#include <string_view>

namespace faults {
namespace {

constexpr std::string_view blanks = " \t\n";

// The text behind "name": and its blanks; nothing if there is no such member.
std::optional<std::string_view> member(std::string_view json, std::string_view name) {
  const std::string quoted = "\"" + std::string(name) + "\"";
  const std::size_t at = json.find(quoted);
  if (at == std::string_view::npos) return std::nullopt;
  json.remove_prefix(at + quoted.size());
  const std::size_t colon = json.find_first_not_of(blanks);
  if (colon == std::string_view::npos || json[colon] != ':') return std::nullopt;
  json.remove_prefix(colon + 1);
  json.remove_prefix(std::min(json.find_first_not_of(blanks), json.size()));
  return json;
}

// A string without escapes, which is taken off the front: the battery's own paths and digests have none.
std::optional<std::string> take_string(std::string_view& json) {
  const std::size_t open = json.find_first_not_of(" \t\n,:");
  if (open == std::string_view::npos || json[open] != '"') return std::nullopt;
  const std::size_t close = json.find('"', open + 1);
  if (close == std::string_view::npos) return std::nullopt;
  std::string text(json.substr(open + 1, close - open - 1));
  json.remove_prefix(close + 1);
  return text;
}

std::map<std::string, std::string> take_strings(std::string_view json) {
  std::map<std::string, std::string> strings;
  if (!json.starts_with('{')) return strings;
  json.remove_prefix(1);
  while (std::optional<std::string> name = take_string(json)) {
    if (std::optional<std::string> value = take_string(json)) strings[*name] = *value;
  }
  return strings;
}

}  // namespace

Answer answer_in(const std::string& output) {
  Answer answer;
  answer.whole = output.starts_with('{') && output.ends_with("}\n");
  if (!answer.whole) return answer;
  if (std::optional<std::string_view> error = member(output, "error")) answer.error = take_string(*error).value_or("");
  if (const auto unchanged = member(output, "unchanged")) answer.unchanged = unchanged->starts_with("true");
  if (const auto on_disk = member(output, "on_disk")) answer.on_disk = take_strings(*on_disk);
  return answer;
}

}  // namespace faults
