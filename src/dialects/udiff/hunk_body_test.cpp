#include "dialects/udiff/hunk_body.hpp"

#include <gtest/gtest.h>

#include "support/strings.hpp"

namespace kedge {
namespace {

// The rows of the body with their marks, then what follows it; or what is wrong.
std::string read(std::string_view input) {
  const DiffRowList rows = rows_of_diff(input);
  SentFaults faults;
  const HunkBody body = read_hunk_body(rows, 1, read_hunk_row(rows.front()).numbers, faults);
  if (!faults.empty()) return faults.take().what;
  std::string out;
  for (const PassageRow& row : body.rows) {
    append(out, row.fate == RowFate::kept ? ' ' : row.fate == RowFate::added ? '+' : '-');
    append(out, concat(row.text, '|'));
  }
  if (body.old_unterminated) append(out, " old unterminated");
  if (body.new_unterminated) append(out, " new unterminated");
  if (!body.by_counts) append(out, " miscounted");
  if (body.end < rows.size()) append(out, concat(" then ", rows[body.end]));
  return out;
}

TEST(HunkBody, TheCountsSayHowFarItGoes) {
  EXPECT_EQ(read("@@ -1,2 +1,2 @@\n a\n-b\n+c\n"), " a|-b|+c|");
  EXPECT_EQ(read("@@ -1,2 +1,2 @@\n a\n--- x\n+++ y\n@@ -9 +9 @@\n"), " a|--- x|+++ y| then @@ -9 +9 @@");
  EXPECT_EQ(read("@@ -1 +1 @@\n-a\n+b\n--- x\n+++ y\n@@ -9 +9 @@\n"), "-a|+b| then --- x");
  EXPECT_EQ(read("@@ -1 +1 @@\n-a\n+b\n-- \n2.39.5\n"), "-a|+b| then -- ");
}

TEST(HunkBody, AnEmptyRowIsAnEmptyLineThatStays) {
  EXPECT_EQ(read("@@ -1,3 +1,3 @@\n a\n\n-b\n+c\n"), " a| |-b|+c|");
  EXPECT_EQ(read("@@ -1,2 +1,2 @@\n-b\n+c\n\n"), "-b|+c| |") << "the counts ask for it";
  EXPECT_EQ(read("@@ -1 +1 @@\n-b\n+c\n\n\n"), "-b|+c| then ") << "they do not";
  EXPECT_EQ(read("@@ ... @@\n a\n\n-b\n\n\n@@ ... @@\n"), " a| |-b| miscounted then @@ ... @@");
}

TEST(HunkBody, WrongCountsAreToleratedWhereTheBodyCanBeReadInOneWay) {
  EXPECT_EQ(read("@@ -1,9 +1,9 @@\n a\n-b\n+c\n@@ -20 +20 @@\n"), " a|-b|+c| miscounted then @@ -20 +20 @@");
  EXPECT_EQ(read("@@ -1 +1 @@\n a\n-b\n+c\n"), " a|-b|+c| miscounted");
  EXPECT_EQ(read("@@ -1,9 +1,9 @@\n-b\n+c\n```\n"), "-b|+c| miscounted then ```");
  EXPECT_EQ(read("@@ -1 +1 @@\n a\n-b\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n"), " a|-b| miscounted then --- a/x");
  EXPECT_EQ(read("@@ @@\n--- a comment\n+-- a better one\n c\n"), "--- a comment|+-- a better one| c| miscounted");
}

TEST(HunkBody, AndRefusedWhereItCannot) {
  EXPECT_NE(read("@@ @@\n a\n--- x\n+++ y\n c\n").find("line 3: this row and the next can be"), std::string::npos);
  EXPECT_NE(read("@@ @@\n a\n--- x\n+++ y\n@@ @@\n").find("line 3: this row and the next can be"), std::string::npos);
  EXPECT_NE(read("@@ @@\n a\n-b\n-- \n2.39.5\n").find("signature"), std::string::npos);
  EXPECT_NE(read("@@ -1 +1 @@\n-a\n+b\n--- x").find("beginning of another"), std::string::npos);
  EXPECT_NE(read("@@ -1 +1 @@\n-a\n+b\n-").find("beginning of another"), std::string::npos);
}

TEST(HunkBody, TooFewRowsAtTheEndAreACutOffDiff) {
  EXPECT_NE(read("@@ -1,3 +1,3 @@\n a\n-b\n+c\n").find("cut off"), std::string::npos);
  EXPECT_NE(read("@@ -1,3 +1 @@\n a\n-b\n+c\n").find("cut off"), std::string::npos);
  EXPECT_NE(read("@@ -1,3 +1,3 @@\n").find("cut off"), std::string::npos);
}

TEST(HunkBody, ARowWithoutAMarkIsRefusedWithTheMark) {
  const std::string refusal = read("@@ -1,3 +1,3 @@\n a\ndef f():\n-b\n+c\n");
  EXPECT_NE(refusal.find("line 3:"), std::string::npos) << refusal;
  EXPECT_NE(refusal.find("Send instead: ` def f():`"), std::string::npos) << refusal;
  EXPECT_NE(read("@@ -1,2 +1,2 @@\n\xC2\xA0"
                 "a\n-b\n+c\n")
                .find("U+00A0"),
            std::string::npos);
}

TEST(HunkBody, TheMarkOfAMissingLineBreakBelongsToTheRowAboveIt) {
  EXPECT_EQ(read("@@ -1 +1 @@\n-a\n\\ No newline at end of file\n+b\n"), "-a|+b| old unterminated");
  EXPECT_EQ(read("@@ -1 +1 @@\n-a\n+b\n\\ Kein Zeilenumbruch am Dateiende.\n"), "-a|+b| new unterminated");
  EXPECT_EQ(read("@@ -1 +1 @@\n a\n\\ No newline at end of file\n"), " a| old unterminated new unterminated");
  EXPECT_EQ(read("@@ @@\n-a\n\\ No newline\n+b\n\\ No newline\n\n"), "-a|+b| old unterminated new unterminated miscounted");
  EXPECT_NE(read("@@ -1,2 +1 @@\n-a\n\\ No newline\n-b\n+c\n").find("a row follows"), std::string::npos);
  EXPECT_NE(read("@@ -1 +1 @@\n\\ No newline\n-b\n+c\n").find("follows the row"), std::string::npos);
}

TEST(HunkBody, ACrAtTheEndOfARowIsPartOfTheLine) { EXPECT_EQ(read("@@ -1 +1 @@\n-a\r\n+b\r\n"), "-a\r|+b\r|"); }

TEST(HunkBody, NothingIsNoHunk) {
  EXPECT_NE(read("@@ -0,0 +0,0 @@\n").find("no rows"), std::string::npos);
  EXPECT_NE(read("@@\n@@\n").find("no rows"), std::string::npos);
}

}  // namespace
}  // namespace kedge
