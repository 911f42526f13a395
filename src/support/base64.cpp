#include "support/base64.hpp"

#include <algorithm>
#include <cstdint>

namespace kedge {
namespace {

constexpr std::string_view alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

}  // namespace

std::string to_base64(std::string_view bytes) {
  std::string out;
  out.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    const std::size_t count = std::min<std::size_t>(3, bytes.size() - i);
    std::uint32_t group = 0;
    for (std::size_t j = 0; j < 3; ++j) {
      group = (group << 8) | (j < count ? static_cast<std::uint8_t>(bytes[i + j]) : 0U);
    }
    for (std::size_t j = 0; j < 4; ++j) out.push_back(j <= count ? alphabet[(group >> (18 - 6 * j)) & 63] : '=');
  }
  return out;
}

std::optional<std::string> from_base64(std::string_view text) {
  if (text.size() % 4 != 0) return std::nullopt;
  std::string out;
  out.reserve(text.size() / 4 * 3);
  for (std::size_t i = 0; i < text.size(); i += 4) {
    std::uint32_t group = 0;
    std::size_t padding = 0;
    for (std::size_t j = 0; j < 4; ++j) {
      const bool may_pad = i + 4 == text.size() && j >= 2;
      const std::size_t value = alphabet.find(text[i + j]);
      if (text[i + j] == '=' && may_pad) {
        ++padding;
      } else if (value == std::string_view::npos || padding > 0) {
        return std::nullopt;
      }
      group = (group << 6) | (padding > 0 ? 0U : static_cast<std::uint32_t>(value));
    }
    const std::size_t bytes = 3 - padding;
    if ((group & ((1U << (8 * padding)) - 1)) != 0) return std::nullopt;
    for (std::size_t j = 0; j < bytes; ++j) out.push_back(static_cast<char>((group >> (16 - 8 * j)) & 0xFF));
  }
  return out;
}

}  // namespace kedge
