#include "verify/joined_lines.hpp"

#include <gtest/gtest.h>

namespace kedge {
namespace {

TEST(JoinedLines, NamesTheLineWhoseBreakIsLost) {
  const Text text{std::string("one\ntwo\n")};
  const std::vector<Finding> findings = joined_lines(text, {{{{0}, {4}}, "ONE"}});
  ASSERT_EQ(findings.size(), 1U);
  EXPECT_EQ(findings[0].name, "joined_lines");
  EXPECT_EQ(findings[0].line, LineNo{1});
}

TEST(JoinedLines, DoesNotMindWholeLinesThatGo) {
  const Text text{std::string("one\ntwo\n")};
  EXPECT_TRUE(joined_lines(text, {{{{0}, {4}}, ""}}).empty());
  EXPECT_TRUE(joined_lines(text, {{{{4}, {8}}, "TWO"}}).empty());
}

}  // namespace
}  // namespace kedge
