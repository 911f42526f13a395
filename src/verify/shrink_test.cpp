#include "verify/shrink.hpp"

#include <gtest/gtest.h>

namespace kedge {
namespace {

bool shrinks(std::size_t before, std::size_t after) {
  return shrink(Text(std::string(before, 'x')), Text(std::string(after, 'x'))).has_value();
}

TEST(Shrink, MindsAFileThatBecomesLessThanATenth) {
  EXPECT_TRUE(shrinks(5000, 499));
  EXPECT_TRUE(shrinks(5000, 0));
  EXPECT_FALSE(shrinks(5000, 500));
  EXPECT_FALSE(shrinks(5000, 9000));
}

TEST(Shrink, DoesNotMindSmallFiles) {
  EXPECT_FALSE(shrinks(4096, 0));
  EXPECT_TRUE(shrinks(4097, 0));
}

}  // namespace
}  // namespace kedge
