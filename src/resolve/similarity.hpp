// How similar two rows are: 1 minus the share of bytes that would have to be changed, inserted or removed. Work is counted and
// limited, because otherwise a hostile file could stop a server by making it compare everything with everything.
#pragma once

#include <cstdint>
#include <string_view>

namespace kedge {

// How much comparing one call may do, in steps of about one byte. Once exceeded, it stays used up.
struct WorkBudget {
  std::uint64_t steps = 200'000'000;

  bool spend(std::uint64_t count) {
    steps = count < steps ? steps - count : 0;
    return steps > 0;
  }
  bool used_up() const { return steps == 0; }
};

// 1 if equal; 0 if nothing is common or the budget is used up. For long rows that differ over a long stretch, only the common
// ends count.
double similarity(std::string_view a, std::string_view b, WorkBudget& budget);

// The stretch of a longer row that is most similar to a piece.
struct PieceFit {
  double similarity = 0;  // 1: equal
  std::size_t end = 0;    // where that stretch ends, in bytes of the whole
};

PieceFit best_fit(std::string_view piece, std::string_view whole, WorkBudget& budget);

}  // namespace kedge
