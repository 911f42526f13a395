#include "plan/propose_passage.hpp"

#include <gtest/gtest.h>

#include "support/strings.hpp"
#include "tests/support/file_in_session.hpp"

namespace kedge {
namespace {

Text file_of(std::initializer_list<std::string_view> rows) {
  std::string bytes;
  for (const std::string_view row : rows) append(bytes, concat(row, '\n'));
  return Text(std::move(bytes));
}

// Rows as " kept", "-removed", "+added".
std::optional<StandingPart> part_in(const Text& text, std::initializer_list<std::string_view> rows) {
  return standing_part(text, quoted_passage(test::passage_of(rows), 0));
}

TEST(StandingPart, IsWhatIsLeftTogetherAroundTheChange) {
  const Text now = file_of({"first line", "second line", "other", "third line", "fourth line", "fifth line"});
  const auto part = part_in(now, {" first line", " second line", " third line", "-fourth line", " fifth line"});
  ASSERT_TRUE(part);
  EXPECT_EQ(part->lines, (LineSpan{LineNo{4}, LineNo{7}}));
  EXPECT_EQ(part->above, 2U);
  EXPECT_EQ(part->below, 0U);
}

TEST(StandingPart, KeepsANeighbourOnEachSideThatHadSome) {
  const Text now = file_of({"above the place", "torn", "below the place"});
  EXPECT_FALSE(part_in(now, {" further up", " above the place", "+new", " below the place"}));
  const Text together = file_of({"torn", "above the place", "below the place"});
  EXPECT_TRUE(part_in(together, {" further up", " above the place", "+new", " below the place"}));
}

TEST(StandingPart, IsNoneIfItIsInSeveralPlacesOrEitherEndMayBeLeftOut) {
  const Text twice = file_of({"above it", "a line", "x", "above it", "a line"});
  EXPECT_FALSE(part_in(twice, {" further up", " above it", "-a line"}));
  const Text either = file_of({"two up", "one up", "one line", "one down", "x", "one up", "one line", "one down", "two down"});
  EXPECT_FALSE(part_in(either, {" two up", " one up", "-one line", " one down", " two down"}));
}

TEST(StandingPart, IsNotProposedIfWhatItAddsIsThere) {
  EXPECT_FALSE(part_in(file_of({"a", "above it", "new row"}), {" other", " above it", "+new row"}));
}

TEST(StandingPart, IsFoundInOnePassOverALargeQuotation) {
  std::string bytes;
  Passage passage;
  for (std::size_t i = 0; i < 20'000; ++i) {
    append(bytes, concat("line ", i, '\n'));
    const bool changed = i == 10'000;
    passage.rows.push_back({changed ? RowFate::removed : RowFate::kept, i == 5 || i == 19'990 ? "other" : concat("line ", i)});
  }
  const auto part = standing_part(Text(std::move(bytes)), quoted_passage(std::move(passage), 0));
  ASSERT_TRUE(part);
  EXPECT_EQ(part->above, 6U);
  EXPECT_EQ(part->below, 10U);
}

TEST(StandingPart, IsNotMadeOfRowsWithoutAWord) { EXPECT_FALSE(part_in(file_of({"{", "}", "x"}), {" f()", " {", "-}"})); }

}  // namespace
}  // namespace kedge
