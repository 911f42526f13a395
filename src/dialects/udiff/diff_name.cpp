#include "dialects/udiff/diff_name.hpp"

#include <algorithm>
#include <array>

#include "support/strings.hpp"

namespace kedge {
namespace {

constexpr std::string_view nothing_name = "/dev/null";
// git's prefixes, by what is compared: a and b; and with diff.mnemonicPrefix commit, index, object, work tree, or first and
// second.
constexpr std::string_view prefix_letters = "abciow12";

bool has_prefix(std::string_view name) {
  return name.size() > 2 && name[1] == '/' && prefix_letters.find(name[0]) != std::string_view::npos;
}

struct Escape {
  char letter, byte;
};
constexpr std::array escapes{Escape{'a', '\a'}, Escape{'b', '\b'}, Escape{'t', '\t'}, Escape{'n', '\n'}, Escape{'v', '\v'},
                             Escape{'f', '\f'}, Escape{'r', '\r'}, Escape{'"', '"'},  Escape{'\\', '\\'}};

bool is_octal(char c) { return c >= '0' && c <= '7'; }

struct Unquoted {
  std::string text;
  std::size_t length = 0;  // including its quotation marks
};

// REQUIRES: it begins with a quotation mark.
std::optional<Unquoted> unquote(std::string_view spelled) {
  Unquoted name;
  for (std::size_t at = 1; at < spelled.size(); ++at) {
    const char c = spelled[at];
    if (c == '"') {
      name.length = at + 1;
      return name;
    }
    if (c != '\\') {
      name.text.push_back(c);
      continue;
    }
    if (++at == spelled.size()) return std::nullopt;
    if (const auto* const known = std::ranges::find(escapes, spelled[at], &Escape::letter); known != escapes.end()) {
      name.text.push_back(known->byte);
      continue;
    }
    if (spelled[at] > '3' || at + 2 >= spelled.size() || !std::ranges::all_of(spelled.substr(at, 3), is_octal))
      return std::nullopt;
    const int value = (spelled[at] - '0') * 64 + (spelled[at + 1] - '0') * 8 + (spelled[at + 2] - '0');
    name.text.push_back(static_cast<char>(value));
    at += 2;
  }
  return std::nullopt;
}

// "1970-01-01 00:00:00.000000000 +0000", or the same time in another time zone.
bool is_epoch(std::string_view time) {
  const bool eve = time.starts_with("1969-12-31 ");
  if (!eve && !time.starts_with("1970-01-01 ")) return false;
  time.remove_prefix(11);
  if (time.size() < 14 || time[2] != ':' || time[5] != ':') return false;
  const auto two_digits = [](std::string_view text) { return number_of(text.substr(0, 2)); };
  const std::optional<std::uint64_t> hours = two_digits(time);
  const std::optional<std::uint64_t> minutes = two_digits(time.substr(3));
  const std::size_t zone_at = time.find(' ');
  if (!hours || !minutes || zone_at == std::string_view::npos) return false;
  if (time.substr(6, zone_at - 6).find_first_not_of("0.") != std::string_view::npos) return false;
  const std::string_view zone = time.substr(zone_at + 1);
  if (zone.size() < 5 || (zone[0] != '+' && zone[0] != '-')) return false;
  const std::optional<std::uint64_t> zone_hours = two_digits(zone.substr(1));
  const std::optional<std::uint64_t> zone_minutes = two_digits(zone.substr(zone[3] == ':' ? 4 : 3));
  if (!zone_hours || !zone_minutes) return false;
  const auto local = static_cast<std::int64_t>(*hours * 60 + *minutes) - (eve ? 24 * 60 : 0);
  const auto offset = static_cast<std::int64_t>(*zone_hours * 60 + *zone_minutes);
  return local == (zone[0] == '-' ? -offset : offset);
}

// x.c.orig, x.c~: names for the old version of a file.
bool is_backup_of(std::string_view name, std::string_view path) {
  return name.size() > path.size() && name.starts_with(path) && (name[path.size()] == '.' || name[path.size()] == '~') &&
         name.find('/', path.size()) == std::string_view::npos;
}

}  // namespace

std::optional<DiffName> read_diff_name(std::string_view spelled) {
  DiffName name;
  std::string_view time;
  if (spelled.starts_with('"')) {
    std::optional<Unquoted> unquoted = unquote(spelled);
    if (!unquoted) return std::nullopt;
    name.text = std::move(unquoted->text);
    time = spelled.substr(unquoted->length);
    if (!time.empty() && time.front() != '\t' && time.find_first_not_of(' ') != std::string_view::npos) return std::nullopt;
  } else {
    const std::size_t tab = spelled.find('\t');
    std::string_view text = spelled.substr(0, tab);
    if (tab != std::string_view::npos) time = spelled.substr(tab);
    // Without a tab after the name, trailing spaces are not part of it.
    if (tab == std::string_view::npos) text = text.substr(0, text.find_last_not_of(' ') + 1);
    name.text = std::string(text);
  }
  if (time.starts_with('\t')) name.is_epoch = is_epoch(time.substr(1));
  name.is_nothing = name.text == nothing_name;
  return name;
}

std::optional<std::string> read_plain_name(std::string_view spelled) {
  if (!spelled.starts_with('"')) return std::string(spelled);
  std::optional<Unquoted> unquoted = unquote(spelled);
  if (!unquoted || unquoted->length != spelled.size()) return std::nullopt;
  return std::move(unquoted->text);
}

std::optional<std::pair<std::string, std::string>> read_git_names(std::string_view spelled) {
  const auto parted = [&](std::string_view left, std::string_view right) -> std::optional<std::pair<std::string, std::string>> {
    std::optional<std::string> first = read_plain_name(left);
    std::optional<std::string> second = read_plain_name(right);
    if (!first || !second || first->empty() || second->empty()) return std::nullopt;
    return std::pair(*std::move(first), *std::move(second));
  };
  if (spelled.starts_with('"')) {
    const std::optional<Unquoted> first = unquote(spelled);
    if (!first || first->length + 1 >= spelled.size() || spelled[first->length] != ' ') return std::nullopt;
    return parted(spelled.substr(0, first->length), spelled.substr(first->length + 1));
  }
  if (const std::size_t quote = spelled.find(" \""); quote != std::string_view::npos) {
    return parted(spelled.substr(0, quote), spelled.substr(quote + 1));
  }
  // Names may have spaces, but one name with two prefixes is equally long on both sides.
  const std::size_t middle = spelled.size() / 2;
  if (spelled.size() % 2 == 1 && spelled[middle] == ' ') {
    const std::string_view left = spelled.substr(0, middle);
    const std::string_view right = spelled.substr(middle + 1);
    if (left == right || (has_prefix(left) && has_prefix(right) && left.substr(1) == right.substr(1)))
      return parted(left, right);
  }
  const std::size_t blank = spelled.find(' ');
  if (blank == std::string_view::npos || spelled.find(' ', blank + 1) != std::string_view::npos) return std::nullopt;
  return parted(spelled.substr(0, blank), spelled.substr(blank + 1));
}

std::optional<MeantFile> meant_file(const std::string& old_name, const std::string& new_name) {
  const bool prefixed = has_prefix(old_name) && has_prefix(new_name);
  if (old_name == new_name) return meant_file(old_name);
  if (prefixed && old_name[0] != new_name[0]) {
    const std::string old_path = old_name.substr(2);
    const std::string new_path = new_name.substr(2);
    if (old_path == new_path) return MeantFile{.path = old_path};
    // `git diff --no-index old new` has both its own prefixes and the folders that were compared.
    if (has_prefix(old_path) || has_prefix(new_path)) return meant_file(old_path, new_path);
    if (is_backup_of(old_path, new_path)) return MeantFile{.path = new_path};
    return std::nullopt;
  }
  const std::size_t old_slash = old_name.find('/');
  const std::size_t new_slash = new_name.find('/');
  if (old_slash != std::string::npos && new_slash != std::string::npos && old_slash > 0 && new_slash > 0 &&
      old_name.substr(old_slash) == new_name.substr(new_slash)) {
    return MeantFile{.path = old_name.substr(old_slash + 1), .literal = new_name};
  }
  if (is_backup_of(old_name, new_name)) return MeantFile{.path = new_name};
  if (is_backup_of(new_name, old_name)) return MeantFile{.path = old_name};
  return std::nullopt;
}

MeantFile meant_file(const std::string& name) {
  // For a single name, only git's usual prefixes count as such.
  if (!name.starts_with("a/") && !name.starts_with("b/")) return {.path = name};
  return {.path = name.substr(2), .literal = name};
}

bool names_path(std::string_view name, std::string_view path) {
  return name == path || (has_prefix(name) && name.substr(2) == path);
}

std::string quoted_name(std::string_view name) {
  std::string out;
  for (const char c : name) {
    const auto byte = static_cast<unsigned char>(c);
    const auto* const escape = std::ranges::find(escapes, c, &Escape::byte);
    if (escape != escapes.end()) {
      append(out, concat('\\', escape->letter));
    } else if (byte < 0x20 || byte >= 0x7F) {
      for (const unsigned shift : {6U, 3U, 0U}) append(out, concat(shift == 6U ? "\\" : "", ((byte >> shift) & 7U)));
    } else {
      out.push_back(c);
    }
  }
  return out == name ? out : concat('"', out, '"');
}

}  // namespace kedge
