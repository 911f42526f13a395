#include "text/encoding.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <span>

#include "support/strings.hpp"
#include "support/utf8.hpp"

namespace kedge {

std::string_view wide_encoding(std::string_view bytes) {
  using namespace std::string_view_literals;
  if (bytes.starts_with("\xFF\xFE\0\0"sv)) return "UTF-32LE";
  if (bytes.starts_with("\0\0\xFE\xFF"sv)) return "UTF-32BE";
  if (bytes.starts_with("\xFF\xFE"sv)) return "UTF-16LE";
  if (bytes.starts_with("\xFE\xFF"sv)) return "UTF-16BE";
  return {};
}

namespace {

struct Exception {
  char32_t code;
  std::uint8_t byte;
};

// What differs from ISO-8859-1, which gives each of the first 256 code points its own byte.
constexpr std::array<Exception, 27> windows_1252{{
    {0x20AC, 0x80}, {0x201A, 0x82}, {0x0192, 0x83}, {0x201E, 0x84}, {0x2026, 0x85}, {0x2020, 0x86}, {0x2021, 0x87},
    {0x02C6, 0x88}, {0x2030, 0x89}, {0x0160, 0x8A}, {0x2039, 0x8B}, {0x0152, 0x8C}, {0x017D, 0x8E}, {0x2018, 0x91},
    {0x2019, 0x92}, {0x201C, 0x93}, {0x201D, 0x94}, {0x2022, 0x95}, {0x2013, 0x96}, {0x2014, 0x97}, {0x02DC, 0x98},
    {0x2122, 0x99}, {0x0161, 0x9A}, {0x203A, 0x9B}, {0x0153, 0x9C}, {0x017E, 0x9E}, {0x0178, 0x9F},
}};
constexpr std::array<Exception, 8> iso_8859_15{{{0x20AC, 0xA4},
                                                {0x0160, 0xA6},
                                                {0x0161, 0xA8},
                                                {0x017D, 0xB4},
                                                {0x017E, 0xB8},
                                                {0x0152, 0xBC},
                                                {0x0153, 0xBD},
                                                {0x0178, 0xBE}}};

struct SingleByte {
  std::string_view name;
  char32_t ends;  // code points below it have their own byte, but for the bytes of exceptions
  std::span<const Exception> exceptions;
  bool c1_controls;  // whether 0x80 to 0x9F are characters of their own
};
constexpr std::array<SingleByte, 4> single_byte{{
    {"us-ascii", 0x80, {}, false},
    {"iso-8859-1", 0x100, {}, true},
    {"iso-8859-15", 0x100, iso_8859_15, true},
    {"windows-1252", 0x100, windows_1252, false},
}};

std::optional<std::uint8_t> byte_for(char32_t code, const SingleByte& encoding) {
  const auto by_code = std::ranges::find(encoding.exceptions, code, &Exception::code);
  if (by_code != encoding.exceptions.end()) return by_code->byte;
  if (code >= encoding.ends || (!encoding.c1_controls && code >= 0x80 && code < 0xA0)) return std::nullopt;
  const auto byte = static_cast<std::uint8_t>(code);
  const bool taken = std::ranges::find(encoding.exceptions, byte, &Exception::byte) != encoding.exceptions.end();
  return taken ? std::nullopt : std::optional(byte);
}

}  // namespace

std::expected<std::string, std::string> encoded(std::string_view utf8, std::string_view encoding) {
  std::string lower(encoding);
  std::ranges::transform(lower, lower.begin(), to_lower);
  if (lower == "utf-8") return std::string(utf8);
  const auto found = std::ranges::find(single_byte, lower, &SingleByte::name);
  if (found == single_byte.end()) {
    return std::unexpected(concat("'", printable(encoding),
                                  "' is not known here; known are UTF-8, US-ASCII, ISO-8859-1, ISO-8859-15 and windows-1252"));
  }
  std::string out;
  while (!utf8.empty()) {
    const Utf8Step step = next_code_point(utf8);
    const std::optional<std::uint8_t> byte = step.valid ? byte_for(step.code, *found) : std::nullopt;
    if (!byte) {
      return std::unexpected(
          concat(printable(encoding), " has no character for '", printable(utf8.substr(0, step.length)), "'"));
    }
    out.push_back(static_cast<char>(*byte));
    utf8.remove_prefix(step.length);
  }
  return out;
}

}  // namespace kedge
