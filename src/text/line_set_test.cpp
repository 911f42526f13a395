#include "text/line_set.hpp"

#include <gtest/gtest.h>

#include <cstdint>

namespace kedge {
namespace {

LineSpan lines(std::uint32_t first, std::uint32_t end) { return {LineNo{first}, LineNo{end}}; }

TEST(LineSet, KeepsTouchingSpansAsOne) {
  LineSet set(lines(5, 8));
  set.add(lines(1, 3));
  set.add(lines(3, 5));
  ASSERT_EQ(set.spans().size(), 1U);
  EXPECT_EQ(set.spans()[0], lines(1, 8));
}

TEST(LineSet, SaysWhatIsMissing) {
  LineSet set(lines(3, 5));
  set.add(lines(8, 9));
  const LineSet gaps = set.missing(lines(1, 11));
  ASSERT_EQ(gaps.spans().size(), 3U);
  EXPECT_EQ(gaps.spans()[0], lines(1, 3));
  EXPECT_EQ(gaps.spans()[1], lines(5, 8));
  EXPECT_EQ(gaps.spans()[2], lines(9, 11));
  EXPECT_TRUE(set.contains(lines(3, 5)));
  EXPECT_TRUE(set.contains(lines(7, 7))) << "no line is missing of none";
  EXPECT_FALSE(set.contains(lines(4, 6)));
}

// The naive twin: a set of lines is a set of bits.
TEST(LineSet, IsASetOfBitsInEverySmallWorld) {
  constexpr std::uint32_t world = 7;
  for (std::uint32_t bits = 0; bits < (1U << world); ++bits) {
    for (std::uint32_t first = 1; first <= world; ++first) {
      for (std::uint32_t end = first; end <= world + 1; ++end) {
        LineSet set;
        std::uint32_t expected = bits;
        for (std::uint32_t i = 0; i < world; ++i) {
          if ((bits >> i & 1U) != 0) set.add(one_line(LineNo{i + 1}));
        }
        set.add(lines(first, end));
        for (std::uint32_t line = first; line < end; ++line) expected |= 1U << (line - 1);
        std::uint32_t found = 0;
        for (const LineSpan& span : set.spans()) {
          for (LineNo line = span.first; line < span.end; line = line + 1) found |= 1U << (line.value - 1);
        }
        ASSERT_EQ(found, expected);
        for (std::size_t i = 1; i < set.spans().size(); ++i) ASSERT_LT(set.spans()[i - 1].end, set.spans()[i].first);
      }
    }
  }
}

}  // namespace
}  // namespace kedge
