#include "support/common_ends.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

namespace kedge {
namespace {

TEST(CommonEnds, TheSharedStartAndEndAreCounted) {
  EXPECT_EQ(common_prefix("abcX", "abcY"), 3U);
  EXPECT_EQ(common_suffix("Xabc", "Yabc"), 3U);
  EXPECT_EQ(common_prefix("abc", "abcd"), 3U);
  EXPECT_EQ(common_suffix("bcd", "abcd"), 3U);
  EXPECT_EQ(common_prefix("abc", "abc"), 3U);
  EXPECT_EQ(common_suffix("abc", "abc"), 3U);
  EXPECT_EQ(common_prefix("a", "b"), 0U);
  EXPECT_EQ(common_suffix("a", "b"), 0U);
}

TEST(CommonEnds, EmptyBuffersShareNothing) {
  EXPECT_EQ(common_prefix("", "abc"), 0U);
  EXPECT_EQ(common_suffix("abc", ""), 0U);
  EXPECT_EQ(common_prefix({}, {}), 0U);
  EXPECT_EQ(common_suffix({}, {}), 0U);
}

TEST(CommonEnds, ADifferenceIsFoundWhereverItStandsInALongBuffer) {
  const std::string long_text(3 * 4096 + 17, 'x');
  for (const std::size_t at : {0UL, 1UL, 4095UL, 4096UL, 4097UL, 8191UL, 8192UL, 3 * 4096UL, 3 * 4096UL + 16}) {
    std::string other = long_text;
    other[at] = 'y';
    EXPECT_EQ(common_prefix(long_text, other), at);
    EXPECT_EQ(common_suffix(long_text, other), long_text.size() - at - 1);
  }
  EXPECT_EQ(common_prefix(long_text, long_text + "z"), long_text.size());
  EXPECT_EQ(common_suffix(long_text, "z" + long_text), long_text.size());
}

}  // namespace
}  // namespace kedge
