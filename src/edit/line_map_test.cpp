#include "edit/line_map.hpp"

#include <gtest/gtest.h>

#include <array>

#include "print_values.hpp"

namespace kedge {
namespace {

constexpr LineSpan lines(std::uint32_t first, std::uint32_t last) { return {LineNo{first}, LineNo{last + 1}}; }
constexpr LineSpan before(std::uint32_t line) { return between_lines(LineNo{line}); }

LineMap with(std::uint32_t count, const Hunk& hunk) { return {count, std::array{hunk}}; }

TEST(LineMap, ALineThatWasRemovedAndWrittenAgainIsGone) {
  const LineMap removed = with(5, {lines(3, 3), before(3)});
  const LineMap written = with(4, {before(3), lines(3, 3)});
  const LineMap both = removed.then(written);
  EXPECT_EQ(both.lines_after(), 5U);
  EXPECT_EQ(both.follow(lines(3, 3)).error().reason, Unproven::Reason::changed);
  EXPECT_EQ(both.follow(lines(4, 5)).value(), lines(4, 5));
}

TEST(LineMap, LinesBetweenWhichSomethingCameAndWentStayParted) {
  const LineMap inserted = with(2, {before(2), lines(2, 4)});
  const LineMap removed = with(5, {lines(2, 4), before(2)});
  const LineMap both = inserted.then(removed);
  EXPECT_EQ(both.follow(lines(1, 2)).error().reason, Unproven::Reason::parted);
  EXPECT_EQ(both.follow(lines(1, 2)).error().line, LineNo{2});
  EXPECT_EQ(both.follow(lines(2, 2)).value(), lines(2, 2));
}

TEST(LineMap, TheEdgesOfTheTextAreNeighbours) {
  const LineMap at_head = with(2, {before(1), lines(1, 1)});
  EXPECT_FALSE(at_head.follow_between_neighbours(before(1)).has_value());
  EXPECT_EQ(at_head.follow_between_neighbours(before(3)).value(), before(4));
  const LineMap at_tail = with(2, {before(3), lines(3, 3)});
  EXPECT_EQ(at_tail.follow_between_neighbours(before(1)).value(), before(1));
  EXPECT_FALSE(at_tail.follow_between_neighbours(before(3)).has_value());
}

TEST(LineMap, ManyEditsAreFollowedAtOnce) {
  LineMap all = with(1000, {lines(1, 1), lines(1, 2)});
  for (std::uint32_t i = 1; i < 900; ++i) all = all.then(with(1000 + i, {lines(i + 1, i + 1), lines(i + 1, i + 2)}));
  EXPECT_EQ(all.follow(lines(950, 1000)).value(), lines(1850, 1900));
  EXPECT_EQ(all.follow(lines(1, 1)).error().reason, Unproven::Reason::changed);
}

TEST(LineMap, RunsThatOverlapAreNoMap) {
  using Run = LineMap::Run;
  EXPECT_TRUE(LineMap::of_runs({Run{0, 0, 3}, Run{4, 3, 2}}).has_value());
  EXPECT_FALSE(LineMap::of_runs({}).has_value());
  EXPECT_FALSE(LineMap::of_runs({Run{1, 0, 3}}).has_value()) << "the line before the first is never touched";
  EXPECT_FALSE(LineMap::of_runs({Run{0, 0, 3}, Run{2, 3, 2}}).has_value());
  EXPECT_FALSE(LineMap::of_runs({Run{0, 0, 3}, Run{4, 2, 2}}).has_value());
  EXPECT_FALSE(LineMap::of_runs({Run{0, 0, 3}, Run{4, 3, 0}}).has_value());
  EXPECT_FALSE(LineMap::of_runs({Run{0, 0, 1}}).has_value());
  EXPECT_FALSE(LineMap::of_runs({Run{0, 0, 3}, Run{0xFFFFFFFF, 3, 2}}).has_value());
}

}  // namespace
}  // namespace kedge
