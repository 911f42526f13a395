#include "resolve/similarity.hpp"

#include <gtest/gtest.h>

#include <string>

namespace kedge {
namespace {

double alike(std::string_view a, std::string_view b) {
  WorkBudget budget;
  return similarity(a, b, budget);
}

TEST(Similarity, IsOneForEqualRowsAndZeroForRowsWithNothingInCommon) {
  EXPECT_EQ(alike("", ""), 1);
  EXPECT_EQ(alike("row", "row"), 1);
  EXPECT_EQ(alike("abc", "xyz"), 0);
  EXPECT_EQ(alike("", "xyz"), 0);
}

TEST(Similarity, IsTheShareOfBytesThatStay) {
  EXPECT_DOUBLE_EQ(alike("kitten", "sitting"), 1 - 3.0 / 7);
  EXPECT_DOUBLE_EQ(alike("return x;", "return y;"), 1 - 1.0 / 9);
  EXPECT_DOUBLE_EQ(alike("abcd", "ab"), 0.5);
}

TEST(Similarity, OfLongRowsThatDifferOverALongStretchOnlyTheEndsCount) {
  const std::string a = "begin" + std::string(5000, 'a') + "end";
  const std::string b = "begin" + std::string(2500, 'b') + std::string(2500, 'a') + "end";
  EXPECT_NEAR(alike(a, b), 0.5, 0.01) << "the differing stretch is short enough to be compared";
  const std::string c = "begin" + std::string(5000, 'c') + "end";
  EXPECT_NEAR(alike(a, c), 8.0 / 5008, 1e-9);
}

TEST(Similarity, StopsWhenTheBudgetIsUsedUp) {
  WorkBudget budget{.steps = 1000};
  EXPECT_EQ(similarity(std::string(900, 'a'), std::string(900, 'b') + 'c', budget), 0);
  EXPECT_TRUE(budget.used_up());
  EXPECT_EQ(similarity("row", "row", budget), 0) << "it stays used up";
}

TEST(WorkBudget, IsSpentStepByStepAndThenRefuses) {
  WorkBudget budget{.steps = 10};
  EXPECT_TRUE(budget.spend(4));
  EXPECT_TRUE(budget.spend(5));
  EXPECT_FALSE(budget.spend(5));
  EXPECT_FALSE(budget.spend(0));
}

TEST(BestFit, FindsThePieceInsideALongerRow) {
  WorkBudget budget;
  const PieceFit there = best_fit("value", "let value = 1;", budget);
  EXPECT_EQ(there.similarity, 1);
  EXPECT_EQ(there.end, 9U);
  const PieceFit nearly = best_fit("valve", "let value = 1;", budget);
  EXPECT_DOUBLE_EQ(nearly.similarity, 0.8);
  EXPECT_EQ(nearly.end, 9U);
  EXPECT_EQ(best_fit("xyz", "abc", budget).similarity, 0);
  EXPECT_EQ(best_fit("", "abc", budget).similarity, 1);
}

}  // namespace
}  // namespace kedge
