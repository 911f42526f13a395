// Any bytes as UTF-8: every step is that of a reader who writes each character out again and compares; what is made to be shown
// is UTF-8 that steers no terminal; what goes out as Base64 or another encoding comes back.
#include <optional>
#include <string>
#include <string_view>

#include "support/base64.hpp"
#include "support/require.hpp"
#include "support/strings.hpp"
#include "support/utf8.hpp"
#include "text/encoding.hpp"

namespace kedge::fuzz {
namespace {

std::string written(char32_t code) {
  const auto byte = [](char32_t bits) { return static_cast<char>(static_cast<unsigned char>(bits)); };
  if (code < 0x80) return {byte(code)};
  if (code < 0x800) return {byte(0xC0 | (code >> 6)), byte(0x80 | (code & 0x3F))};
  if (code < 0x10000) return {byte(0xE0 | (code >> 12)), byte(0x80 | ((code >> 6) & 0x3F)), byte(0x80 | (code & 0x3F))};
  return {byte(0xF0 | (code >> 18)), byte(0x80 | ((code >> 12) & 0x3F)), byte(0x80 | ((code >> 6) & 0x3F)),
          byte(0x80 | (code & 0x3F))};
}

// The character that these bytes, all of them, are: whatever their bits say, it is one only if it is written so.
std::optional<char32_t> character(std::string_view bytes) {
  const auto value = [&](std::size_t i) { return static_cast<char32_t>(static_cast<unsigned char>(bytes[i])); };
  char32_t code = value(0);
  if (bytes.size() > 1) code &= 0xFFU >> (bytes.size() + 1);
  for (std::size_t i = 1; i < bytes.size(); ++i) code = (code << 6) | (value(i) & 0x3F);
  const bool is_one = code <= 0x10FFFF && (code < 0xD800 || code > 0xDFFF);
  return is_one && written(code) == bytes ? std::optional(code) : std::nullopt;
}

Utf8Step naive_step(std::string_view text) {
  for (std::size_t length = 1; length <= 4 && length <= text.size(); ++length) {
    if (const std::optional<char32_t> code = character(text.substr(0, length))) return {length, *code, true};
  }
  return {.length = 1};
}

void expect_harmless(const std::string& shown, bool rows) {
  KEDGE_REQUIRE(is_utf8(shown) && !has_bidi_controls(shown));
  for (const char c : shown) {
    const auto byte = static_cast<unsigned char>(c);
    KEDGE_REQUIRE((byte >= 0x20 && byte != 0x7F) || c == '\t' || (rows && c == '\n'));
  }
}

}  // namespace

void utf8(std::string_view input) {
  bool all_valid = true;
  bool all_ascii = true;
  for (std::string_view left = input; !left.empty();) {
    const Utf8Step expected = naive_step(left);
    const Utf8Step step = next_code_point(left);
    KEDGE_REQUIRE(step.valid == expected.valid && step.length == expected.length);
    KEDGE_REQUIRE(!step.valid || step.code == expected.code);
    all_valid = all_valid && step.valid;
    all_ascii = all_ascii && static_cast<unsigned char>(left.front()) < 0x80;
    left.remove_prefix(step.length);
  }
  KEDGE_REQUIRE(is_utf8(input) == all_valid && is_ascii(input) == all_ascii);
  expect_harmless(printable(input), false);
  expect_harmless(printable_rows(input), true);

  KEDGE_REQUIRE(from_base64(to_base64(input)) == input);
  if (const std::optional<std::string> bytes = from_base64(input)) KEDGE_REQUIRE(to_base64(*bytes) == input);
  KEDGE_REQUIRE(encoded(input, "utf-8").has_value() == all_valid || !all_valid);
  for (const std::string_view encoding : {"us-ascii", "ISO-8859-1", "iso-8859-15", "windows-1252"}) {
    const auto bytes = encoded(input, encoding);
    if (all_ascii) KEDGE_REQUIRE(bytes && *bytes == input);
    if (!bytes) KEDGE_REQUIRE(!bytes.error().empty());
  }
}

}  // namespace kedge::fuzz
