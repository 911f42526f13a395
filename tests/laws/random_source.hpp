// Random cases that can be had again: case i of a run depends on the run's seed and on i alone. The seed is printed;
// KEDGE_LAW_SEED gives another one, or with "new" a new one each time, KEDGE_LAW_CASES says how many cases a law is tried on.
#pragma once

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <vector>

#include "print_values.hpp"

namespace kedge::laws {

class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}

  std::uint64_t next() {  // splitmix64
    std::uint64_t z = (state_ += 0x9E3779B97F4A7C15U);
    z = (z ^ (z >> 30U)) * 0xBF58476D1CE4E5B9U;
    z = (z ^ (z >> 27U)) * 0x94D049BB133111EBU;
    return z ^ (z >> 31U);
  }
  // REQUIRES: bound > 0.
  std::uint32_t below(std::size_t bound) { return static_cast<std::uint32_t>(((next() >> 32U) * bound) >> 32U); }
  bool one_in(std::uint32_t chances) { return below(chances) == 0; }
  template <class Choices>
  const auto& pick(const Choices& choices) {
    return choices[below(std::size(choices))];
  }

 private:
  std::uint64_t state_;
};

std::size_t law_cases();  // 100,000 unless the environment says otherwise
std::uint64_t case_seed(std::size_t index);

// Tries a law (with ASSERT_s in it) on one random case after the other, up to the first that breaks it.
template <class Law>
void for_random_cases(std::size_t cases, const Law& law) {
  for (std::size_t i = 0; i < cases; ++i) {
    Random random(case_seed(i));
    law(random);
    if (testing::Test::HasFailure()) GTEST_FAIL() << "in random case " << i << " of " << cases;
  }
}

}  // namespace kedge::laws
