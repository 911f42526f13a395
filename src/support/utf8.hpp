// Strict UTF-8 decoding: overlong forms, surrogates and truncated sequences are invalid bytes and never repaired.
#pragma once

#include <cstddef>
#include <string_view>

namespace kedge {

inline constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";

struct Utf8Step {
  std::size_t length = 0;  // bytes to advance; 1 for an invalid byte
  char32_t code = 0;
  bool valid = false;
};

// REQUIRES: text is not empty.
Utf8Step next_code_point(std::string_view text);

// The longest prefix of at most this many bytes that does not cut a character.
std::string_view beginning_of(std::string_view text, std::size_t most_bytes);

bool is_ascii(std::string_view text);
bool is_utf8(std::string_view text);

}  // namespace kedge
