#include "render/local_diff.hpp"

#include <gtest/gtest.h>

#include "render/row.hpp"
#include "support/strings.hpp"

namespace kedge {
namespace {

std::string diff_of(const std::string& before, const std::string& after, PreviewShape shape = {}) {
  const Text old_text(before);
  const Text new_text(after);
  return local_diff(new_text, diff_lines(old_text, new_text, LineKey::bytes), plain_rows(old_text), numbered_rows(new_text),
                    shape);
}

TEST(LocalDiff, RemovedRowsStandBeforeThoseThatReplaceThem) {
  EXPECT_EQ(diff_of("a\nb\nc\n", "a\nX\nY\nc\n"), " 1:a\n-b\n+2:X\n+3:Y\n 4:c\n");
}

TEST(LocalDiff, RowsThatAreOnlyRemovedStandWhereTheyStood) {
  EXPECT_EQ(diff_of("a\nb\nc\n", "a\nc\n"), " 1:a\n-b\n 2:c\n");
  EXPECT_EQ(diff_of("a\nb\n", "a\n"), " 1:a\n-b\n");
  EXPECT_EQ(diff_of("a\nb\n", "b\n"), "-a\n 1:b\n");
  EXPECT_EQ(diff_of("a\n", ""), "-a\n");
}

TEST(LocalDiff, WhatIsFarFromAChangeIsLeftOut) {
  EXPECT_EQ(diff_of("1\n2\n3\n4\n5\n6\n7\n", "1\n2\n3\nX\n5\n6\n7\n", {.context = 1}), "…\n 3:3\n-4\n+4:X\n 5:5\n…\n");
}

TEST(LocalDiff, TheMiddleOfALongRemovalIsLeftOut) {
  EXPECT_EQ(diff_of("a\n1\n2\n3\n4\n5\n6\n", "a\n", {.longest_run = 4}), " 1:a\n-1\n-2\n-…\n-5\n-6\n");
}

TEST(LocalDiff, NothingChangedIsNothing) { EXPECT_EQ(diff_of("a\n", "a\n"), ""); }

}  // namespace
}  // namespace kedge
