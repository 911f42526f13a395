// What the SHA-256 kernels share: the constants, the padding, and how to make a kernel from a function that adds whole blocks
// to a state. Only for sha256*.cpp; all others include sha256.hpp.
#pragma once

#include <bit>
#include <cstddef>
#include <cstring>
#include <optional>

#include "support/require.hpp"
#include "support/sha256.hpp"

namespace kedge::sha256_kernel {

// nullopt if the program was built for another processor, or this one lacks the instructions.
std::optional<Sha256Kernel> arm();
std::optional<Sha256Kernel> x86();
std::optional<Sha256Kernel> avx2();
Sha256Kernel portable();

inline constexpr std::size_t block_size = 64;

// The first 32 bits of the fractional parts of the square roots of the first 8 primes.
inline constexpr State initial_state{
    {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19}};

// The first 32 bits of the fractional parts of the cube roots of the first 64 primes.
alignas(16) inline constexpr std::array<std::uint32_t, 64> round_constants{
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5, 0xd807aa98, 0x12835b01,
    0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc,
    0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da, 0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147,
    0x06ca6351, 0x14292967, 0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070, 0x19a4c116, 0x1e376c08,
    0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208,
    0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

inline void store_big_endian(std::uint32_t word, std::uint8_t* at) {
  if constexpr (std::endian::native == std::endian::little) word = __builtin_bswap32(word);
  std::memcpy(at, &word, sizeof word);
}

// The whole blocks of a message, which are read in place.
inline const std::uint8_t* whole_blocks(std::string_view message) {
  return reinterpret_cast<const std::uint8_t*>(message.data());
}
inline std::size_t whole_block_count(std::string_view message) { return message.size() / block_size; }

// The end of the message after its whole blocks, one set bit, zeros, and the length in bits: one block, or two if the length
// does not fit.
struct Tail {
  alignas(16) std::array<std::uint8_t, 2 * block_size> bytes;
  std::size_t block_count;

  void fill(std::string_view message) {
    const std::size_t rest = message.size() % block_size;
    fill(message.substr(message.size() - rest), message.size());
  }
  // Overwrites an earlier tail, because clearing both blocks for each line would cost measurable time.
  void fill(std::string_view behind_whole_blocks, std::uint64_t message_size) {
    const std::size_t rest = behind_whole_blocks.size();
    block_count = rest + 1 + sizeof(std::uint64_t) <= block_size ? 1 : 2;
    const std::size_t size = block_count * block_size;
    std::memset(bytes.data(), 0, block_size);
    if (block_count == 2) std::memset(bytes.data() + block_size, 0, block_size);
    if (rest > 0) std::memcpy(bytes.data(), behind_whole_blocks.data(), rest);
    bytes[rest] = 0x80;
    const std::uint64_t bits = message_size * 8;
    store_big_endian(static_cast<std::uint32_t>(bits >> 32U), bytes.data() + size - 8);
    store_big_endian(static_cast<std::uint32_t>(bits), bytes.data() + size - 4);
  }
};

// Adds `count` blocks to the state.
using Compress = void (*)(State& state, const std::uint8_t* blocks, std::size_t count);

inline Digest digest_of(const State& state) {
  Digest digest;
  for (std::size_t i = 0; i < state.words.size(); ++i) store_big_endian(state.words[i], digest.data() + 4 * i);
  return digest;
}

template <Compress compress>
Digest hash(std::string_view message) {
  State state = initial_state;
  compress(state, whole_blocks(message), whole_block_count(message));
  Tail tail;
  tail.fill(message);
  compress(state, tail.bytes.data(), tail.block_count);
  return digest_of(state);
}

template <Compress compress>
void hash_each(std::span<const std::string_view> messages, std::span<Digest> digests) {
  KEDGE_REQUIRE(messages.size() == digests.size());
  for (std::size_t i = 0; i < messages.size(); ++i) digests[i] = hash<compress>(messages[i]);
}

}  // namespace kedge::sha256_kernel
