// Random bytes and names that nobody can guess.
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "fs/file_system.hpp"
#include "support/strings.hpp"

namespace kedge {

template <std::size_t size>
  requires(size % 8 == 0)
std::array<std::uint8_t, size> random_bytes(FileSystem& fs) {
  std::array<std::uint8_t, size> bytes{};
  for (std::size_t i = 0; i < size; i += 8) {
    const std::uint64_t random = fs.random();
    for (std::size_t j = 0; j < 8; ++j) bytes[i + j] = static_cast<std::uint8_t>(random >> (8 * j));
  }
  return bytes;
}

inline std::string random_id(FileSystem& fs) { return to_hex(random_bytes<16>(fs)); }

}  // namespace kedge
