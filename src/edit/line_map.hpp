// Where the lines of one version are in a later one, if the changes between them are known exactly. Maps compose: a line that
// any of the changes touched is gone, even if a later one wrote an equal line in its place, and lines between which something
// was ever inserted are parted for good. So following lines over a composed map is the same as following them change by change,
// and costs the same however many changes there were.
#pragma once

#include <expected>
#include <span>
#include <vector>

#include "edit/drift.hpp"

namespace kedge {

class LineMap {
 public:
  // Lines of a text that did not change since, with the lines before the first and after the last as neighbours of their own.
  struct Run {
    std::uint32_t first, now, size;
    friend bool operator==(const Run&, const Run&) = default;
  };

  // REQUIRES: the hunks are sorted and disjoint, and within a text of that many lines.
  LineMap(std::uint32_t lines, std::span<const Hunk> hunks);
  // nullopt if these runs are not a map.
  static std::optional<LineMap> of_runs(std::vector<Run> runs);

  // First this, then `next`. REQUIRES: `next` begins with as many lines as this ends with.
  LineMap then(const LineMap& next) const;
  // All of them in turn. REQUIRES: there is one, and each fits the one before.
  static LineMap composed(std::span<const LineMap* const> maps);

  std::uint32_t lines_before() const { return runs_.back().first + runs_.back().size - 2; }
  std::uint32_t lines_after() const { return runs_.back().now + runs_.back().size - 2; }
  std::span<const Run> runs() const { return runs_; }

  // Where these lines are, together. REQUIRES: not empty, and every line exists.
  std::expected<LineSpan, Unproven> follow(LineSpan lines) const;
  // The same for lines, or a place between two, that must still have the same neighbours.
  std::expected<LineSpan, Unproven> follow_between_neighbours(LineSpan lines) const;

  friend bool operator==(const LineMap&, const LineMap&) = default;

 private:
  explicit LineMap(std::vector<Run> runs) : runs_(std::move(runs)) {}
  std::expected<LineSpan, Unproven> follow_numbers(std::uint32_t first, std::uint32_t end) const;

  // From line 0 to the line after the last: these two are never touched.
  std::vector<Run> runs_;
};

}  // namespace kedge
