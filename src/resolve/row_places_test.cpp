#include "resolve/row_places.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "print_values.hpp"

namespace kedge {
namespace {

constexpr MatchMode trimmed_rung = MatchMode::line_trimmed;
constexpr std::size_t without_limit = std::numeric_limits<std::size_t>::max();

std::vector<LineSpan> places(std::initializer_list<std::pair<std::uint32_t, std::uint32_t>> first_and_last) {
  std::vector<LineSpan> made;
  for (const auto& [first, last] : first_and_last) made.push_back({LineNo{first}, LineNo{last} + 1});
  return made;
}

TEST(RowPlaces, BlanksAtTheEndsOfLinesDoNotCount) {
  const Text text("if x:\n\tone()  \r\n\ttwo()\n");
  EXPECT_EQ(row_places(text, {"    one()", "    two() "}, trimmed_rung, without_limit), places({{2, 3}}));
  EXPECT_EQ(row_places(text, {"if x:", "one()"}, trimmed_rung, without_limit), places({{1, 2}}));
}

TEST(RowPlaces, BlanksInsideLinesCount) {
  EXPECT_EQ(row_places(Text("a  b\n"), {"a b"}, trimmed_rung, without_limit), places({}));
  EXPECT_EQ(row_places(Text("\u00A0a\n"), {"a"}, trimmed_rung, without_limit), places({})) << "a no-break space is content";
}

TEST(RowPlaces, LinesAreMatchedWhole) {
  EXPECT_EQ(row_places(Text("call(a)\n"), {"call("}, trimmed_rung, without_limit), places({}));
  EXPECT_EQ(row_places(Text("a\nb\n"), {"a", "b", "c"}, trimmed_rung, without_limit), places({}));
}

TEST(RowPlaces, EveryPlaceIsReportedUpToTheLimit) {
  const Text text("x\n x\n\tx\ny\n");
  EXPECT_EQ(row_places(text, {"x", "x"}, trimmed_rung, without_limit), places({{1, 2}, {2, 3}}));
  EXPECT_EQ(row_places(text, {"x"}, trimmed_rung, 2), places({{1, 1}, {2, 2}}));
  EXPECT_EQ(row_places(text, {"x"}, trimmed_rung, 0), places({}));
}

TEST(RowPlaces, BlankRowsMatchBlankLinesButNotAlone) {
  const Text text("a\n  \nb\n\n\n");
  EXPECT_EQ(row_places(text, {"a", "", "b"}, trimmed_rung, without_limit), places({{1, 3}}));
  EXPECT_EQ(row_places(text, {"", " "}, trimmed_rung, without_limit), places({}));
}

TEST(RowPlaces, TheByteOrderMarkIsNoPartOfTheFirstLine) {
  EXPECT_EQ(row_places(Text("\xEF\xBB\xBF  a\n"), {"a"}, trimmed_rung, without_limit), places({{1, 1}}));
}

TEST(RowPlaces, ExactRowsAreWholeLinesHoweverTheyEnd) {
  const Text text("a\r\nba\na\nab\na");
  EXPECT_EQ(row_places(text, {"a"}, MatchMode::exact, without_limit), places({{1, 1}, {3, 3}, {5, 5}}));
  EXPECT_EQ(row_places(text, {"a", "ba"}, MatchMode::exact, without_limit), places({{1, 2}}));
  EXPECT_EQ(row_places(text, {"ab", "a"}, MatchMode::exact, without_limit), places({{4, 5}}));
  EXPECT_EQ(row_places(Text("\n\n\n"), {"", ""}, MatchMode::exact, without_limit), places({{1, 2}, {2, 3}}));
  EXPECT_EQ(row_places(Text("\xEF\xBB\xBF"
                            "a\n"),
                       {"a"}, MatchMode::exact, without_limit),
            places({{1, 1}}));
}

TEST(RowPlaces, ACarriageReturnThatIsContentIsPartOfTheRow) {
  const Text text("b\r\r\nb\r\nb\r");
  EXPECT_EQ(row_places(text, {"b\r"}, MatchMode::exact, without_limit), places({{1, 1}, {3, 3}}));
  EXPECT_EQ(row_places(text, {"b"}, MatchMode::exact, without_limit), places({{2, 2}}));
}

TEST(RowPlaces, TrailingBlanksAndTypographyAreRungsOfTheirOwn) {
  const Text text("  it\u2019s  \n");
  EXPECT_EQ(row_places(text, {"  it\u2019s"}, MatchMode::exact, without_limit), places({}));
  EXPECT_EQ(row_places(text, {"  it\u2019s"}, MatchMode::trailing_blanks, without_limit), places({{1, 1}}));
  EXPECT_EQ(row_places(text, {"it\u2019s"}, MatchMode::trailing_blanks, without_limit), places({}));
  EXPECT_EQ(row_places(text, {"it\u2019s"}, MatchMode::uniform_indentation, without_limit), places({{1, 1}}));
  EXPECT_EQ(row_places(text, {"it's"}, MatchMode::uniform_indentation, without_limit), places({}));
  EXPECT_EQ(row_places(text, {"it's"}, MatchMode::typographic_punctuation, without_limit), places({{1, 1}}));
}

TEST(RowSet, RulesOutOnlyWhatIsNowhere) {
  const Text text("  one\n\ttwo \nthree\n");
  const RowSet rows(text, MatchMode::line_trimmed);
  EXPECT_TRUE(rows.may_have({"one", "two"}));
  EXPECT_TRUE(rows.may_have({"three", " one"})) << "not in that order, but that takes a search";
  EXPECT_FALSE(rows.may_have({"one", "2"}));
  EXPECT_FALSE(RowSet(text, MatchMode::exact).may_have({"one"}));
  EXPECT_FALSE(RowSet(Text(), MatchMode::exact).may_have({"one"}));
}

}  // namespace
}  // namespace kedge
