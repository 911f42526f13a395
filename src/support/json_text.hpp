// The bytes of JSON text that need no attention, for reading and for writing.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace kedge {

// Printable ASCII but for quotes and backslashes: the same inside a string and outside.
constexpr bool is_plain_in_json(char c) {
  const auto byte = static_cast<std::uint8_t>(c);
  return byte >= 0x20 && byte < 0x7F && byte != '"' && byte != '\\';
}

// How many such bytes a text begins with. Eight at a time: any other byte sets its top bit in one of the five tests, possibly
// together with bits of later bytes.
inline std::size_t plain_json_run(std::string_view text) {
  constexpr std::uint64_t ones = 0x0101010101010101U;
  constexpr std::uint64_t tops = 0x8080808080808080U;
  const auto has_zero = [](std::uint64_t word) { return (word - ones) & ~word; };
  std::size_t at = 0;
  for (; at + 8 <= text.size(); at += 8) {
    std::uint64_t word = 0;
    std::memcpy(&word, text.data() + at, 8);
    const std::uint64_t quotes = has_zero(word ^ (ones * '"'));
    const std::uint64_t backslashes = has_zero(word ^ (ones * '\\'));
    const std::uint64_t controls = word - ones * 0x20;
    const std::uint64_t deletes = has_zero(word ^ (ones * 0x7F));
    const std::uint64_t others = (word | quotes | backslashes | controls | deletes) & tops;
    if (others == 0) continue;
    if constexpr (std::endian::native != std::endian::little) break;
    return at + static_cast<std::size_t>(std::countr_zero(others)) / 8;
  }
  while (at < text.size() && is_plain_in_json(text[at])) ++at;
  return at;
}

}  // namespace kedge
