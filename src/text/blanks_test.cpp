#include "text/blanks.hpp"

#include <gtest/gtest.h>

namespace kedge {
namespace {

TEST(Blanks, AreTrimmedAtBothEnds) {
  EXPECT_EQ(trimmed(" \t a b \r\v\f"), "a b");
  EXPECT_EQ(trimmed("a"), "a");
  EXPECT_EQ(trimmed(" \t"), "");
  EXPECT_EQ(trimmed(""), "");
  EXPECT_EQ(without_trailing_blanks("  a \t"), "  a");
  EXPECT_EQ(without_trailing_blanks("  "), "");
}

TEST(Blanks, OtherThanAsciiAreContent) { EXPECT_EQ(trimmed("\u00A0a\u00A0"), "\u00A0a\u00A0"); }

TEST(Blanks, IndentationIsSpacesAndTabs) {
  EXPECT_EQ(indentation_of("\t  a b"), "\t  ");
  EXPECT_EQ(indentation_of("a"), "");
  EXPECT_EQ(indentation_of("\va"), "");
  EXPECT_EQ(indentation_of("  "), "  ");
}

TEST(Blanks, IndentationIsDescribedInWords) {
  EXPECT_EQ(described_indentation(""), "none");
  EXPECT_EQ(described_indentation("    "), "4 spaces");
  EXPECT_EQ(described_indentation("\t"), "1 tab");
  EXPECT_EQ(described_indentation("\t\t  \t"), "2 tabs and 2 spaces and 1 tab");
}

}  // namespace
}  // namespace kedge
