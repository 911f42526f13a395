#include "resolve/row_difference.hpp"

#include <gtest/gtest.h>

namespace kedge {
namespace {

TEST(RowFits, DependsOnThePartOfTheLineThatItStandsFor) {
  EXPECT_TRUE(fits("abc", "abc", RowPart::whole));
  EXPECT_FALSE(fits("bc", "abc", RowPart::whole));
  EXPECT_TRUE(fits("bc", "abc", RowPart::tail));
  EXPECT_FALSE(fits("ab", "abc", RowPart::tail));
  EXPECT_TRUE(fits("ab", "abc", RowPart::head));
  EXPECT_FALSE(fits("bc", "abc", RowPart::head));
  EXPECT_TRUE(fits("b", "abc", RowPart::inside));
  EXPECT_FALSE(fits("x", "abc", RowPart::inside));
}

TEST(RowDifference, OfBlanksAtTheEnds) {
  EXPECT_EQ(difference("a", "a  ", RowPart::whole), "trailing blanks differ");
  EXPECT_EQ(difference("a ", "  a", RowPart::inside), "trailing blanks differ") << "it may begin behind the indentation";
  EXPECT_EQ(difference("    a", "\ta", RowPart::whole), "indentation differs: the file has 1 tab, the quotation 4 spaces");
  EXPECT_EQ(difference("a", "  a", RowPart::whole), "indentation differs: the file has 2 spaces, the quotation none");
  EXPECT_EQ(difference("    a(", "\ta();", RowPart::inside), "indentation differs: the file has 1 tab, the quotation 4 spaces");
  EXPECT_EQ(difference("  ", "\ta", RowPart::head), "indentation differs: the file has 1 tab, the quotation 2 spaces");
  EXPECT_EQ(difference(" ", "a", RowPart::tail), "trailing blanks differ");
}

TEST(RowDifference, OfCharactersThatLookAlike) {
  EXPECT_EQ(difference("it's", "it\u2019s", RowPart::whole), "the file has U+2019 where the quotation has '");
  EXPECT_EQ(difference("it\u2019s", "it's", RowPart::inside), "the quotation has U+2019 where the file has '");
  EXPECT_EQ(difference("a b", "a\u00A0b", RowPart::whole), "the file has U+00A0 where the quotation has a space");
  EXPECT_EQ(difference("ab", "a\u200Bb", RowPart::whole), "the file has U+200B, which the quotation lacks");
  EXPECT_EQ(difference("a\u2014b-c", "a-b\u2014c", RowPart::whole), "characters that look alike differ");
}

TEST(RowDifference, OfCaseInnerBlanksAndBackslashes) {
  EXPECT_EQ(difference("Value = 1", "value = 1", RowPart::whole), "letters differ in case only");
  EXPECT_EQ(difference("f(a,b)", "f(a, b)", RowPart::whole), "blanks inside the line differ");
  EXPECT_EQ(difference("say(\\\"x\\\")", "say(\"x\")", RowPart::whole), "the quotation has backslashes that the file has not");
  EXPECT_EQ(difference("a/b", "a\\/b", RowPart::whole), "the file has backslashes that the quotation has not");
}

TEST(RowDifference, OfText) {
  EXPECT_EQ(difference("a", "", RowPart::whole), "the file has a blank line there");
  EXPECT_EQ(difference(" ", "a", RowPart::whole), "the quotation has a blank line there");
  EXPECT_EQ(difference("call(", "call(a);", RowPart::whole), "the file's line goes on");
  EXPECT_EQ(difference("call(a); // why", "call(a);", RowPart::whole), "the quotation's line goes on");
  EXPECT_EQ(difference("call();", "x = call();", RowPart::head), "the file's line begins earlier");
  EXPECT_EQ(difference("x = call();", "call();", RowPart::whole), "the quotation's line begins earlier");
  EXPECT_EQ(difference("one", "two", RowPart::whole), "only the text differs");
}

TEST(RowEssence, IsPlainTrimmedAndInLowerCase) { EXPECT_EQ(essence_of("  It\u2019s A\u00A0"), "it's a"); }

}  // namespace
}  // namespace kedge
