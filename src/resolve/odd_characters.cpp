#include "resolve/odd_characters.hpp"

#include <algorithm>
#include <array>
#include <cstdint>

#include "support/strings.hpp"
#include "support/utf8.hpp"
#include "text/blanks.hpp"

namespace kedge {
namespace {

struct OddRange {
  char32_t first, last;
  std::string_view plain;
};

constexpr std::array odd_ranges{
    OddRange{0x00A0, 0x00A0, " "},    // no-break space
    OddRange{0x00AD, 0x00AD, ""},     // soft hyphen
    OddRange{0x1680, 0x1680, " "},    // ogham space
    OddRange{0x180E, 0x180E, ""},     // vowel separator
    OddRange{0x2000, 0x200A, " "},    // spaces of many widths
    OddRange{0x200B, 0x200F, ""},     // zero width, joiners, direction marks
    OddRange{0x2010, 0x2015, "-"},    // hyphens and dashes
    OddRange{0x2018, 0x201B, "'"},    // single quotes
    OddRange{0x201C, 0x201F, "\""},   // double quotes
    OddRange{0x2026, 0x2026, "..."},  // ellipsis
    OddRange{0x202F, 0x202F, " "},    // narrow no-break space
    OddRange{0x2032, 0x2032, "'"},    // prime
    OddRange{0x2033, 0x2033, "\""},   // double prime
    OddRange{0x205F, 0x205F, " "},    // mathematical space
    OddRange{0x2060, 0x2060, ""},     // word joiner
    OddRange{0x2212, 0x2212, "-"},    // minus
    OddRange{0x3000, 0x3000, " "},    // ideographic space
    OddRange{0xFEFF, 0xFEFF, ""},     // byte order mark inside the text
};
static_assert(std::ranges::is_sorted(odd_ranges, {}, &OddRange::first));

bool continues_a_character(char byte) { return (static_cast<unsigned char>(byte) & 0xC0U) == 0x80; }

std::string visible_character(std::string_view piece, const Utf8Step& step, bool trailing) {
  if (!step.valid) return printable(piece);
  if (step.code == '\t') return "→";
  if (step.code == '\r') return "<CR>";
  if (step.code == ' ' && trailing) return "·";
  if (plain_form(step.code)) return concat('<', code_name(step.code), '>');
  return printable(piece);
}

}  // namespace

std::optional<std::string_view> plain_form(char32_t code) {
  if (code < odd_ranges.front().first) return std::nullopt;
  const auto* const above = std::ranges::upper_bound(odd_ranges, code, {}, &OddRange::first);
  const OddRange& nearest_below = *(above - 1);
  return code <= nearest_below.last ? std::optional(nearest_below.plain) : std::nullopt;
}

std::string with_plain_forms(std::string_view row) {
  const bool is_ascii = std::ranges::none_of(row, [](char c) { return static_cast<unsigned char>(c) >= 0x80; });
  if (is_ascii) return std::string(row);
  std::string plain;
  plain.reserve(row.size());
  while (!row.empty()) {
    const Utf8Step step = next_code_point(row);
    plain.append((step.valid ? plain_form(step.code) : std::nullopt).value_or(row.substr(0, step.length)));
    row.remove_prefix(step.length);
  }
  return plain;
}

std::string code_name(char32_t code) {
  const auto wide = static_cast<std::uint32_t>(code);
  const std::array<std::uint8_t, 3> bytes{static_cast<std::uint8_t>(wide >> 16U), static_cast<std::uint8_t>(wide >> 8U),
                                          static_cast<std::uint8_t>(wide)};
  std::string hex = to_hex(bytes);
  std::ranges::transform(hex, hex.begin(), [](char c) { return c >= 'a' ? static_cast<char>(c - 'a' + 'A') : c; });
  const std::size_t leading_zeros = std::min<std::size_t>(hex.find_first_not_of('0'), 2);
  return concat("U+", hex.substr(leading_zeros));
}

std::string visible(std::string_view row, std::size_t from, std::size_t to) {
  to = std::min(to, row.size());
  while (from < to && continues_a_character(row[from])) ++from;
  while (to > from && to < row.size() && continues_a_character(row[to])) --to;
  const std::size_t trailing_from = without_trailing_blanks(row).size();

  std::string out = from > 0 ? "…" : "";
  for (std::size_t at = from; at < to;) {
    const Utf8Step step = next_code_point(row.substr(at));
    out.append(visible_character(row.substr(at, step.length), step, at >= trailing_from));
    at += step.length;
  }
  if (to < row.size()) out.append("…");
  return out;
}

}  // namespace kedge
