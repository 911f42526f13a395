#include "text/units.hpp"

#include <gtest/gtest.h>

#include <type_traits>

namespace kedge {
namespace {

TEST(Units, LinesAndBytesDoNotMix) {
  static_assert(!std::is_convertible_v<LineNo, ByteOffset>);
  static_assert(!std::is_convertible_v<ByteOffset, LineNo>);
  static_assert(!std::is_convertible_v<int, LineNo>);
  static_assert(!std::is_convertible_v<LineNo, int>);
  static_assert(!std::is_convertible_v<LineSpan, ByteSpan>);
  SUCCEED();
}

TEST(Units, ASpanEndsBeforeItsEnd) {
  constexpr LineSpan lines{LineNo{3}, LineNo{5}};
  EXPECT_EQ(lines.size(), 2U);
  EXPECT_FALSE(lines.contains(LineNo{2}));
  EXPECT_TRUE(lines.contains(LineNo{3}));
  EXPECT_TRUE(lines.contains(LineNo{4}));
  EXPECT_FALSE(lines.contains(LineNo{5}));
  EXPECT_EQ(lines.last(), LineNo{4});
}

TEST(Units, AnEmptySpanIsAPlaceAndHoldsNothing) {
  constexpr LineSpan place = between_lines(LineNo{3});
  EXPECT_TRUE(place.empty());
  EXPECT_EQ(place.size(), 0U);
  EXPECT_FALSE(place.contains(LineNo{3}));
  EXPECT_NE(place, between_lines(LineNo{4}));
}

TEST(Units, OneLineHoldsThatLine) {
  EXPECT_EQ(one_line(LineNo{7}).size(), 1U);
  EXPECT_EQ(one_line(LineNo{7}).last(), LineNo{7});
}

TEST(Units, DistancesAreCountsAndSumsAreLines) {
  static_assert(std::is_same_v<decltype(LineNo{5} - LineNo{2}), std::uint32_t>);
  static_assert(std::is_same_v<decltype(LineNo{5} - 2U), LineNo>);
  EXPECT_EQ(LineNo{5} - LineNo{2}, 3U);
  EXPECT_EQ(LineNo{5} + 2, LineNo{7});
  EXPECT_EQ((ByteSpan{{2}, {7}}).size(), 5U);
  EXPECT_TRUE((ByteSpan{{2}, {2}}).empty());
}

}  // namespace
}  // namespace kedge
