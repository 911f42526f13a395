// SHA-256 (FIPS 180-4): one digest at a time, and many short messages at a time. Kernels that use instructions of the
// processor stand behind one table, and callers do not notice which of them works.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace kedge {

using Digest = std::array<std::uint8_t, 32>;

namespace sha256_kernel {
// Whole vectors of four words are loaded from it.
struct alignas(16) State {
  std::array<std::uint32_t, 8> words;
};
}  // namespace sha256_kernel

struct Sha256Kernel {
  std::string_view name;
  // Mixes that many blocks of 64 bytes into the state.
  void (*compress)(sha256_kernel::State& state, const std::uint8_t* blocks, std::size_t count);
  Digest (*hash)(std::string_view message);
  // Hashes messages[i] into digests[i]. REQUIRES: both spans have the same size.
  void (*hash_each)(std::span<const std::string_view> messages, std::span<Digest> digests);
};

// The kernels that this machine can run, the best first; the portable one is always there.
std::span<const Sha256Kernel> sha256_kernels();

inline Digest sha256(std::string_view message) { return sha256_kernels().front().hash(message); }

// A message that comes in pieces.
class Sha256 {
 public:
  Sha256();
  void add(std::string_view piece);
  Digest finish();

 private:
  sha256_kernel::State state_;
  std::array<std::uint8_t, 64> rest_{};  // behind the whole blocks
  std::uint64_t size_ = 0;
};

// Nothing unless these are 64 hex digits, of either case.
std::optional<Digest> digest_from_hex(std::string_view text);

// REQUIRES: both spans have the same size.
inline void sha256_each(std::span<const std::string_view> messages, std::span<Digest> digests) {
  sha256_kernels().front().hash_each(messages, digests);
}

}  // namespace kedge
