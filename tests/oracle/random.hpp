// A generator of its own (xoshiro256**, seeded by splitmix64), because a case must be the same on every machine and the
// standard leaves the distributions open.
#pragma once

#include <array>
#include <cstdint>
#include <span>

namespace oracle {

constexpr std::uint64_t scrambled(std::uint64_t x) {
  x += 0x9e3779b97f4a7c15U;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9U;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebU;
  return x ^ (x >> 31);
}

class Random {
 public:
  explicit Random(std::uint64_t seed) {
    for (std::uint64_t& word : state_) word = seed = scrambled(seed);
  }

  std::uint64_t next() {
    const std::uint64_t result = rotated(state_[1] * 5, 7) * 9;
    const std::uint64_t shifted = state_[1] << 17;
    state_[2] ^= state_[0];
    state_[3] ^= state_[1];
    state_[1] ^= state_[2];
    state_[0] ^= state_[3];
    state_[2] ^= shifted;
    state_[3] = rotated(state_[3], 45);
    return result;
  }

  // From 0 up to, not including, `count`. REQUIRES: count > 0.
  std::uint32_t below(std::size_t count) {
    return static_cast<std::uint32_t>(((next() >> 32) * static_cast<std::uint64_t>(count)) >> 32);
  }
  // Both ends included.
  std::uint32_t between(std::uint32_t least, std::uint32_t most) { return least + below(most - least + 1); }
  bool chance(double probability) { return static_cast<double>(next() >> 11) * 0x1.0p-53 < probability; }

  template <class Range>
  const auto& pick(const Range& from) {
    return from[below(std::size(from))];
  }

 private:
  static constexpr std::uint64_t rotated(std::uint64_t x, int by) { return (x << by) | (x >> (64 - by)); }

  std::array<std::uint64_t, 4> state_{};
};

}  // namespace oracle
