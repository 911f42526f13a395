#include "support/sha256.hpp"

#include <bit>
#include <cstring>

#include "support/require.hpp"

namespace kedge {
namespace {

// The first 32 bits of the fractional parts of the cube roots of the first 64 primes.
constexpr std::array<std::uint32_t, 64> round_constants{
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5, 0xd807aa98, 0x12835b01,
    0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc,
    0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da, 0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147,
    0x06ca6351, 0x14292967, 0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070, 0x19a4c116, 0x1e376c08,
    0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208,
    0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

constexpr std::array<std::uint32_t, 8> initial_state{0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                                     0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};

constexpr std::size_t block_size = 64;

std::uint32_t load_big_endian(const std::uint8_t* at) {
  std::uint32_t word = 0;
  std::memcpy(&word, at, sizeof word);
  return std::endian::native == std::endian::little ? __builtin_bswap32(word) : word;
}

void store_big_endian(std::uint32_t word, std::uint8_t* at) {
  if constexpr (std::endian::native == std::endian::little) word = __builtin_bswap32(word);
  std::memcpy(at, &word, sizeof word);
}

void compress(std::array<std::uint32_t, 8>& state, const std::uint8_t* block) {
  std::array<std::uint32_t, 64> w{};
  for (std::size_t i = 0; i < 16; ++i) w[i] = load_big_endian(block + 4 * i);
  for (std::size_t i = 16; i < 64; ++i) {
    const std::uint32_t s0 = std::rotr(w[i - 15], 7) ^ std::rotr(w[i - 15], 18) ^ (w[i - 15] >> 3U);
    const std::uint32_t s1 = std::rotr(w[i - 2], 17) ^ std::rotr(w[i - 2], 19) ^ (w[i - 2] >> 10U);
    w[i] = w[i - 16] + s0 + w[i - 7] + s1;
  }
  auto [a, b, c, d, e, f, g, h] = state;
  for (std::size_t i = 0; i < 64; ++i) {
    const std::uint32_t s1 = std::rotr(e, 6) ^ std::rotr(e, 11) ^ std::rotr(e, 25);
    const std::uint32_t choice = (e & f) ^ (~e & g);
    const std::uint32_t t1 = h + s1 + choice + round_constants[i] + w[i];
    const std::uint32_t s0 = std::rotr(a, 2) ^ std::rotr(a, 13) ^ std::rotr(a, 22);
    const std::uint32_t majority = (a & b) ^ (a & c) ^ (b & c);
    h = g;
    g = f;
    f = e;
    e = d + t1;
    d = c;
    c = b;
    b = a;
    a = t1 + s0 + majority;
  }
  const std::array<std::uint32_t, 8> mixed{a, b, c, d, e, f, g, h};
  for (std::size_t i = 0; i < 8; ++i) state[i] += mixed[i];
}

void hash_each_portably(std::span<const std::string_view> messages, std::span<Digest> digests) {
  KEDGE_REQUIRE(messages.size() == digests.size());
  for (std::size_t i = 0; i < messages.size(); ++i) digests[i] = sha256(messages[i]);
}

constexpr std::array kernels{Sha256Kernel{"portable", &hash_each_portably}};

}  // namespace

Digest sha256(std::string_view message) {
  std::array<std::uint32_t, 8> state = initial_state;
  const auto* at = reinterpret_cast<const std::uint8_t*>(message.data());
  std::size_t left = message.size();
  for (; left >= block_size; at += block_size, left -= block_size) compress(state, at);

  // The rest, one set bit, zeros, and the length in bits: one block, or two when the length does not fit behind it.
  std::array<std::uint8_t, 2 * block_size> tail{};
  if (left > 0) std::memcpy(tail.data(), at, left);
  tail[left] = 0x80;
  const std::size_t tail_size = left + 9 <= block_size ? block_size : 2 * block_size;
  const std::uint64_t bits = std::uint64_t{message.size()} * 8;
  store_big_endian(static_cast<std::uint32_t>(bits >> 32U), tail.data() + tail_size - 8);
  store_big_endian(static_cast<std::uint32_t>(bits), tail.data() + tail_size - 4);
  for (std::size_t offset = 0; offset < tail_size; offset += block_size) compress(state, tail.data() + offset);

  Digest digest{};
  for (std::size_t i = 0; i < 8; ++i) store_big_endian(state[i], digest.data() + 4 * i);
  return digest;
}

std::span<const Sha256Kernel> sha256_kernels() { return kernels; }

}  // namespace kedge
