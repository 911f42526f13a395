// SHA-256 (FIPS 180-4), for one message or for many short ones. A table lists the kernels, some of which use special processor
// instructions; callers do not see which one is used.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace kedge {

using Digest = std::array<std::uint8_t, 32>;

namespace sha256_kernel {
// Aligned, because kernels load vectors of four words from it.
struct alignas(16) State {
  std::array<std::uint32_t, 8> words;
};
}  // namespace sha256_kernel

struct Sha256Kernel {
  std::string_view name;
  // Adds `count` blocks of 64 bytes to the state.
  void (*compress)(sha256_kernel::State& state, const std::uint8_t* blocks, std::size_t count);
  Digest (*hash)(std::string_view message);
  // Hashes messages[i] into digests[i]. REQUIRES: both spans have the same size.
  void (*hash_each)(std::span<const std::string_view> messages, std::span<Digest> digests);
};

// The kernels that this machine can run, fastest first. The portable one is always included.
std::span<const Sha256Kernel> sha256_kernels();

inline Digest sha256(std::string_view message) { return sha256_kernels().front().hash(message); }

// For a message that arrives in pieces.
class Sha256 {
 public:
  Sha256();
  void add(std::string_view piece);
  Digest finish();

 private:
  sha256_kernel::State state_;
  std::array<std::uint8_t, 64> rest_{};  // after the last whole block
  std::uint64_t size_ = 0;
};

// nullopt unless these are 64 hex digits, in either case.
std::optional<Digest> digest_from_hex(std::string_view text);

// REQUIRES: both spans have the same size.
inline void sha256_each(std::span<const std::string_view> messages, std::span<Digest> digests) {
  sha256_kernels().front().hash_each(messages, digests);
}

}  // namespace kedge
