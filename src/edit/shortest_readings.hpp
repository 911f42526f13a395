// All ways to read a change: of all diffs between two texts those with the fewest changed lines, and of those the ones with the
// fewest hunks. A line that all of them pair with the same line is told apart from its equals; any other is a guess.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include "edit/diff.hpp"
#include "text/text.hpp"

namespace kedge {

class ShortestReadings {
 public:
  // None for texts that are too large: if many lines have changed, it takes time and memory in the product of the lines from
  // the first change to the last; otherwise, in these lines times those that have changed.
  static std::optional<ShortestReadings> of(const Text& before, const Text& after, LineKey key);

  // Whether every reading pairs the line with this one. Far above the first change and below the last, the answer is that for
  // the nearest line that was looked at.
  bool all_pair(LineNo line, LineNo now) const;

 private:
  // What it costs to get to a place, or from it to the end: edited lines first, then hunks. In a hunk or not.
  struct Cost {
    std::uint32_t outside, inside;
  };

  ShortestReadings(const Text& before, const Text& after, LineKey key, std::uint32_t first, std::uint32_t old_lines,
                   std::uint32_t new_lines);

  // A reading with so many changed lines cannot get further away from the diagonal, so other places are not looked at.
  bool is_near(std::uint32_t i, std::uint32_t j) const { return i <= j + furthest_ && j <= i + furthest_; }
  std::uint32_t first_near(std::uint32_t i) const { return i > furthest_ ? i - furthest_ : 0; }
  std::uint32_t end_of_near(std::uint32_t i) const {
    return std::min(i + furthest_, static_cast<std::uint32_t>(new_.size())) + 1;
  }
  // REQUIRES: it is near.
  std::size_t at(std::uint32_t i, std::uint32_t j) const {
    return std::size_t{i} * (2 * std::size_t{furthest_} + 1) + (j + furthest_ - i);
  }
  void go_forwards();
  void go_backwards();

  std::uint32_t first_ = 0;               // lines before it are equal and are not looked at
  std::vector<std::uint32_t> old_, new_;  // equal lines have equal numbers
  std::uint32_t furthest_ = 0;            // from the diagonal
  std::vector<Cost> to_, from_;
};

}  // namespace kedge
