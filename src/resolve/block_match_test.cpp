#include "resolve/block_match.hpp"

#include <gtest/gtest.h>

#include "print_values.hpp"
#include "support/strings.hpp"

namespace kedge {
namespace {

BlockMatch matched(std::string_view text, std::string_view quoted) {
  WorkBudget budget;
  return block_match(Text(std::string(text)), rows_of(quoted), budget);
}

TEST(BlockMatch, FindsTheBlockWhoseMiddleIsNearlyAsQuoted) {
  const BlockMatch match = matched("top\nint main() {\n\tconst int count = total(1);\n\treturn count;\n}\n",
                                   "int main() {\n    const int count = total(2);\n    return count;\n");
  EXPECT_EQ(match.lines, (LineSpan{LineNo{2}, LineNo{5}}));
  EXPECT_NEAR(match.similarity, 1 - 1.0 / 27, 0.001);
  EXPECT_EQ(match.runner_up, 0);
  EXPECT_EQ(match.reason, "");
}

TEST(BlockMatch, NeedsThreeRowsAndAnchorsThatSaySomething) {
  EXPECT_EQ(matched("a1\nb1\n", "a1\nb1\n").reason, "the quotation has fewer than 3 lines");
  const std::string_view low = "the first and last line of the quotation are not distinct enough to be anchors";
  EXPECT_EQ(matched("{\nbody\nend\n", "{\nbody\nend\n").reason, low);
  EXPECT_EQ(matched("begin\nbody\n}\n", "begin\nbody\n}\n").reason, low);
  EXPECT_EQ(matched("begin\nbody\n\n", "begin\nbody\n\n").reason, low);
}

TEST(BlockMatch, AnchorsMustBeEqualAndTheRunAsLongAsTheQuotation) {
  const std::string_view none = "no run of lines begins and ends like the quotation";
  EXPECT_EQ(matched("begin\nbody\nend\n", "begin\nbody\nends\n").reason, none);
  EXPECT_EQ(matched("begin\nbody\nmore\nend\n", "begin\nbody\nend\n").reason,
            "lines 1 to 4 begin and end like the quotation and have 2 lines between, where it has 1");
  EXPECT_EQ(matched("", "begin\nbody\nend\n").reason, none);
}

TEST(BlockMatch, SaysHowAlikeTheMiddleIsIfThatIsNotEnough) {
  const BlockMatch match = matched("begin\nabcdefghij\nend\n", "begin\nabcdefgxyz\nend\n");
  EXPECT_FALSE(match.lines);
  EXPECT_EQ(match.reason, "the middle lines are only 70 % alike");
  EXPECT_DOUBLE_EQ(match.similarity, 0.7);
}

TEST(BlockMatch, EveryMiddleLineMustBeAccountedFor) {
  std::string text = "begin\n";
  for (int i = 0; i < 20; ++i) append(text, concat("line ", i, " of many\n"));
  const std::string quoted = text + "something else\nend\n";
  EXPECT_EQ(matched(text + "0123456789\nend\n", quoted).reason, "line 22 is too unlike line 22 of the quotation");
  EXPECT_EQ(matched(text + "\nend\n", quoted).reason, "line 22 is too unlike line 22 of the quotation");
}

TEST(BlockMatch, ASecondPlaceThatIsNearlyAsAlikeStandsInTheWay) {
  const std::string_view quoted = "begin\nabcdefghij\nend\n";
  EXPECT_EQ(matched("begin\nabcdefghij\nend\nbegin\nabcdefghix\nend\n", quoted).reason,
            "two places are nearly as alike (100 % and 90 %)");
  EXPECT_EQ(matched("begin\nabcdefghij\nend\nbegin\nabcdefghij\nend\n", quoted).reason,
            "two places are nearly as alike (100 % and 100 %)");
  const BlockMatch clear = matched("begin\nabcdefghxy\nend\nbegin\nabcdefghij\nend\n", quoted);
  EXPECT_EQ(clear.lines, (LineSpan{LineNo{4}, LineNo{7}})) << "a margin of a fifth is enough";
  EXPECT_DOUBLE_EQ(clear.runner_up, 0.8);
}

TEST(BlockMatch, APlaceThatCannotBeTheMatchStillStandsInItsWay) {
  std::string middle;
  for (int i = 0; i < 9; ++i) append(middle, concat("line ", i, " of many\n"));
  const std::string quoted = concat("begin\n", middle, "the tenth\nend\n");
  const std::string changed = concat("begin\n", middle, "0123\nend\n");
  const BlockMatch match = matched(changed + quoted, quoted);
  EXPECT_FALSE(match.lines);
  EXPECT_EQ(match.reason, "two places are nearly as alike (100 % and 90 %)");
}

TEST(BlockMatch, ABlockWithLinesThatAreNotQuotedIsFoundApart) {
  const std::string_view text = "top\n  begin\n    one = 1\n    two = 2\n    more = 9\n    three = 3\n  end\n";
  const BlockMatch match = matched(text, "begin\n  one = 1\n  two = 2\n  three = 3\nend\n");
  EXPECT_FALSE(match.lines);
  ASSERT_TRUE(match.wider);
  EXPECT_EQ(match.wider->lines, (LineSpan{LineNo{2}, LineNo{8}}));
  EXPECT_EQ(match.wider->unquoted, std::vector{LineNo{5}});
  EXPECT_EQ(match.wider->rows, (Rows{"begin", "  one = 1", "  two = 2", "  more = 9", "  three = 3", "end"}));
  EXPECT_DOUBLE_EQ(match.wider->similarity, 0.75);
}

TEST(BlockMatch, AWiderBlockNeedsThreeQuartersAndAMargin) {
  const std::string_view quoted = "begin\none = 1\ntwo = 2\nthree = 3\nend\n";
  EXPECT_FALSE(matched("begin\none = 1\nx\ntwo = 2\ny\nthree = 3\nend\n", quoted).wider) << "two of five are left out";
  EXPECT_FALSE(matched("begin\none = 1\nx\ntwo = 2\nthree = 7\nend\n", quoted).wider) << "less than three quarters";
  const std::string_view one = "begin\none = 1\nx\ntwo = 2\nthree = 3\nend\n";
  EXPECT_FALSE(matched(concat(one, one), quoted).wider) << "two places";
  EXPECT_FALSE(matched(concat(one, "begin\none = 1\ntwo = 2\n0123456789\nend\n"), quoted).wider) << "nearly as alike";
}

TEST(BlockMatch, SaysThatTheWorkLimitWasReached) {
  WorkBudget budget{.steps = 20};
  const BlockMatch match = block_match(Text("begin\nabcdefghijklm\nend\n"), rows_of("begin\nnopqrstuvwxyz\nend\n"), budget);
  EXPECT_EQ(match.reason, "the work limit was reached");
  EXPECT_FALSE(match.lines);
}

}  // namespace
}  // namespace kedge
