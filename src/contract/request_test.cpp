#include "contract/request.hpp"

#include <gtest/gtest.h>

namespace kedge {
namespace {

TEST(MatchMode, HasTheNamesThatCallersUse) {
  EXPECT_EQ(name_of(MatchMode::exact), "exact");
  EXPECT_EQ(name_of(MatchMode::line_trimmed), "line_trimmed");
  EXPECT_EQ(name_of(MatchMode::block_anchor), "block_anchor");
}

TEST(MatchMode, IsOrderedFromTheStrictestDown) {
  EXPECT_LT(MatchMode::exact, MatchMode::line_trimmed);
  EXPECT_LT(MatchMode::line_trimmed, MatchMode::block_anchor);
}

}  // namespace
}  // namespace kedge
