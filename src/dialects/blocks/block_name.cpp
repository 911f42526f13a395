#include "dialects/blocks/block_name.hpp"

#include <algorithm>
#include <cctype>

#include "support/strings.hpp"
#include "text/blanks.hpp"

namespace kedge {
namespace {

bool has_blank(std::string_view text) { return text.find_first_of(" \t") != std::string_view::npos; }

// Removes the same number of signs from both sides.
std::string_view without_signs(std::string_view text, char sign) {
  while (text.size() > 1 && text.front() == sign && text.back() == sign) text = text.substr(1, text.size() - 2);
  return text;
}

// A dot and a few letters or digits: tells a name with spaces from a sentence.
bool ends_in_extension(std::string_view text) {
  const std::size_t dot = text.rfind('.');
  if (dot == std::string_view::npos || dot == 0) return false;
  const std::string_view extension = text.substr(dot + 1);
  constexpr std::size_t longest = 10;
  return !extension.empty() && extension.size() <= longest &&
         std::ranges::all_of(extension, [](unsigned char c) { return std::isalnum(c) != 0; });
}

}  // namespace

bool is_fence_row(std::string_view row) {
  const std::string_view bare = trimmed(row);
  return bare.starts_with("```") || bare.starts_with("~~~");
}

std::optional<NameRow> read_name_row(std::string_view row) {
  std::string_view bare = trimmed(row);
  if (bare.empty() || is_fence_row(bare)) return std::nullopt;
  const std::size_t decorated = bare.size();
  const std::size_t after_hashes = bare.find_first_not_of('#');
  if (after_hashes == std::string_view::npos) return std::nullopt;
  // A heading has a space after its hashes; without one they may begin a name.
  const bool heading = after_hashes > 0 && (bare[after_hashes] == ' ' || bare[after_hashes] == '`');
  if (heading) bare = trimmed(bare.substr(after_hashes));
  if (bare.ends_with(':')) bare = trimmed(bare.substr(0, bare.size() - 1));
  bare = trimmed(without_signs(bare, '*'));
  if (bare.ends_with(':')) bare = trimmed(bare.substr(0, bare.size() - 1));
  const std::string_view in_ticks = without_signs(bare, '`');
  const bool ticked = in_ticks.size() != bare.size();
  if (in_ticks.empty() || in_ticks.find('`') != std::string_view::npos) return std::nullopt;
  const bool loose = !ticked && has_blank(in_ticks);
  if (loose && (!ends_in_extension(in_ticks) || in_ticks.find(':') != std::string_view::npos)) return std::nullopt;
  if (in_ticks == "...") return std::nullopt;
  const bool colon_alone = in_ticks.size() + 1 == decorated && trimmed(row).ends_with(':');
  // A word and a colon end a sentence above a block, unless the word can only be a name.
  if (colon_alone && in_ticks.find_first_of("./") == std::string_view::npos) return std::nullopt;
  return NameRow{.name = std::string(in_ticks), .marked = in_ticks.size() != decorated && !colon_alone, .loose = loose};
}

std::optional<std::string> name_on_fence(std::string_view row) {
  if (!is_fence_row(row)) return std::nullopt;
  std::string_view info = trimmed(row);
  info.remove_prefix(std::min(info.find_first_not_of(info.front()), info.size()));
  info = trimmed(info);
  if (has_blank(info) || info.find_first_of("./") == std::string_view::npos) return std::nullopt;
  return std::string(info);
}

std::optional<std::string> name_row_of(std::string_view name) {
  for (const std::string& row : {std::string(name), concat('`', name, '`')}) {
    if (row.find_first_of("\r\n") != std::string::npos) return std::nullopt;
    const std::optional<NameRow> read = read_name_row(row);
    if (read && read->name == name && !read->loose) return row;
  }
  return std::nullopt;
}

bool may_name_another(std::string_view row, std::string_view name) {
  const std::string_view bare = trimmed(row);
  if (bare.empty()) return false;
  const bool alone = !has_blank(bare);
  std::string_view rest = bare;
  while (!rest.empty()) {
    constexpr std::string_view around = " \t`*\"'()[]{}<>,;:=#";
    const std::size_t begin = rest.find_first_not_of(around);
    if (begin == std::string_view::npos) break;
    const std::size_t end = std::min(rest.find_first_of(around, begin), rest.size());
    std::string_view word = rest.substr(begin, end - begin);
    const bool set_off = begin > 0 && (rest[begin - 1] == '`' || rest[begin - 1] == '*' || rest[begin - 1] == '"');
    rest.remove_prefix(end);
    while (word.ends_with('.')) word.remove_suffix(1);
    if (word.empty() || word == name) continue;
    if (set_off || word.find('/') != std::string_view::npos || ends_in_extension(word)) return true;
  }
  return alone && bare != name && !is_fence_row(row);
}

}  // namespace kedge
