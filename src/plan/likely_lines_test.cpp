#include "plan/likely_lines.hpp"

#include <gtest/gtest.h>

#include "support/strings.hpp"

namespace kedge {
namespace {

Text text_of(std::initializer_list<std::string_view> rows) {
  std::string bytes;
  for (const std::string_view row : rows) append(bytes, concat(row, '\n'));
  return Text(std::move(bytes));
}

LineSet lines(std::uint32_t first, std::uint32_t last) { return LineSet({LineNo{first}, LineNo{last + 1}}); }

TEST(LikelyLines, ABlockThatMovedIsFoundWhereItIs) {
  const Text before = text_of({"a", "b", "c", "d", "e"});
  const Text now = text_of({"c", "d", "new", "a", "b", "e"});
  EXPECT_EQ(likely_lines(before, now, lines(3, 4)), lines(1, 2));
}

TEST(LikelyLines, NeighboursTellALineFromItsEquals) {
  const Text before = text_of({"if a", "}", "if b", "}", "end"});
  const Text now = text_of({"new", "if a", "}", "if b", "}", "end"});
  EXPECT_EQ(likely_lines(before, now, lines(4, 4)), lines(5, 5));
}

TEST(LikelyLines, ALineAtTheEdgeOfABlockThatMovedIsToldFromItsEqualsByTheNeighboursOfOneSide) {
  const Text before = text_of({"x", "[Test]", "f()", "y", "[Test]", "g()", "z"});
  const Text now = text_of({"x", "y", "[Test]", "g()", "z", "[Test]", "f()", "w"});
  EXPECT_EQ(likely_lines(before, now, lines(2, 2)), lines(6, 6));
  const Text above = text_of({"f()", "}", "x", "g()", "}", "y"});
  EXPECT_EQ(likely_lines(above, text_of({"x", "g()", "}", "y", "f()", "}", "z"}), lines(2, 2)), lines(6, 6));
}

TEST(LikelyLines, WhatWasRewrittenIsShownBetweenItsNeighbours) {
  const Text before = text_of({"a", "b", "old", "c", "d"});
  const Text now = text_of({"new", "new", "a", "b", "other", "more", "c", "d"});
  EXPECT_EQ(likely_lines(before, now, lines(3, 3)), lines(4, 7));
}

TEST(LikelyLines, ANeighbourOnOneSideIsEnough) {
  const Text before = text_of({"a", "old"});
  const Text now = text_of({"new", "a", "other"});
  EXPECT_EQ(likely_lines(before, now, lines(2, 2)), lines(2, 2));
  EXPECT_EQ(likely_lines(text_of({"old", "a"}), now, lines(1, 1)), lines(2, 2));
}

TEST(LikelyLines, WhatIsBetweenANeighbourAndTheLineIsShownToo) {
  const Text before = text_of({"a", "}", "}", "old"});
  const Text now = text_of({"x", "a", "}", "}", "y"});
  EXPECT_EQ(likely_lines(before, now, lines(4, 4)), lines(2, 4));
  EXPECT_EQ(likely_lines(text_of({"old", "}", "}", "a"}), text_of({"y", "}", "}", "a"}), lines(1, 1)), lines(2, 4));
}

TEST(LikelyLines, ARangeThatWasTornApartIsShownInItsPlaces) {
  const Text before = text_of({"a", "b", "c", "d", "e", "f"});
  const Text now = text_of({"c", "d", "a", "x", "b", "e", "f"});
  LineSet found = lines(1, 2);
  found.add(lines(5, 6));
  EXPECT_EQ(likely_lines(before, now, lines(2, 5)), found);
}

TEST(LikelyLines, WithoutATraceTheNumbersStay) {
  EXPECT_EQ(likely_lines(text_of({"a", "b"}), text_of({"x", "y"}), lines(2, 2)), lines(2, 2));
  EXPECT_EQ(likely_lines(text_of({"a", "", "b"}), text_of({"", "", ""}), lines(2, 2)), lines(2, 2));
  EXPECT_EQ(likely_lines(text_of({"a"}), text_of({"x"}), lines(7, 9)), lines(7, 9)) << "lines that were never there";
}

TEST(LikelyLines, EachPartIsLookedForByItself) {
  const Text before = text_of({"a", "b", "c", "d", "e", "f"});
  const Text now = text_of({"e", "f", "c", "d", "a", "b"});
  LineSet asked = lines(1, 1);
  asked.add(lines(5, 5));
  LineSet found = lines(5, 5);
  found.add(lines(1, 1));
  EXPECT_EQ(likely_lines(before, now, asked), found);
}

LineSpan span(std::uint32_t first, std::uint32_t last) { return {LineNo{first}, LineNo{last + 1}}; }

TEST(Whereabouts, SaysWhatIsInThePlaceOfAChangedLine) {
  const Text before = text_of({"a", "old", "b"});
  const Text now = text_of({"a", "x", "y", "b"});
  const Whereabouts whereabouts(before, now);
  const LikelyPlace place = whereabouts.of(span(2, 2));
  EXPECT_EQ(whereabouts.told(span(2, 2), place), " Line 2 was changed: in its place are lines 2..3 now.");
  EXPECT_FALSE(whereabouts.made_at(span(2, 2), {span(2, 2), {"mine"}}, place));
  EXPECT_TRUE(whereabouts.made_at(span(2, 2), {span(2, 2), {"x", "y"}}, place));
}

TEST(Whereabouts, SaysWhereRemovedLinesWere) {
  const Text before = text_of({"a", "old", "b"});
  const Text now = text_of({"a", "b"});
  const Whereabouts whereabouts(before, now);
  const LikelyPlace place = whereabouts.of(span(2, 2));
  EXPECT_EQ(whereabouts.told(span(2, 2), place), " Line 2 was removed: nothing is in its place now, between lines 1 and 2.");
  EXPECT_TRUE(whereabouts.made_at(span(2, 2), {span(2, 2), {}}, place));
}

TEST(Whereabouts, ABlockThatMovedIsNotTakenForWhatIsInItsPlace) {
  const Text before = text_of({"f()", "  a", "  b", "g()", "  c", "end"});
  const Text now = text_of({"g()", "  c", "f()", "  a", "  b", "end"});
  const LikelyPlace place = Whereabouts(before, now).of(span(2, 3));
  EXPECT_EQ(place.lines, span(4, 5));
}

TEST(Whereabouts, AnInsertionThatIsThereIsDone) {
  const Text before = text_of({"a", "b"});
  const Text now = text_of({"x", "a", "new", "b"});
  const Whereabouts whereabouts(before, now);
  const LikelyPlace place = whereabouts.of(span(1, 1));
  EXPECT_TRUE(whereabouts.made_at(span(1, 1), {between_lines(LineNo{2}), {"new"}, 0, Lean::above}, place));
  EXPECT_FALSE(whereabouts.made_at(span(1, 1), {between_lines(LineNo{2}), {"other"}, 0, Lean::above}, place));
}

TEST(Whereabouts, AnEqualLineThatWasThereBeforeIsNotWhereALineMovedTo) {
  const Text before = text_of({"f", "  list", "  /a", "  /doc", "  /b", "g", "  list", "  /a", "  /doc", "  /b"});
  const Text now = text_of({"f", "  list", "  /a", "  new", "  /doc", "  /b", "g", "  list", "  /a", "  /doc", "  /b"});
  const LikelyPlace place = Whereabouts(before, now).of(span(3, 3));
  EXPECT_EQ(place.fate, LikelyPlace::Fate::kept);
  EXPECT_EQ(place.lines, span(3, 3));
}

TEST(Whereabouts, EqualBodiesThatTradedPlacesAreToldByWhatIsAroundThem) {
  const Text before = text_of({"def a():", "  x = 1", "  return x", "end a", "def b():", "  x = 1", "  return x", "end b"});
  const Text now = text_of({"def b():", "  x = 1", "  return x", "end b", "def a():", "  x = 1", "  return x", "end a"});
  EXPECT_EQ(Whereabouts(before, now).of(span(2, 2)).lines, span(6, 6));
}

TEST(Whereabouts, RowsThatAnEditAddsAtItsEndsAreLookedForBesideWhatIsThere) {
  const Text before = text_of({"a", "old", "b"});
  const Text now = text_of({"a", "above", "new", "below", "b"});
  const Whereabouts whereabouts(before, now);
  const LikelyPlace line{LikelyPlace::Fate::changed, span(3, 3)};
  const auto made = [&](Rows rows) { return whereabouts.made_at(span(2, 2), {span(2, 2), std::move(rows)}, line); };
  EXPECT_EQ(made({"new", "below"}), span(3, 4));
  EXPECT_EQ(made({"above", "new"}), span(2, 3));
  EXPECT_EQ(made({"above", "new", "below"}), span(2, 4));
  EXPECT_EQ(made({"new"}), span(3, 3));
  EXPECT_EQ(made({"other"}), std::nullopt);
  EXPECT_EQ(made({"new", "other"}), std::nullopt);
  EXPECT_EQ(made({}), std::nullopt);
  const LikelyPlace first{LikelyPlace::Fate::changed, span(1, 1)};
  EXPECT_EQ(whereabouts.made_at(span(2, 2), {span(2, 2), {"x", "a"}}, first), std::nullopt) << "nothing is above it";
}

TEST(Whereabouts, RowsThatStoodThereBeforeWereNotMade) {
  const Text before = text_of({"a", "twice", "b"});
  const Text now = text_of({"x", "a", "twice", "b"});
  const Whereabouts whereabouts(before, now);
  const LikelyPlace line{LikelyPlace::Fate::kept, span(2, 2)};
  EXPECT_EQ(whereabouts.made_at(span(1, 1), {span(1, 1), {"a", "twice"}}, line), std::nullopt);
}

TEST(Whereabouts, AnInsertionIsMadeBelowOrAboveItsPlace) {
  const Text before = text_of({"a", "b"});
  const Text now = text_of({"a", "new", "b"});
  const Whereabouts whereabouts(before, now);
  const LineEdit insertion{between_lines(LineNo{2}), {"new"}, 0, Lean::above};
  EXPECT_EQ(whereabouts.made_at(span(1, 1), insertion, {LikelyPlace::Fate::kept, span(1, 1)}), span(2, 2));
  EXPECT_EQ(whereabouts.made_at(span(2, 2), insertion, {LikelyPlace::Fate::kept, span(3, 3)}), span(2, 2));
}

}  // namespace
}  // namespace kedge
