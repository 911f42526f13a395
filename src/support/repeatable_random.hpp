// Random numbers that a seed repeats, for tests.
#pragma once

#include <cstddef>
#include <cstdint>

namespace kedge {

class RepeatableRandom {
 public:
  explicit RepeatableRandom(std::uint64_t seed) : state_(seed) {}

  std::uint64_t next() {  // splitmix64
    std::uint64_t z = (state_ += 0x9E3779B97F4A7C15U);
    z = (z ^ (z >> 30U)) * 0xBF58476D1CE4E5B9U;
    z = (z ^ (z >> 27U)) * 0x94D049BB133111EBU;
    return z ^ (z >> 31U);
  }
  // REQUIRES: bound > 0.
  std::size_t below(std::size_t bound) { return static_cast<std::size_t>(((next() >> 32U) * bound) >> 32U); }

 private:
  std::uint64_t state_;
};

}  // namespace kedge
