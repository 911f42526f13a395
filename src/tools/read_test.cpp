#include <gtest/gtest.h>

#include "tests/support/memory_session.hpp"
#include "tools/verb.hpp"

namespace kedge {
namespace {

class Reading : public testing::Test {
 protected:
  Reading() { session_.put("a.txt", "one\ntwo\nthree\n"); }

  Result<Reply> read(std::string_view dialect, const Json& arguments) {
    return verb::read(*find_dialect(dialect), arguments, *session_);
  }

  test::MemorySession session_;
};

TEST_F(Reading, WhatIsOpenedIsPublishedToWhoeverWatches) {
  const Result<Reply> reply = read("hashline", Json::object({{"file", "a.txt"}, {"start", 2}, {"end", 3}}));
  ASSERT_TRUE(reply);
  ASSERT_EQ(reply->opened.size(), 1U);
  const Opened& opened = reply->opened.front();
  EXPECT_EQ(opened.path, "a.txt");
  EXPECT_EQ(opened.text.bytes(), "one\ntwo\nthree\n");
  EXPECT_EQ(opened.version, sha256("one\ntwo\nthree\n"));
  EXPECT_EQ(opened.lines, (LineSpan{LineNo{2}, LineNo{4}}));
}

TEST_F(Reading, OtherDialectsPublishNothing) {
  EXPECT_TRUE(read("patch", Json::object({{"path", "a.txt"}}))->opened.empty());
  EXPECT_TRUE(read("anchors", Json::object({{"path", "a.txt"}}))->opened.empty());
}

TEST_F(Reading, WhatIsRefusedIsNotPublished) { EXPECT_FALSE(read("hashline", Json::object({{"file", "b.txt"}}))); }

}  // namespace
}  // namespace kedge
