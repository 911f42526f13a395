// Random cases that can be had again: case i of a run depends on the run's seed and on i alone. The seed is printed;
// KEDGE_LAW_SEED gives another one, or with "new" a new one each time, KEDGE_LAW_CASES says how many cases a law is tried on.
#pragma once

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <vector>

#include "print_values.hpp"
#include "support/repeatable_random.hpp"

namespace kedge::laws {

class Random : public RepeatableRandom {
 public:
  using RepeatableRandom::RepeatableRandom;

  std::uint32_t below(std::size_t bound) { return static_cast<std::uint32_t>(RepeatableRandom::below(bound)); }
  bool one_in(std::uint32_t chances) { return below(chances) == 0; }
  template <class Choices>
  const auto& pick(const Choices& choices) {
    return choices[below(std::size(choices))];
  }
};

std::size_t law_cases();  // 10,000 unless the environment says otherwise
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
