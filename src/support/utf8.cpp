#include "support/utf8.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>

namespace kedge {

Utf8Step next_code_point(std::string_view text) {
  const auto lead = static_cast<std::uint8_t>(text[0]);
  if (lead < 0x80) return {1, lead, true};

  const std::size_t length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
  if (lead < 0xC2 || lead > 0xF4 || text.size() < length) return {1, lead, false};

  static constexpr std::array<std::uint8_t, 5> payload_mask{0, 0, 0x1F, 0x0F, 0x07};
  char32_t code = lead & payload_mask[length];
  for (std::size_t i = 1; i < length; ++i) {
    const auto byte = static_cast<std::uint8_t>(text[i]);
    if ((byte & 0xC0U) != 0x80) return {1, lead, false};
    code = (code << 6U) | (byte & 0x3FU);
  }
  const bool overlong = (length == 3 && code < 0x800) || (length == 4 && code < 0x10000);
  const bool surrogate = code >= 0xD800 && code <= 0xDFFF;
  if (overlong || surrogate || code > 0x10FFFF) return {1, lead, false};
  return {length, code, true};
}

namespace {

constexpr std::size_t word = sizeof(std::uint64_t);

bool begins_with_ascii_word(std::string_view text) {
  if (text.size() < word) return false;
  std::uint64_t bytes = 0;
  std::memcpy(&bytes, text.data(), word);
  return (bytes & 0x8080808080808080U) == 0;
}

}  // namespace

std::string_view beginning_of(std::string_view text, std::size_t most_bytes) {
  std::size_t end = std::min(text.size(), most_bytes);
  while (end > 0 && end < text.size() && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U) --end;
  return text.substr(0, end);
}

bool is_ascii(std::string_view text) {
  std::uint8_t seen = 0;  // without a branch for each, the compiler takes many bytes at once
  for (; text.size() >= 256; text.remove_prefix(256)) {
    for (std::size_t i = 0; i < 256; ++i) seen |= static_cast<std::uint8_t>(text[i]);
    if (seen >= 0x80) return false;
  }
  for (const char c : text) seen |= static_cast<std::uint8_t>(c);
  return seen < 0x80;
}

bool is_utf8(std::string_view text) {
  while (!text.empty()) {
    while (begins_with_ascii_word(text)) text.remove_prefix(word);
    if (text.empty()) break;
    const Utf8Step step = next_code_point(text);
    if (!step.valid) return false;
    text.remove_prefix(step.length);
  }
  return true;
}

}  // namespace kedge
