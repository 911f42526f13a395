#include "render/framing.hpp"

#include <gtest/gtest.h>

namespace kedge {
namespace {

using Changes = std::vector<std::string>;

Changes changes(std::string before, std::string after) {
  return framing_changes(Text(std::move(before)), Text(std::move(after)));
}

TEST(Framing, NothingIsSaidWhereNothingChanges) {
  EXPECT_EQ(changes("a\nb\n", "c\n"), Changes{});
  EXPECT_EQ(changes("a\r\n", "b\r\nc\r\n"), Changes{});
  EXPECT_EQ(changes("a", "b"), Changes{});
  EXPECT_EQ(changes("", "a"), Changes{});
}

TEST(Framing, AnotherStyleOfLineEndingsIsNamed) {
  EXPECT_EQ(changes("a\r\nb\r\n", "a\nb\n"), Changes{"the line endings were CRLF and are now LF"});
  EXPECT_EQ(changes("a\nb\n", "a\nb\r\n"), Changes{"the line endings were LF and are now mixed"});
}

TEST(Framing, ALostByteOrderMarkAndALostFinalNewlineAreNamed) {
  EXPECT_EQ(changes("\xEF\xBB\xBF"
                    "a\n",
                    "a\n"),
            Changes{"the byte order mark is gone"});
  EXPECT_EQ(changes("a\n", "a"), Changes{"the final newline is gone"});
  EXPECT_EQ(changes("a", "a\n"), Changes{});
}

}  // namespace
}  // namespace kedge
