#include "text/newlines.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

#if defined(__aarch64__)
#include <arm_neon.h>
#elif defined(__x86_64__)
#include <emmintrin.h>
#endif

namespace kedge {
namespace {

// One bit per byte of a 64-byte block, lowest bit first, set where the byte is LF.
#if defined(__aarch64__)
std::uint64_t newline_mask(const char* block) {
  const auto* at = reinterpret_cast<const std::uint8_t*>(block);
  const uint8x16_t newline = vdupq_n_u8('\n');
  const uint8x16_t weight = {1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128};
  const uint8x16_t a = vandq_u8(vceqq_u8(vld1q_u8(at), newline), weight);
  const uint8x16_t b = vandq_u8(vceqq_u8(vld1q_u8(at + 16), newline), weight);
  const uint8x16_t c = vandq_u8(vceqq_u8(vld1q_u8(at + 32), newline), weight);
  const uint8x16_t d = vandq_u8(vceqq_u8(vld1q_u8(at + 48), newline), weight);
  const uint8x16_t folded = vpaddq_u8(vpaddq_u8(a, b), vpaddq_u8(c, d));
  return vgetq_lane_u64(vreinterpretq_u64_u8(vpaddq_u8(folded, folded)), 0);
}
#elif defined(__x86_64__)
std::uint64_t newline_mask(const char* block) {
  const __m128i newline = _mm_set1_epi8('\n');
  std::uint64_t mask = 0;
  for (std::size_t part = 0; part < 4; ++part) {
    const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(block + 16 * part));
    const auto bits = static_cast<unsigned>(_mm_movemask_epi8(_mm_cmpeq_epi8(bytes, newline)));
    mask |= std::uint64_t{bits} << (16 * part);
  }
  return mask;
}
#else
std::uint64_t newline_mask(const char* block) {
  std::uint64_t mask = 0;
  for (unsigned i = 0; i < 64; ++i) mask |= std::uint64_t{block[i] == '\n'} << i;
  return mask;
}
#endif

// So many can be counted in one byte for each place of a block.
constexpr std::size_t most_blocks = 255;

// REQUIRES: no more than most_blocks.
std::size_t count_in_blocks(const char* at, std::size_t blocks) {
  using Bytes [[gnu::vector_size(16)]] = std::uint8_t;
  const auto add = [](Bytes& sum, const char* from) {
    Bytes bytes;
    std::memcpy(&bytes, from, sizeof bytes);
    sum -= reinterpret_cast<Bytes>(bytes == static_cast<std::uint8_t>('\n'));  // true is -1
  };
  Bytes first{}, second{}, third{}, fourth{};
  for (const char* const end = at + 64 * blocks; at != end; at += 64) {
    add(first, at);
    add(second, at + 16);
    add(third, at + 32);
    add(fourth, at + 48);
  }
  std::size_t count = 0;
  for (const Bytes& sum : {first, second, third, fourth}) {
    for (std::size_t i = 0; i < sizeof sum; ++i) count += sum[i];
  }
  return count;
}

std::uint64_t newline_mask_of_rest(const char* rest, std::size_t size) {
  char block[64] = {};
  std::memcpy(block, rest, size);
  return newline_mask(block);
}

}  // namespace

std::size_t count_newlines(std::string_view bytes) {
  const char* at = bytes.data();
  std::size_t left = bytes.size();
  std::size_t count = 0;
  while (left >= 64) {
    const std::size_t blocks = std::min(left / 64, most_blocks);
    count += count_in_blocks(at, blocks);
    at += 64 * blocks;
    left -= 64 * blocks;
  }
  if (left > 0) count += static_cast<std::size_t>(std::popcount(newline_mask_of_rest(at, left)));
  return count;
}

std::uint32_t* offsets_behind_newlines(std::string_view bytes, std::uint32_t* out) {
  const char* at = bytes.data();
  std::size_t left = bytes.size();
  std::uint32_t base = 1;  // after the LF, not at it
  const auto write = [&](std::uint64_t mask) {
    for (; mask != 0; mask &= mask - 1) *out++ = base + static_cast<std::uint32_t>(std::countr_zero(mask));
  };
  for (; left >= 64; at += 64, left -= 64, base += 64) write(newline_mask(at));
  if (left > 0) write(newline_mask_of_rest(at, left));
  return out;
}

}  // namespace kedge
