#include "edit/shortest_readings.hpp"

#include <gtest/gtest.h>

#include "support/strings.hpp"

namespace kedge {
namespace {

Text lines_of(std::string_view letters) {
  std::string bytes;
  for (const char letter : letters) append(bytes, concat(letter, '\n'));
  return Text(std::move(bytes));
}

bool all_pair(std::string_view before, std::string_view after, std::uint32_t line, std::uint32_t now) {
  const auto readings = ShortestReadings::of(lines_of(before), lines_of(after), LineKey::content);
  return readings && readings->all_pair(LineNo{line}, LineNo{now});
}

TEST(ShortestReadings, PairALineThatNothingElseCanBe) {
  EXPECT_TRUE(all_pair("abc", "xabc", 1, 2));
  EXPECT_TRUE(all_pair("abc", "axc", 3, 3));
  EXPECT_FALSE(all_pair("abc", "axc", 2, 2)) << "removed by all";
  EXPECT_FALSE(all_pair("abc", "xabc", 1, 1)) << "another line than all have";
}

TEST(ShortestReadings, DifferAboutALineThatIsThereTwice) {
  EXPECT_FALSE(all_pair("abc", "bcab", 2, 1));
  EXPECT_FALSE(all_pair("abc", "bcab", 2, 4));
  EXPECT_FALSE(all_pair("ab", "aab", 1, 1)) << "either may be new";
  EXPECT_TRUE(all_pair("ab", "aab", 2, 3));
}

TEST(ShortestReadings, WithMoreHunksAreNone) {
  EXPECT_TRUE(all_pair("ab", "acbdb", 2, 5)) << "the first b would take two hunks";
  // Taken as one hunk, b and c are new between a and b.
  EXPECT_TRUE(all_pair("abd", "abcbd", 1, 1));
  EXPECT_TRUE(all_pair("abd", "abcbd", 3, 5));
  EXPECT_FALSE(all_pair("abd", "abcbd", 2, 2)) << "and also b, in one hunk";
}

TEST(ShortestReadings, OfLinesFarFromTheChangeAreThoseOfTheNearestThatWasLookedAt) {
  std::string above;
  for (char letter = '0'; letter <= '0' + 70; ++letter) above.push_back(letter);
  EXPECT_TRUE(all_pair(concat(above, "x", above), concat(above, "y", above), 1, 1));
  EXPECT_TRUE(all_pair(concat(above, "x", above), concat(above, "y", above), 60, 60));
  EXPECT_TRUE(all_pair(concat(above, "x", above), concat(above, "y", above), 140, 140));
  // Any of the equal lines may be the new one.
  const std::string many(100, 'a');
  EXPECT_FALSE(all_pair(many, concat(many, 'a'), 90, 90));
  EXPECT_FALSE(all_pair(many, concat(many, 'a'), 1, 1));
}

TEST(ShortestReadings, AreNotLookedForInLargeTexts) {
  const std::string many(5000, 'a');
  EXPECT_FALSE(ShortestReadings::of(lines_of(many), lines_of(concat("b", many, "c")), LineKey::content));
  EXPECT_TRUE(ShortestReadings::of(lines_of(many), lines_of(concat(many, "c")), LineKey::content)) << "only around the change";
}

}  // namespace
}  // namespace kedge
