#include "plan/unproven.hpp"

#include <gtest/gtest.h>

namespace kedge {
namespace {

LoadedFile file_of(std::string content) {
  LoadedFile file;
  file.given = file.inside = "a.txt";
  file.exists = true;
  file.text = Text(std::move(content));
  file.version = file.text.digest();
  return file;
}

TEST(Unproven, WhatHasMovedSaysWhereItWasAndWhereItFits) {
  const LoadedFile file = file_of("one\ntwo\nthree\nfour\n");
  const Error refused =
      not_the_same_place(file, Quotes::text, LineNo{1}, LineSet(one_line(LineNo{3})), LineSet(one_line(LineNo{1})), "why");
  EXPECT_EQ(refused.code, Code::match_moved);
  EXPECT_TRUE(
      refused.what.starts_with("a.txt: the quoted text was shown at line 1 and now fits at line 3, and these are not "
                               "provably the same place: why."));
  EXPECT_TRUE(refused.what.contains("one") && refused.what.contains("three") && !refused.what.contains("two"));
}

TEST(Unproven, OnlyThePlaceItselfCountsAsShownThen) {
  const LoadedFile file = file_of("one\ntwo\nthree\nfour\n");
  const Error refused =
      not_the_same_place(file, Quotes::lines, LineNo{1}, LineSet(one_line(LineNo{3})), LineSet(one_line(LineNo{1})), "why");
  ASSERT_EQ(refused.shows.size(), 1U);
  EXPECT_EQ(refused.shows.front().lines, LineSet(one_line(LineNo{3})));
}

TEST(Unproven, LinesThatFitLooselyAreShownAndCountFromThenOn) {
  const LoadedFile file = file_of("one\ntwo\n");
  const Error refused = fits_unseen(file, Quotes::lines, LineSet(one_line(LineNo{2})), MatchMode::line_trimmed, 4);
  EXPECT_EQ(refused.code, Code::file_not_read);
  EXPECT_EQ(refused.op, 4);
  ASSERT_EQ(refused.shows.size(), 1U);
  EXPECT_EQ(refused.shows.front().lines, LineSet(one_line(LineNo{2})));
  EXPECT_TRUE(refused.what.contains("two"));
}

}  // namespace
}  // namespace kedge
