#include "dialects/udiff/diff_writer.hpp"

#include <gtest/gtest.h>

#include "support/strings.hpp"

namespace kedge {
namespace {

FileOutcome outcome(std::string path, std::string before, std::string after) {
  FileOutcome file;
  file.path = std::move(path);
  file.before = Text(std::move(before));
  file.after = Text(std::move(after));
  return file;
}

std::string diff_of(const FileOutcome& file) { return written_diff({&file, 1}); }

TEST(DiffWriter, RowsCarryTheirBytes) {
  EXPECT_EQ(diff_of(outcome("x", "a\r\nb", "a\r\nc\n")),
            "diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1,2 +1,2 @@\n a\r\n-b\n\\ No newline at end of file\n+c\n");
}

TEST(DiffWriter, OddNamesAreQuotedAndBlanksEndInATab) {
  EXPECT_TRUE(diff_of(outcome("a b", "x\n", "y\n")).starts_with("diff --git a/a b b/a b\n--- a/a b\t\n+++ b/a b\t\n@@"));
  EXPECT_TRUE(diff_of(outcome("\xC3\xA4", "x\n", "y\n"))
                  .starts_with("diff --git \"a/\\303\\244\" \"b/\\303\\244\"\n--- \"a/\\303\\244\"\n"));
}

TEST(DiffWriter, FilesComeGoAndMove) {
  FileOutcome made = outcome("x", "", "a\n");
  made.created = true;
  EXPECT_EQ(diff_of(made), "diff --git a/x b/x\nnew file mode 100644\n--- /dev/null\n+++ b/x\n@@ -0,0 +1 @@\n+a\n");
  made.after = Text();
  EXPECT_EQ(diff_of(made), "diff --git a/x b/x\nnew file mode 100644\nindex 0000000..e69de29\n");
  FileOutcome gone = outcome("x", "a\n", "");
  gone.removed = true;
  EXPECT_EQ(diff_of(gone), "diff --git a/x b/x\ndeleted file mode 100644\n--- a/x\n+++ /dev/null\n@@ -1 +0,0 @@\n-a\n");
  FileOutcome moved = outcome("x", "a\n", "a\n");
  moved.destination = "y";
  EXPECT_EQ(diff_of(moved), "diff --git a/x b/y\nrename from x\nrename to y\n");
  EXPECT_EQ(diff_of(outcome("x", "a\n", "a\n")), "");
}

TEST(DiffWriter, AHunkAloneHasItsNumbers) {
  EXPECT_EQ(written_hunk("x", {{RowFate::kept, "a"}, {RowFate::removed, "b"}, {RowFate::added, "c"}, {RowFate::added, "d"}},
                         LineNo{7}),
            "--- a/x\n+++ b/x\n@@ -7,2 +7,3 @@\n a\n-b\n+c\n+d\n");
}

}  // namespace
}  // namespace kedge
