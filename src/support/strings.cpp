#include "support/strings.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <vector>

#include "support/utf8.hpp"

namespace kedge {

std::string join(std::span<const std::string> pieces, std::string_view separator) {
  std::size_t size = pieces.size() * separator.size();
  for (const std::string& piece : pieces) size += piece.size();
  std::string out;
  out.reserve(size);
  for (const std::string& piece : pieces) {
    if (&piece != pieces.data()) out.append(separator);
    out.append(piece);
  }
  return out;
}

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> pieces;
  pieces.reserve(static_cast<std::size_t>(std::ranges::count(text, separator)) + 1);
  for (std::size_t start = 0; start <= text.size();) {
    const std::size_t end = std::min(text.find(separator, start), text.size());
    pieces.push_back(text.substr(start, end - start));
    start = end + 1;
  }
  return pieces;
}

std::string counted(std::size_t count, std::string_view noun) { return concat(count, ' ', noun, count == 1 ? "" : "s"); }

std::optional<std::uint64_t> number_of(std::string_view digits) {
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
  if (error != std::errc() || end != digits.data() + digits.size()) return std::nullopt;
  return number;
}

std::optional<std::uint8_t> hex_digit(char c) {
  if (c >= '0' && c <= '9') return static_cast<std::uint8_t>(c - '0');
  if (c >= 'a' && c <= 'f') return static_cast<std::uint8_t>(c - 'a' + 10);
  if (c >= 'A' && c <= 'F') return static_cast<std::uint8_t>(c - 'A' + 10);
  return std::nullopt;
}

std::string lower_case(std::string_view text) {
  std::string lower(text);
  std::ranges::transform(lower, lower.begin(), to_lower);
  return lower;
}

std::string_view without_blanks(std::string_view text, std::string_view blanks) {
  const std::size_t first = text.find_first_not_of(blanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

bool starts_with_any(std::string_view text, std::initializer_list<std::string_view> beginnings) {
  return std::ranges::any_of(beginnings, [&](std::string_view beginning) { return text.starts_with(beginning); });
}

bool is_hex(std::string_view text) {
  return std::ranges::all_of(text, [](char c) { return hex_digit(c).has_value(); });
}

std::string to_hex(std::span<const std::uint8_t> bytes) {
  static constexpr std::string_view digits = "0123456789abcdef";
  std::string out(bytes.size() * 2, '\0');
  char* at = out.data();
  for (const std::uint8_t byte : bytes) {
    *at++ = digits[byte >> 4U];
    *at++ = digits[byte & 15U];
  }
  return out;
}

namespace {

bool turns_direction(char32_t code) {
  return code == 0x061C || code == 0x200E || code == 0x200F || (code >= 0x202A && code <= 0x202E) ||
         (code >= 0x2066 && code <= 0x2069);
}

// Seen by a program and not by a person: what Unicode lists as ignored by default (joiners, variation selectors, fillers,
// letters that are only tags), separators of rows, annotations.
bool is_hidden(char32_t code) {
  struct Range {
    char32_t first, last;
  };
  static constexpr std::array<Range, 19> hidden{{
      {0x00AD, 0x00AD},   {0x034F, 0x034F},   {0x061C, 0x061C},   {0x115F, 0x1160},   {0x17B4, 0x17B5},
      {0x180B, 0x180F},   {0x200B, 0x200F},   {0x2028, 0x202E},   {0x2060, 0x206F},   {0x3164, 0x3164},
      {0xFE00, 0xFE0F},   {0xFEFF, 0xFEFF},   {0xFFA0, 0xFFA0},   {0xFFF0, 0xFFFB},   {0x13430, 0x1343F},
      {0x1BCA0, 0x1BCA3}, {0x1D159, 0x1D159}, {0x1D173, 0x1D17A}, {0xE0000, 0xE0FFF},
  }};
  return code >= hidden.front().first &&
         std::ranges::any_of(hidden, [&](const Range& range) { return code >= range.first && code <= range.last; });
}

// After a character outside ASCII, these are part of how it is written, as in Persian words and in emoji.
bool shapes_its_neighbour(char32_t code) { return code == 0x200C || code == 0x200D || code == 0xFE0E || code == 0xFE0F; }

bool steers_a_terminal(char32_t code) {
  return code < 0x20 || (code >= 0x7F && code < 0xA0) || turns_direction(code) || is_hidden(code);
}

// As JSON writes it: of what has no place in 16 bits, two halves.
std::string json_escape(char32_t code) {
  const auto unit = [](char32_t value) {
    const std::array<std::uint8_t, 2> halves{static_cast<std::uint8_t>(value >> 8U), static_cast<std::uint8_t>(value & 0xFFU)};
    return concat("\\u", to_hex(halves));
  };
  if (code <= 0xFFFF) return unit(code);
  const char32_t rest = code - 0x10000;
  return concat(unit(0xD800 + (rest >> 10U)), unit(0xDC00 + (rest & 0x3FFU)));
}

std::string escaped(std::string_view bytes) {
  std::string out;
  for (const char byte : bytes) {
    const auto value = static_cast<std::uint8_t>(byte);
    out.append("\\x").append(to_hex({&value, 1}));
  }
  return out;
}

}  // namespace

std::string printable(std::string_view text) {
  // Nearly always, that is all of it.
  const auto is_plain = [](char c) { return c >= 0x20 && c < 0x7F; };
  const auto plain = static_cast<std::size_t>(std::ranges::find_if_not(text, is_plain) - text.begin());
  std::string out(text.substr(0, plain));
  text.remove_prefix(plain);
  bool shaped = false;  // the previous character may be followed by a code point that shapes it
  while (!text.empty()) {
    const Utf8Step step = next_code_point(text);
    const std::string_view piece = text.substr(0, step.length);
    const bool steers = !step.valid || steers_a_terminal(step.code);
    const bool shows = step.valid && (!steers || step.code == '\t' || (shaped && shapes_its_neighbour(step.code)));
    if (shows) {
      out.append(piece);
    } else {
      out.append(escaped(piece));
    }
    shaped = !steers && step.code >= 0xA0;
    text.remove_prefix(step.length);
  }
  return out;
}

std::string printable_rows(std::string_view text) {
  std::vector<std::string> rows;
  for (const std::string_view row : split(text, '\n')) rows.push_back(printable(row));
  return join(rows, "\n");
}

std::string printable_json(std::string_view json) {
  std::string out;
  out.reserve(json.size());
  // Whatever is not ASCII is inside a string, where an escape means the same.
  while (!json.empty()) {
    const Utf8Step step = next_code_point(json);
    const std::string_view piece = json.substr(0, step.length);
    if (!step.valid) {
      out.append("\\ufffd");
    } else if (step.code >= 0x7F && steers_a_terminal(step.code)) {
      out.append(json_escape(step.code));
    } else {
      out.append(piece);
    }
    json.remove_prefix(step.length);
  }
  return out;
}

bool has_bidi_controls(std::string_view text) {
  while (!text.empty()) {
    const Utf8Step step = next_code_point(text);
    if (step.valid && turns_direction(step.code)) return true;
    text.remove_prefix(step.length);
  }
  return false;
}

namespace {

std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t above = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, diagonal + (a[i - 1] == b[j - 1] ? 0 : 1)});
      diagonal = above;
    }
  }
  return row[b.size()];
}

}  // namespace

std::optional<std::string_view> nearest(std::string_view word, std::span<const std::string_view> candidates) {
  std::optional<std::string_view> best;
  std::size_t best_distance = word.size() / 3 + 2;  // farther than this is a guess, not a typing mistake
  for (const std::string_view candidate : candidates) {
    const std::size_t distance = edit_distance(word, candidate);
    if (distance < best_distance) {
      best = candidate;
      best_distance = distance;
    }
  }
  return best;
}

}  // namespace kedge
