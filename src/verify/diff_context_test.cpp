#include "verify/diff_context.hpp"

#include <gtest/gtest.h>

namespace kedge {
namespace {

const Text file{"one\ntwo\n  three\nfour\nfive\n"};

std::optional<DiffContext> found_in(LineSpan lines, const Rows& rows, const std::vector<std::uint32_t>& unmarked) {
  return diff_context(file, lines, rows, unmarked);
}

TEST(DiffContext, LinesNextToTheRangeAreDroppedAndThoseInItAreKept) {
  const auto found = found_in({LineNo{3}, LineNo{5}}, {" one", " two", "new", " four", " five"}, {0, 1, 3, 4});
  ASSERT_TRUE(found);
  EXPECT_EQ(found->row, 1U);
  EXPECT_EQ(found->line, LineNo{2});
  EXPECT_EQ(found->corrected, (Rows{"new", "four"}));
}

TEST(DiffContext, AnInsertionHasLinesOnBothSides) {
  const auto above = found_in(between_lines(LineNo{3}), {" two", "new"}, {0});
  ASSERT_TRUE(above);
  EXPECT_EQ(above->corrected, Rows{"new"});
  const auto below = found_in(between_lines(LineNo{3}), {"new", "   three"}, {1});
  ASSERT_TRUE(below);
  EXPECT_EQ(below->corrected, Rows{"new"});
  const auto on_the_other_side = found_in(between_lines(LineNo{6}), {"new", " five"}, {1});
  ASSERT_TRUE(on_the_other_side);
  EXPECT_EQ(on_the_other_side->corrected, Rows{"new"});
  const auto alone = found_in(between_lines(LineNo{1}), {" one"}, {0});
  ASSERT_TRUE(alone);
  EXPECT_TRUE(alone->corrected.empty());
}

TEST(DiffContext, AllRowsOfADiffLoseTheirBlank) {
  const auto found = found_in({LineNo{2}, LineNo{4}}, {" two", "   THREE", "plain"}, {0, 1, 2});
  ASSERT_TRUE(found);
  EXPECT_EQ(found->corrected, (Rows{"two", "  THREE", "plain"}));
}

TEST(DiffContext, OtherRowsAreContent) {
  EXPECT_FALSE(found_in({LineNo{2}, LineNo{3}}, {" two"}, {})) << "it has its sign";
  EXPECT_FALSE(found_in({LineNo{2}, LineNo{3}}, {"two", "one"}, {0, 1})) << "no blank before it";
  EXPECT_FALSE(found_in({LineNo{2}, LineNo{3}}, {" five", "  two"}, {0, 1})) << "another place, and two blanks";
  EXPECT_FALSE(diff_context(Text("a\n\nb\n"), {LineNo{1}, LineNo{2}}, {" "}, std::vector<std::uint32_t>{0})) << "blank";
}

}  // namespace
}  // namespace kedge
