// SHA-256 (FIPS 180-4). One digest at a time, and many short messages at a time behind an interface that a faster
// kernel (CPU instructions, several lines at once) can fill without its callers noticing.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

namespace kedge {

using Digest = std::array<std::uint8_t, 32>;

Digest sha256(std::string_view message);

// A kernel hashes messages[i] into digests[i]. REQUIRES: both spans have the same size.
struct Sha256Kernel {
  std::string_view name;
  void (*hash_each)(std::span<const std::string_view> messages, std::span<Digest> digests);
};

// The kernels that this machine can run, the best first; the portable one is always there.
std::span<const Sha256Kernel> sha256_kernels();

inline void sha256_each(std::span<const std::string_view> messages, std::span<Digest> digests) {
  sha256_kernels().front().hash_each(messages, digests);
}

}  // namespace kedge
