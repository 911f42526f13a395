#include "verify/excerpt.hpp"

#include <gtest/gtest.h>

namespace kedge {
namespace {

TEST(Excerpt, IsTheRowWithoutItsIndentation) {
  EXPECT_EQ(excerpt("  \tint x;"), "int x;");
  EXPECT_EQ(excerpt("   "), "");
}

TEST(Excerpt, EndsBetweenCharacters) {
  EXPECT_EQ(excerpt(std::string(80, 'x')), std::string(80, 'x'));
  EXPECT_EQ(excerpt(std::string(81, 'x')), std::string(80, 'x') + "…");
  EXPECT_EQ(excerpt(std::string(79, 'x') + "äö"), std::string(79, 'x') + "ä…");
}

}  // namespace
}  // namespace kedge
