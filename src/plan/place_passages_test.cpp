#include "plan/place_passages.hpp"

#include <gtest/gtest.h>

#include "print_values.hpp"
#include "support/strings.hpp"
#include "text/text.hpp"

namespace kedge {
namespace {

// Rows as a diff writes them.
Passage passage(std::initializer_list<std::string_view> rows) {
  Passage made;
  for (const std::string_view row : rows) {
    const RowFate fate = row[0] == '-' ? RowFate::removed : row[0] == '+' ? RowFate::added : RowFate::kept;
    made.rows.push_back({fate, std::string(row.substr(1))});
  }
  return made;
}

Passage next(Passage made) {
  made.in_order = true;
  return made;
}

constexpr Policy patches{.lowest_unasked = MatchMode::typographic_punctuation, .order_tells_apart = true};
constexpr Policy diffs{.lowest_unasked = MatchMode::exact, .order_tells_apart = true, .line_tells_apart = true};
constexpr Policy blocks{.lowest_unasked = MatchMode::typographic_punctuation};

// First lines of the places, or why some have none; only places within these lines count, if there are any.
std::string placed(const std::string& text, const std::vector<Passage>& passages, const Policy& policy = patches,
                   const LineSet& within = {}) {
  std::vector<QuotedPassage> quoted;
  for (const Passage& one : passages) quoted.push_back(quoted_passage(one, static_cast<int>(quoted.size())));
  const LineSet* const rows = within.empty() ? nullptr : &within;
  std::string places, misfits;
  const std::vector<Placement> found = place_passages(Text(text), quoted, policy, rows);
  for (std::size_t i = 0; i < found.size(); ++i) {
    constexpr std::array<std::string_view, 7> names{"nowhere",        "several",  "out of order", "not at end",
                                                    "quotes nothing", "overlaps", "not below"};
    if (found[i]) append(places, concat(places.empty() ? "" : " ", found[i]->lines.first.value));
    if (found[i]) continue;
    append(misfits, concat(misfits.empty() ? "" : ", ", i, ' ', names[static_cast<std::size_t>(found[i].error().why)]));
  }
  return misfits.empty() ? places : misfits;
}

TEST(PlacedPassages, APassageStandsWhereItsQuotedRowsStand) {
  EXPECT_EQ(placed("a\nb\nc\n", {passage({" b", "+x", "-c"})}), "2");
  EXPECT_EQ(placed("a\nb\nc\n", {passage({"-d"})}), "0 nowhere");
  EXPECT_EQ(placed("a\nab\n", {passage({"-b"})}), "0 nowhere") << "rows are whole lines";
}

TEST(PlacedPassages, TheFirstOfSeveralPlacesIsNotTakenForTheOneThatWasMeant) {
  EXPECT_EQ(placed("x\ny\nx\ny\n", {passage({" x", "-y"})}), "0 several");
  EXPECT_EQ(placed("x\ny\nx\ny\n", {passage({" x", "-y"})}, diffs), "0 several");
  EXPECT_EQ(placed("x\ny\nx\ny\n", {passage({" x", "-y"})}, blocks), "0 several");
}

TEST(PlacedPassages, OrderTellsPlacesApart) {
  const std::string text = "x\none\nx\ntwo\nx\n";
  EXPECT_EQ(placed(text, {passage({"-two"}), next(passage({"-x"}))}), "4 5");
  EXPECT_EQ(placed(text, {passage({"-one"}), next(passage({"-x"}))}), "1 several");
  EXPECT_EQ(placed(text, {passage({"-x"}), next(passage({"-one"}))}), "1 2");
  EXPECT_EQ(placed(text, {passage({"-x"}), next(passage({"-two"})), next(passage({"-x"}))}), "0 several");
  EXPECT_EQ(placed(text, {passage({"-one"}), next(passage({"-x"})), next(passage({"-two"}))}), "2 3 4");
}

TEST(PlacedPassages, WithoutOrderEachHasToStandAlone) {
  EXPECT_EQ(placed("x\none\nx\n", {passage({"-one"}), passage({"-x"})}, blocks), "1 several");
  EXPECT_EQ(placed("x\none\n", {passage({"-one"}), passage({"-x"})}, blocks), "2 1");
}

TEST(PlacedPassages, WhatStandsAboveTheOneBeforeItIsOutOfOrder) {
  EXPECT_EQ(placed("a\nb\n", {passage({"-b"}), next(passage({"-a"}))}), "1 out of order");
}

TEST(PlacedPassages, NeighboursMayQuoteTheSameContext) {
  EXPECT_EQ(placed("a\nb\nc\n", {passage({"-a", " b"}), next(passage({" b", "-c"}))}), "1 2");
}

TEST(PlacedPassages, ButNotTheSamePlaceTwice) {
  EXPECT_EQ(placed("a\nb\n", {passage({" a", "+x"}), next(passage({" a", "+y"}))}), "1 overlaps");
  EXPECT_EQ(placed("a\nb\nc\n", {passage({" a", " b", "+x"}), passage({" b", "-c"})}, blocks), "1 overlaps")
      << "all rows of a block are its own";
}

TEST(PlacedPassages, NamedLinesAboveTellPlacesApart) {
  const std::string text = "class A:\n  def f():\n    x\nclass B:\n  def f():\n    x\n";
  Passage one = passage({"-    x"});
  EXPECT_EQ(placed(text, {one}), "0 several");
  one.below = {"class B:"};
  EXPECT_EQ(placed(text, {one}), "6");
  one.below = {"class A:"};
  EXPECT_EQ(placed(text, {one}), "3") << "of the places below it, only the first stands in it";
  one.below = {"class B:", "def f():"};
  EXPECT_EQ(placed(text, {one}), "6");
  one.below = {"def f():"};
  EXPECT_EQ(placed(text, {one}), "0 several");
  one.below = {"class C:"};
  EXPECT_EQ(placed(text, {one}), "0 not below");
}

TEST(PlacedPassages, ALineNumberTellsOnlyPlacesApartThatFit) {
  const std::string text = "x\ny\nx\ny\n";
  Passage one = passage({" x", "-y"});
  one.line = LineNo{3};
  EXPECT_EQ(placed(text, {one}, diffs), "3");
  EXPECT_EQ(placed(text, {one}, patches), "0 several") << "where numbers count for nothing";
  one.line = LineNo{2};
  EXPECT_EQ(placed(text, {one}, diffs), "0 several") << "nearest is no proof";
  one = passage({"-x", " y", "-x"});
  one.line = LineNo{40};
  EXPECT_EQ(placed(text, {one}, diffs), "1") << "what fits one place only needs no number";
}

TEST(PlacedPassages, ALineNumberCountsAmongAnyNumberOfPlaces) {
  std::string text;
  for (int i = 0; i < 150'000; ++i) append(text, "}\n");
  Passage one = passage({" }", "-}"});
  one.line = LineNo{140'000};
  EXPECT_EQ(placed(text, {one}, diffs), "140000");
  one.line = LineNo{150'000};
  EXPECT_EQ(placed(text, {one}, diffs), "0 several");
}

TEST(PlacedPassages, NumbersBehindAPlaceThatMovedAreCountedFromThere) {
  Passage first = passage({"-only"});
  first.line = LineNo{1};
  Passage second = next(passage({"-x"}));
  second.line = LineNo{3};
  EXPECT_EQ(placed("new\nnew\nonly\nx\nx\nx\n", {first, second}, diffs), "3 5");
}

TEST(PlacedPassages, TheLadderGoesDownOnlyWhereItStaysUnique) {
  EXPECT_EQ(placed("  a  \n", {passage({"-  a"})}), "1");
  EXPECT_EQ(placed("  a\n", {passage({"-a"})}), "1");
  EXPECT_EQ(placed("it\u2019s\n", {passage({"-it's"})}), "1");
  EXPECT_EQ(placed("  a  \n", {passage({"-  a"})}, diffs), "0 nowhere");
  EXPECT_EQ(placed("  a \n\ta\n", {passage({"-  a"})}), "0 several") << "one more fits more loosely";
  EXPECT_EQ(placed("  a\n\ta\n", {passage({"-  a"})}), "1") << "what fits to the byte is meant";
}

TEST(PlacedPassages, TheEndOfTheFileIsAPlace) {
  Passage one = passage({"-x"});
  one.ends_file = true;
  EXPECT_EQ(placed("x\ny\nx\n", {one}), "3");
  EXPECT_EQ(placed("x\ny\n", {one}), "0 not at end");
  one.terminated_before = false;
  EXPECT_EQ(placed("x\ny\nx\n", {one}), "0 not at end");
  EXPECT_EQ(placed("x\ny\nx", {one}), "3");
}

TEST(PlacedPassages, WhatQuotesNothingStandsAtTheEndOrInAnEmptyFile) {
  Passage one = passage({"+x"});
  EXPECT_EQ(placed("", {one}), "1");
  EXPECT_EQ(placed("a\n", {one}), "0 quotes nothing");
  one.ends_file = true;
  EXPECT_EQ(placed("a\n", {one}), "2");
}

TEST(PlacedPassages, APassageWithoutAPlaceDoesNotHinderTheOthers) {
  std::vector<QuotedPassage> quoted;
  for (const Passage& one : {passage({"-absent"}), passage({"-b"})}) quoted.push_back(quoted_passage(one, 0));
  const std::vector<Placement> found = place_passages(Text("a\nb\n"), quoted, patches);
  ASSERT_EQ(found.size(), 2U);
  EXPECT_FALSE(found[0]);
  ASSERT_TRUE(found[1]);
  EXPECT_EQ(found[1]->lines, one_line(LineNo{2}));
}

TEST(PlacedPassages, OfSeveralPlacesTheOnlyOneWithinTheRowsIsTaken) {
  const std::string text = "x\ny\nx\n";
  EXPECT_EQ(placed(text, {passage({"-x"})}, patches, LineSet({LineNo{2}, LineNo{4}})), "3");
  EXPECT_EQ(placed(text, {passage({"-x"})}, patches, LineSet({LineNo{1}, LineNo{4}})), "0 several");
  EXPECT_EQ(placed(text, {passage({"-x"})}, patches, LineSet(one_line(LineNo{2}))), "0 nowhere");
  EXPECT_EQ(placed("a\nb\n", {passage({" a", "-b"})}, patches, LineSet(one_line(LineNo{2}))), "0 nowhere") << "all of it";
}

TEST(PlacedPassages, WhatAPassageTouchesIsLessThanItQuotes) {
  const LineSpan quoted{LineNo{5}, LineNo{9}};
  EXPECT_EQ(touched_lines(passage({" a", "-b", "+x", " c", " d"}), quoted), one_line(LineNo{6}));
  EXPECT_EQ(touched_lines(passage({" a", "-b", " c", "+x", " d"}), quoted), (LineSpan{LineNo{6}, LineNo{8}}));
  EXPECT_EQ(touched_lines(passage({" a", " b", "+x", " c", " d"}), quoted), between_lines(LineNo{7}));
  EXPECT_EQ(touched_lines(passage({" a", " b", " c", " d"}), quoted), between_lines(LineNo{5}));
}

}  // namespace
}  // namespace kedge
