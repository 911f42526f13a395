#include "resolve/alike_lines.hpp"

#include <gtest/gtest.h>

#include "print_values.hpp"

namespace kedge {
namespace {

std::vector<LineNo> found(const char* text, std::string_view row, std::size_t most = 10) {
  WorkBudget budget;
  return alike_lines(Text(std::string(text)), row, most, budget);
}

TEST(AlikeLines, AreThoseThatShareMostOfTheRow) {
  EXPECT_EQ(found("nothing\nreturn count + 1;\nreturn counter;\n", "return count - 1;"), (std::vector{LineNo{2}, LineNo{3}}));
  EXPECT_EQ(found("nothing\n\nat all\n", "return count;"), std::vector<LineNo>{});
}

TEST(AlikeLines, OfEqualsTheNearestInLengthComesFirst) {
  EXPECT_EQ(found("abcdef and more\nabcdef\nabcdef\n", "abcdef"), (std::vector{LineNo{2}, LineNo{3}, LineNo{1}}));
}

TEST(AlikeLines, AreLimited) {
  EXPECT_EQ(found("abcd\nabcde\nabcdef\n", "abcdef", 2), (std::vector{LineNo{3}, LineNo{2}}));
  EXPECT_EQ(found("abcdef\n", "abcdef", 0), std::vector<LineNo>{});
}

TEST(AlikeLines, TheCaseOfLettersDoesNotCount) { EXPECT_EQ(found("x\nHELLO World\n", "hello world"), std::vector{LineNo{2}}); }

TEST(AlikeLines, ARowWithoutAPieceIsLikeNothing) {
  EXPECT_EQ(found("ab\n", "ab"), std::vector<LineNo>{});
  EXPECT_EQ(found("ab\n", ""), std::vector<LineNo>{});
}

TEST(AlikeLines, WithoutBudgetThereAreNone) {
  WorkBudget budget{.steps = 3};
  EXPECT_EQ(alike_lines(Text("abcdef\n"), "abcdef", 10, budget), std::vector<LineNo>{});
}

}  // namespace
}  // namespace kedge
