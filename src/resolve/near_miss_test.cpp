#include "resolve/near_miss.hpp"

#include <gtest/gtest.h>

#include "print_values.hpp"

namespace kedge {
namespace {

std::optional<NearMiss> missed(std::string_view text, std::string_view quoted) {
  WorkBudget budget;
  return near_miss(Text(std::string(text)), quoted, budget);
}

constexpr std::string_view program =
    "int sum(int a, int b) {\n"
    "\tint result = a + b;\n"
    "\treturn result;\n"
    "}\n"
    "\n"
    "int product(int a, int b) {\n"
    "\tint result = a * b;\n"
    "\treturn result;\n"
    "}\n";

TEST(NearMiss, TellsTheRegionAndItsFirstDifference) {
  const auto miss = missed(program, "int product(int a, int b) {\n\tint result = a / b;\n\treturn result;\n");
  ASSERT_TRUE(miss);
  EXPECT_EQ(miss->lines, (LineSpan{LineNo{6}, LineNo{9}}));
  EXPECT_EQ(miss->differs, LineNo{7});
  EXPECT_EQ(miss->quoted_row, "→int result = a / b;");
  EXPECT_EQ(miss->file_row, "→int result = a * b;");
  EXPECT_EQ(miss->why, "only the text differs");
}

TEST(NearMiss, TellsOfBlanksThatCannotBeSeen) {
  const auto indented = missed(program, "int sum(int a, int b) {\n    int result = a + b;\n");
  ASSERT_TRUE(indented);
  EXPECT_EQ(indented->differs, LineNo{2});
  EXPECT_EQ(indented->quoted_row, "    int result = a + b;");
  EXPECT_EQ(indented->file_row, "→int result = a + b;");
  EXPECT_EQ(indented->why, "indentation differs: the file has 1 tab, the quotation 4 spaces");

  const auto trailing = missed("one\ntwo  \nthree\n", "one\ntwo\nthree\n");
  ASSERT_TRUE(trailing);
  EXPECT_EQ(trailing->differs, LineNo{2});
  EXPECT_EQ(trailing->file_row, "two··");
  EXPECT_EQ(trailing->why, "trailing blanks differ");
}

TEST(NearMiss, OfAPartOfOneLineIsTheLineThatHoldsMostOfIt) {
  const auto miss = missed(program, "product(int a,int b)");
  ASSERT_TRUE(miss);
  EXPECT_EQ(miss->lines, one_line(LineNo{6}));
  EXPECT_EQ(miss->why, "blanks inside the line differ");
  EXPECT_EQ(miss->file_row, "int product(int a, int b) {");
}

TEST(NearMiss, FindsARowInOtherLettersAndWithOtherCharacters) {
  const auto shouted = missed("first\nhello world\n", "HELLO WORLD");
  ASSERT_TRUE(shouted);
  EXPECT_EQ(shouted->why, "letters differ in case only");
  const auto typeset = missed("first\nit\u2019s here\n", "it's here");
  ASSERT_TRUE(typeset);
  EXPECT_EQ(typeset->differs, LineNo{2});
  EXPECT_EQ(typeset->file_row, "it<U+2019>s here");
  EXPECT_EQ(typeset->why, "the file has U+2019 where the quotation has '");
}

TEST(NearMiss, TheFirstAndLastRowMayBePartsOfTheirLines) {
  const auto miss = missed("x = open(path)\nread(x)\nclose(x)\n", "open(path)\nread(y)\nclose(");
  ASSERT_TRUE(miss);
  EXPECT_EQ(miss->lines, (LineSpan{LineNo{1}, LineNo{4}}));
  EXPECT_EQ(miss->differs, LineNo{2});
}

TEST(NearMiss, ALineThatWasLeftOutIsTheFirstDifference) {
  const auto miss = missed("zero\none\ntwo\nextra\nthree\nfour\nfive\nsix\n", "one\ntwo\nthree\nfour\nfive\nsix\n");
  ASSERT_TRUE(miss);
  EXPECT_EQ(miss->lines, (LineSpan{LineNo{2}, LineNo{9}}));
  EXPECT_EQ(miss->differs, LineNo{4});
  EXPECT_EQ(miss->quoted_row, "three");
  EXPECT_EQ(miss->file_row, "extra");
}

TEST(NearMiss, SaysThatTheFileEnds) {
  const auto shorter = missed("one\ntwo\n", "one\ntwo\nthree\n");
  ASSERT_TRUE(shorter);
  EXPECT_EQ(shorter->lines, (LineSpan{LineNo{1}, LineNo{3}}));
  EXPECT_EQ(shorter->differs, LineNo{2});
  EXPECT_EQ(shorter->quoted_row, "three");
  EXPECT_EQ(shorter->why, "the file ends before the quotation does");
  const auto open = missed("one\ntwo", "one\ntwo\n");
  ASSERT_TRUE(open);
  EXPECT_EQ(open->differs, LineNo{2});
  EXPECT_EQ(open->why, "the file has no newline at its end");
}

TEST(NearMiss, NothingIsToldWhereNothingIsAlike) {
  EXPECT_FALSE(missed(program, "completely unrelated words"));
  EXPECT_FALSE(missed("", "one"));
  EXPECT_FALSE(missed("\n\n", "   \n"));
  EXPECT_FALSE(missed("abc\n", "\n\n\n"));
}

TEST(NearMiss, ALongRowIsCutAroundTheDifference) {
  const std::string line = std::string(500, 'a') + "tail" + std::string(500, 'b');
  const auto miss = missed(line + "\n", std::string(500, 'a') + "tale" + std::string(500, 'b') + "\n");
  ASSERT_TRUE(miss);
  EXPECT_EQ(miss->quoted_row, "…" + std::string(78, 'a') + "tale" + std::string(158, 'b') + "…");
  EXPECT_EQ(miss->file_row, "…" + std::string(78, 'a') + "tail" + std::string(158, 'b') + "…");
}

TEST(NearMiss, RowsOfBracketsDecideOnlyIfThereAreNoOthers) {
  const auto brackets = missed("a\n  });\n}\n", "});\n};\n");
  ASSERT_TRUE(brackets);
  EXPECT_EQ(brackets->lines, (LineSpan{LineNo{2}, LineNo{4}}));
  EXPECT_EQ(brackets->differs, LineNo{3});
  const auto others = missed("}\n}\n}\nfirst line\n}\n}\n", "second line\n}\n}\n");
  ASSERT_TRUE(others);
  EXPECT_EQ(others->lines, (LineSpan{LineNo{4}, LineNo{7}}));
}

TEST(NearMiss, WithoutBudgetThereIsNone) {
  WorkBudget budget{.steps = 10};
  EXPECT_FALSE(near_miss(Text(std::string(program)), "int sun(int a, int b) {", budget));
}

TEST(NearMiss, SaysWhereLoneReturnsAreInPlaceOfLineBreaks) {
  WorkBudget budget;
  const std::optional<NearMiss> miss = near_miss(Text(std::string("one\rtwo\rthree\r")), "two\nthree\n", budget);
  ASSERT_TRUE(miss);
  EXPECT_EQ(miss->differs, LineNo{1});
  EXPECT_TRUE(miss->why.starts_with("there the file has a lone CR")) << miss->why;
}

}  // namespace
}  // namespace kedge
