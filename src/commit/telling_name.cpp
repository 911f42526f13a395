#include "commit/telling_name.hpp"

#include <algorithm>
#include <array>
#include <charconv>

#include "support/strings.hpp"

namespace kedge {
namespace {

constexpr std::size_t longest_name = 255;
constexpr std::size_t longest_ending = 22;  // .<time>.done
constexpr std::string_view is_done = ".done";
constexpr std::string_view base64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-";

// Without padding, 43 characters.
std::string in_base64(const Digest& digest) {
  std::string out;
  std::uint32_t bits = 0;
  unsigned count = 0;
  for (const std::uint8_t byte : digest) {
    bits = (bits << 8U) | byte;
    for (count += 8; count >= 6; count -= 6) out.push_back(base64[(bits >> (count - 6)) & 63U]);
  }
  if (count > 0) out.push_back(base64[(bits << (6 - count)) & 63U]);
  return out;
}

std::optional<Digest> from_base64(std::string_view text) {
  Digest digest{};
  std::size_t at = 0;
  std::uint32_t bits = 0;
  unsigned count = 0;
  for (const char c : text) {
    const std::size_t value = base64.find(c);
    if (value == std::string_view::npos) return std::nullopt;
    bits = (bits << 6U) | static_cast<std::uint32_t>(value);
    count += 6;
    if (count < 8) continue;
    count -= 8;
    if (at == digest.size()) return std::nullopt;
    digest[at++] = static_cast<std::uint8_t>(bits >> count);
  }
  // Only one spelling of a digest is one.
  return at == digest.size() && in_base64(digest) == text ? std::optional(digest) : std::nullopt;
}

bool is_plain(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
}

std::string path_in_name(std::string_view path) {
  constexpr std::string_view hex = "0123456789ABCDEF";
  std::string out;
  for (const char c : path) {
    const auto byte = static_cast<unsigned char>(c);
    if (is_plain(c)) {
      out.push_back(c);
    } else if (c == '/') {
      out.push_back('+');
    } else if (c == '.') {
      out.push_back('^');
    } else {
      out.append({'%', hex[byte >> 4U], hex[byte & 15U]});
    }
  }
  return out;
}

std::optional<std::string> path_from_name(std::string_view text) {
  std::string path;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '+') {
      path.push_back('/');
    } else if (text[i] == '^') {
      path.push_back('.');
    } else if (text[i] != '%') {
      path.push_back(text[i]);
    } else {
      unsigned byte = 0;
      const std::string_view two = text.substr(i + 1, 2);
      const auto [end, problem] = std::from_chars(two.data(), two.data() + two.size(), byte, 16);
      if (two.size() != 2 || problem != std::errc{} || end != two.data() + 2) return std::nullopt;
      path.push_back(static_cast<char>(byte));
      i += 2;
    }
  }
  return path_in_name(path) == text && stays_inside(path) ? std::optional(std::move(path)) : std::nullopt;
}

std::string time_in_name(std::int64_t time) {
  std::array<char, 16> digits{};
  std::ranges::fill(digits, '0');
  for (auto [i, rest] = std::pair(digits.size(), static_cast<std::uint64_t>(time)); rest > 0; rest >>= 4U) {
    digits[--i] = "0123456789abcdef"[rest & 15U];
  }
  return {digits.begin(), digits.end()};
}

std::optional<std::int64_t> time_from_name(std::string_view digits) {
  std::uint64_t time = 0;
  const auto [end, problem] = std::from_chars(digits.data(), digits.data() + digits.size(), time, 16);
  if (digits.size() != 16 || problem != std::errc{} || end != digits.data() + digits.size()) return std::nullopt;
  return static_cast<std::int64_t>(time);
}

}  // namespace

std::string root_in_name(std::string_view root_identity) { return to_hex(sha256(root_identity)).substr(0, 12); }

std::optional<std::string> telling_name(std::string_view id, std::string_view root_identity, const JournalEntry& entry) {
  if (!entry.before || !entry.after) return std::nullopt;
  std::string name = concat(id, "-0=", root_in_name(root_identity), ',', entry.base_inode, ',', entry.staged_inode, ',',
                            in_base64(*entry.before), ',', in_base64(*entry.after), ',', path_in_name(entry.path));
  return name.size() + longest_ending <= longest_name ? std::optional(std::move(name)) : std::nullopt;
}

std::string done_name(std::string_view name, std::int64_t now) { return concat(name, '.', time_in_name(now), is_done); }

bool is_telling(std::string_view name) { return name.find('=') != std::string_view::npos && !name.ends_with('~'); }

std::optional<ToldByName> told_by(std::string_view name) {
  ToldByName told;
  const std::size_t dot = name.find('.');
  if (dot != std::string_view::npos) {
    std::string_view ending = name.substr(dot + 1);
    if (!ending.ends_with(is_done)) return std::nullopt;
    ending.remove_suffix(is_done.size());
    told.done = time_from_name(ending);
    if (!told.done) return std::nullopt;
  }
  const std::string_view telling = name.substr(0, dot);
  const std::size_t dash = telling.find('-');
  if (dash == std::string_view::npos || !telling.substr(dash).starts_with("-0=")) return std::nullopt;
  const std::vector<std::string_view> fields = split(telling.substr(dash + 3), ',');
  if (fields.size() != 6) return std::nullopt;
  const auto base = number_of(fields[1]);
  const auto staged = number_of(fields[2]);
  const auto before = from_base64(fields[3]);
  const auto after = from_base64(fields[4]);
  const auto path = path_from_name(fields[5]);
  if (!base || !staged || !before || !after || !path) return std::nullopt;
  told.id = telling.substr(0, dash);
  told.root = fields[0];
  told.entry = {.kind = ChangeKind::replace,
                .path = *path,
                .aside = {false, std::string(name)},
                .before = before,
                .after = after,
                .base_inode = *base,
                .staged_inode = *staged};
  return told;
}

}  // namespace kedge
