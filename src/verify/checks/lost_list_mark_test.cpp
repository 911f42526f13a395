#include <gtest/gtest.h>

#include "checked_edit.hpp"

namespace kedge::test {
namespace {

Found lost_marks(const std::string& before, const std::string& after, std::string_view path = "a.md") {
  return lines_found("lost_list_mark", path, before, after);
}

TEST(LostListMark, IsAnItemWithABlankWhereTheListHasPlus) {
  EXPECT_EQ(lost_marks("+ one\n+ two\n", "+ one\n 2\n"), Found{2});
  EXPECT_EQ(lost_marks("+ one\n  more\n", "+ one\n  more\n two\n  more\n"), Found{3}) << "a new one below";
}

TEST(LostListMark, OfTwoItemsNearEachOtherBothAreFound) {
  EXPECT_EQ(lost_marks("+ a\n+ b\n+ c\n", " 1\n+ b\n 3\n"), (Found{1, 3}));
}

TEST(LostListMark, IsNotARowThatGoesOnOrOneOfAnotherKind) {
  EXPECT_EQ(lost_marks("+ one\n", "+ one\n  more\n"), Found{});
  EXPECT_EQ(lost_marks("+ one\n", "+ one\n+ two\n"), Found{});
  EXPECT_EQ(lost_marks("- one\n", "- one\n two\n"), Found{}) << "no list of that kind";
  EXPECT_EQ(lost_marks("+ one\n more\n", "+ one\n more\n other\n"), Found{}) << "such rows are there";
  EXPECT_EQ(lost_marks("+ one\n", "+ one\n two\n", "a.c"), Found{}) << "no prose";
}

}  // namespace
}  // namespace kedge::test
