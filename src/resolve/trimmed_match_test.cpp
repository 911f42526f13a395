#include "resolve/trimmed_match.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "print_values.hpp"

namespace kedge {
namespace {

constexpr std::size_t all = std::numeric_limits<std::size_t>::max();

std::vector<LineSpan> lines(std::initializer_list<std::pair<std::uint32_t, std::uint32_t>> first_and_last) {
  std::vector<LineSpan> made;
  for (const auto& [first, last] : first_and_last) made.push_back({LineNo{first}, LineNo{last} + 1});
  return made;
}

TEST(TrimmedMatch, BlanksAtTheEndsOfLinesDoNotCount) {
  const Text text("if x:\n\tone()  \r\n\ttwo()\n");
  EXPECT_EQ(trimmed_places(text, {"    one()", "    two() "}, all), lines({{2, 3}}));
  EXPECT_EQ(trimmed_places(text, {"if x:", "one()"}, all), lines({{1, 2}}));
}

TEST(TrimmedMatch, BlanksInsideLinesCount) {
  EXPECT_EQ(trimmed_places(Text("a  b\n"), {"a b"}, all), lines({}));
  EXPECT_EQ(trimmed_places(Text("\u00A0a\n"), {"a"}, all), lines({})) << "a no-break space is content";
}

TEST(TrimmedMatch, LinesAreMatchedWhole) {
  EXPECT_EQ(trimmed_places(Text("call(a)\n"), {"call("}, all), lines({}));
  EXPECT_EQ(trimmed_places(Text("a\nb\n"), {"a", "b", "c"}, all), lines({}));
}

TEST(TrimmedMatch, EveryPlaceIsReportedUpToTheLimit) {
  const Text text("x\n x\n\tx\ny\n");
  EXPECT_EQ(trimmed_places(text, {"x", "x"}, all), lines({{1, 2}, {2, 3}}));
  EXPECT_EQ(trimmed_places(text, {"x"}, 2), lines({{1, 1}, {2, 2}}));
  EXPECT_EQ(trimmed_places(text, {"x"}, 0), lines({}));
}

TEST(TrimmedMatch, BlankRowsMatchBlankLinesButNotAlone) {
  const Text text("a\n  \nb\n\n\n");
  EXPECT_EQ(trimmed_places(text, {"a", "", "b"}, all), lines({{1, 3}}));
  EXPECT_EQ(trimmed_places(text, {"", " "}, all), lines({}));
  EXPECT_EQ(trimmed_places(text, {}, all), lines({}));
}

TEST(TrimmedMatch, TheByteOrderMarkIsNoPartOfTheFirstLine) {
  EXPECT_EQ(trimmed_places(Text("\xEF\xBB\xBF  a\n"), {"a"}, all), lines({{1, 1}}));
}

}  // namespace
}  // namespace kedge
