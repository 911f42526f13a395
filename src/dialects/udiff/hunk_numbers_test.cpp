#include "dialects/udiff/hunk_numbers.hpp"

#include <gtest/gtest.h>

namespace kedge {
namespace {

std::string read_again(std::string_view row) {
  const HunkRow read = read_hunk_row(row);
  if (!read.problem.empty()) return "refused";
  return read.numbers ? written(*read.numbers) : "none";
}

TEST(HunkNumbers, ACountThatIsLeftOutIsOne) {
  EXPECT_EQ(read_again("@@ -1 +1 @@"), "@@ -1 +1 @@");
  EXPECT_EQ(read_again("@@ -12,3 +14,0 @@ int main() { @@"), "@@ -12,3 +14,0 @@");
  EXPECT_EQ(read_again("@@ -0,0 +1,2 @@\r"), "@@ -0,0 +1,2 @@");
}

TEST(HunkNumbers, AllOfThemMayBeLeftOut) {
  for (const std::string_view row : {"@@", "@@ @@", "@@ ... @@", "@@ ... @@\r", "@@\r"})
    EXPECT_EQ(read_again(row), "none") << row;
}

TEST(HunkNumbers, WhatCannotBeIsRefused) {
  for (const std::string_view row :
       {"@@ -1,3 +1,3", "@@ -1,3 @@", "@@ -a +1 @@", "@@ --1 +1 @@", "@@ -0 +1 @@", "@@ -0,1 +1 @@", "@@ -1 +0 @@",
        "@@ -99999999999999999999 +1 @@", "@@ -1,4294967296 +1 @@", "@@ -1,-1 +1 @@", "@@ class A:", "@@@ -1 -1 +1 @@@"}) {
    EXPECT_EQ(read_again(row), "refused") << row;
  }
}

TEST(HunkNumbers, ACharacterThatLooksLikeAnotherIsNamed) {
  const HunkRow read = read_hunk_row(
      "@@ \xE2\x88\x92"
      "1,3 +1,3 @@");
  EXPECT_NE(read.problem.find("U+2212"), std::string::npos) << read.problem;
  EXPECT_EQ(read.corrected, "@@ -1,3 +1,3 @@");
}

}  // namespace
}  // namespace kedge
