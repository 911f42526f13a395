#include "render/unified_diff.hpp"

#include <gtest/gtest.h>

#include "support/strings.hpp"

namespace kedge {
namespace {

std::string diff_of(const char* before, const char* after, std::uint32_t context = 3) {
  const Text old_text(before);
  const Text new_text(after);
  return unified_diff(old_text, new_text, diff_lines(old_text, new_text, LineKey::bytes), {"a", "b"}, context);
}

constexpr const char* ten = "1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n";

TEST(UnifiedDiff, ReadableRowsAreThoseThatAReaderIsShown) {
  const Text before("\xEF\xBB\xBFone\r\ntwo\xFF\r\nthree");
  const Text after("\xEF\xBB\xBFone\r\n2\nthree");
  const std::vector<Hunk> hunks = diff_lines(before, after, LineKey::content);
  EXPECT_EQ(unified_diff(before, after, hunks, {"a", "b"}, 3, DiffRows::readable),
            "--- a\n+++ b\n@@ -1,3 +1,3 @@\n \xEF\xBB\xBFone\n-two\\xff\n+2\n three\n\\ No newline at end of file\n");
}

TEST(UnifiedDiff, OfALongRowWhatDiffersIsShown) {
  const std::string same(9'000, 'a');
  const Text before(concat(same, "ok", same, '\n'));
  const Text after(concat(same, "evil", same, '\n'));
  const std::vector<Hunk> hunks = diff_lines(before, after, LineKey::content);
  const std::string shown = unified_diff(before, after, hunks, {"a", "b"}, 3, DiffRows::readable);
  EXPECT_NE(shown.find("aaokaa"), std::string::npos);
  EXPECT_NE(shown.find("aaevilaa"), std::string::npos);
  EXPECT_NE(shown.find("-(8800 bytes of this line) …aaa"), std::string::npos) << shown;
  EXPECT_LT(shown.size(), 5'000U);
}

TEST(UnifiedDiff, EqualTextsHaveNone) { EXPECT_EQ(diff_of(ten, ten), ""); }

TEST(UnifiedDiff, AChangeStandsBetweenThreeRowsOfContext) {
  EXPECT_EQ(diff_of(ten, "1\n2\n3\n4\nfive\n6\n7\n8\n9\n10\n"),
            "--- a\n+++ b\n@@ -2,7 +2,7 @@\n 2\n 3\n 4\n-5\n+five\n 6\n 7\n 8\n");
}

TEST(UnifiedDiff, ContextEndsWithTheText) {
  EXPECT_EQ(diff_of("1\n2\n", "one\n2\n"), "--- a\n+++ b\n@@ -1,2 +1,2 @@\n-1\n+one\n 2\n");
}

TEST(UnifiedDiff, ACountOfOneIsLeftOut) { EXPECT_EQ(diff_of("1\n", "one\n"), "--- a\n+++ b\n@@ -1 +1 @@\n-1\n+one\n"); }

TEST(UnifiedDiff, AnEmptyRangeNamesTheLineAboveIt) {
  EXPECT_EQ(diff_of("", "1\n2\n"), "--- a\n+++ b\n@@ -0,0 +1,2 @@\n+1\n+2\n");
  EXPECT_EQ(diff_of("1\n", ""), "--- a\n+++ b\n@@ -1 +0,0 @@\n-1\n");
  EXPECT_EQ(diff_of(ten, "1\n2\n3\n4\n5\nnew\n6\n7\n8\n9\n10\n", 0), "--- a\n+++ b\n@@ -5,0 +6 @@\n+new\n");
  EXPECT_EQ(diff_of(ten, "1\n2\n3\n4\n5\n7\n8\n9\n10\n", 0), "--- a\n+++ b\n@@ -6 +5,0 @@\n-6\n");
}

TEST(UnifiedDiff, ChangesWhoseContextTouchesShareOneHeader) {
  EXPECT_EQ(diff_of(ten, "one\n2\n3\n4\n5\n6\n7\neight\n9\n10\n"),
            "--- a\n+++ b\n@@ -1,10 +1,10 @@\n-1\n+one\n 2\n 3\n 4\n 5\n 6\n 7\n-8\n+eight\n 9\n 10\n");
}

TEST(UnifiedDiff, ChangesFurtherApartHaveTheirOwnHeaders) {
  EXPECT_EQ(diff_of(ten, "one\n2\n3\n4\n5\n6\n7\n8\nnine\n10\n"),
            "--- a\n+++ b\n@@ -1,4 +1,4 @@\n-1\n+one\n 2\n 3\n 4\n@@ -6,5 +6,5 @@\n 6\n 7\n 8\n-9\n+nine\n 10\n");
}

TEST(UnifiedDiff, RangesOfTheNewTextCountWhatWasAddedAbove) {
  EXPECT_EQ(diff_of(ten, "0\n0\n1\n2\n3\n4\n5\n6\n7\n8\nnine\n10\n", 1),
            "--- a\n+++ b\n@@ -1 +1,3 @@\n+0\n+0\n 1\n@@ -8,3 +10,3 @@\n 8\n-9\n+nine\n 10\n");
}

TEST(UnifiedDiff, ARowWithoutItsNewlineIsMarked) {
  EXPECT_EQ(diff_of("1\n2", "1\ntwo"),
            "--- a\n+++ b\n@@ -1,2 +1,2 @@\n 1\n-2\n\\ No newline at end of file\n+two\n\\ No newline at end of file\n");
  EXPECT_EQ(diff_of("1", "1\n"), "--- a\n+++ b\n@@ -1 +1 @@\n-1\n\\ No newline at end of file\n+1\n");
  EXPECT_EQ(diff_of("1\n2", "one\n2"), "--- a\n+++ b\n@@ -1,2 +1,2 @@\n-1\n+one\n 2\n\\ No newline at end of file\n");
}

TEST(UnifiedDiff, LineEndingsStandInTheRowsAsTheyAre) {
  EXPECT_EQ(diff_of("1\r\n2\r\n", "1\n2\r\n"), "--- a\n+++ b\n@@ -1,2 +1,2 @@\n-1\r\n+1\n 2\r\n");
}

TEST(UnifiedDiff, TheRowOfLineOneCarriesTheByteOrderMark) {
  EXPECT_EQ(diff_of("\xEF\xBB\xBF"
                    "1\n2\n",
                    "\xEF\xBB\xBF"
                    "1\ntwo\n"),
            "--- a\n+++ b\n@@ -1,2 +1,2 @@\n \xEF\xBB\xBF"
            "1\n-2\n+two\n");
}

}  // namespace
}  // namespace kedge
