#include "dialects/udiff/diff_request.hpp"

#include <gtest/gtest.h>

#include "support/overloaded.hpp"
#include "support/strings.hpp"

namespace kedge {
namespace {

std::string said(const Operation& operation) {
  return std::visit(overloaded{[](const Passage& passage) {
                                 std::string out = "passage";
                                 if (passage.line) append(out, concat(" at ", passage.line->value));
                                 if (passage.in_order) append(out, " in order");
                                 if (passage.ends_file) append(out, " ending the file");
                                 if (passage.terminated_before)
                                   append(out, *passage.terminated_before ? " from LF" : " from none");
                                 if (passage.terminated_after) append(out, *passage.terminated_after ? " to LF" : " to none");
                                 return concat(out, ", ", counted(passage.rows.size(), "row"));
                               },
                               [&](const Whole&) { return concat("whole '", operation.body, "'"); },
                               [](const Removal&) { return std::string("removal"); },
                               [](const Relocation& to) { return concat("to ", to.destination); },
                               [](const auto&) { return std::string("something else"); }},
                    operation.target);
}

// Each file with what is to be done to it, or what is wrong.
std::string heard(std::string_view input) {
  SentFaults faults;
  const UnifiedDiff diff = read_unified_diff(input, faults);
  const std::vector<FileRequest> files = files_of_diff(diff, faults);
  std::string out;
  if (!faults.empty()) {
    const Error refusal = faults.take();
    append(out, concat(row_of(refusal.code).name, ' ', refusal.what));
    for (const Error& other : refusal.others) append(out, concat('\n', row_of(other.code).name, ' ', other.what));
    return out;
  }
  for (const FileRequest& file : files) {
    append(out, concat(file.path, file.literal_path ? concat(" or ", *file.literal_path) : "", ':'));
    if (file.must_be_new) append(out, " new");
    if (file.version) append(out, " empty");
    if (file.executable) append(out, *file.executable ? " +x" : " -x");
    for (const Operation& operation : file.operations) append(out, concat(" [", said(operation), ']'));
    append(out, '\n');
  }
  return out;
}

bool refused(std::string_view input, std::string_view with) {
  const std::string answer = heard(input);
  const bool found = answer.starts_with("patch_syntax") && answer.find(with) != std::string::npos;
  if (!found) ADD_FAILURE() << answer;
  return found;
}

constexpr std::string_view hunk = "@@ -3,2 +3,2 @@ f()\n a\n-b\n+c\n";

TEST(DiffRequest, AHunkIsAPassageAtItsLine) {
  EXPECT_EQ(heard(concat("--- a/x\n+++ b/x\n", hunk, "@@ -9 +9 @@\n-d\n+e\n")),
            "x: [passage at 3, 3 rows] [passage at 9 in order, 2 rows]\n");
  EXPECT_EQ(heard("--- a/x\n+++ b/x\n@@ -4,0 +5 @@\n+d\n"), "x: [passage, 1 row]\n");
  EXPECT_EQ(heard("--- a/x\n+++ b/x\n@@ ... @@\n d\n"), "x: [passage, 1 row]\n");
}

TEST(DiffRequest, TextAroundTheDiffIsSkipped) {
  const std::string mail =
      concat("From 0123 Mon Sep 17 00:00:00 2001\nSubject: [PATCH] - x\n\n- why\n---\n x | 2 +-\n\n",
             "diff --git a/x b/x\nindex 1111111..2222222 100644\n--- a/x\n+++ b/x\n", hunk, "-- \n2.39.5\n\n");
  EXPECT_EQ(heard(mail), "x: [passage at 3, 3 rows]\n");
  EXPECT_EQ(heard(concat(mail, mail)), "x: [passage at 3, 3 rows] [passage at 3, 3 rows]\n");
  EXPECT_EQ(heard(concat("Here it is:\n```diff\n--- a/x\n+++ b/x\n", hunk, "```\n- done\nand\n```\n--- a/y\n+++ b/y\n", hunk)),
            "x: [passage at 3, 3 rows]\ny: [passage at 3, 3 rows]\n");
  EXPECT_TRUE(refused(concat("--- a/x\n+++ b/x\n", hunk, "I hope this helps.\n"), "line 7: the row belongs to no hunk"));
}

TEST(DiffRequest, ANewFileHasTheBytesOfItsRows) {
  EXPECT_EQ(heard("--- /dev/null\n+++ b/x\n@@ -0,0 +1,2 @@\n+a\r\n+b\n"), "x or b/x: new [whole 'a\r\nb\n']\n");
  EXPECT_EQ(heard("diff --git a/x b/x\nnew file mode 100755\n--- /dev/null\n+++ b/x\n@@ -0,0 +1 @@\n+a\n\\ No newline\n"),
            "x: new +x [whole 'a']\n");
  EXPECT_EQ(heard("diff --git a/x b/x\nnew file mode 100644\nindex 0000000..e69de29\n"), "x: new [whole '']\n");
  EXPECT_EQ(heard("--- a/x\t1970-01-01 00:00:00.000000000 +0000\n+++ b/x\t2026-01-01 00:00:00.0 +0000\n@@ -0,0 +1 @@\n+a\n"),
            "x: new [whole 'a\n']\n");
  EXPECT_TRUE(refused("--- /dev/null\n+++ b/x\n@@ -1 +1,2 @@\n a\n+b\n", "nothing but + rows"));
  EXPECT_TRUE(refused("--- /dev/null\n+++ b/x\n", "no hunk"));
  EXPECT_TRUE(refused("diff --git a/x b/x\nnew file mode 100644\nindex 0000000..1234567\n", "no hunk"));
}

TEST(DiffRequest, AFileThatGoesIsQuotedWhole) {
  EXPECT_EQ(heard("--- a/x\n+++ /dev/null\n@@ -1 +0,0 @@\n-a\n"), "x or a/x: [passage at 1, 1 row] [removal]\n");
  EXPECT_EQ(
      heard("diff --git a/x b/x\ndeleted file mode 100644\nindex 1234567..0000000\n--- a/x\n+++ /dev/null\n@@ -1 +0,0 @@\n"
            "-a\n\\ No newline at end of file\n"),
      "x: [passage at 1 ending the file from none to LF, 1 row] [removal]\n");
  EXPECT_EQ(heard("diff --git a/x b/x\ndeleted file mode 100644\nindex e69de29..0000000\n"), "x: empty [removal]\n");
  EXPECT_EQ(heard("diff --git a/x b/x\ndeleted file mode 100644\n--- a/x\n+++ /dev/null\n"), "x: [removal]\n");
  EXPECT_TRUE(refused("diff --git a/x b/x\ndeleted file mode 100644\nindex 1234567..0000000\n", "no hunk"));
  EXPECT_TRUE(refused("diff --git a/x b/x\ndeleted file mode 100644\n", "no hunk"));
  EXPECT_TRUE(refused("--- a/x\n+++ /dev/null\n@@ -1,2 +1 @@\n-a\n b\n", "nothing but - rows"));
}

TEST(DiffRequest, ARenameStandsBehindTheChangesOfLines) {
  const std::string_view names =
      "diff --git a/old name b/new name\nsimilarity index 100%\nrename from old name\nrename to new name\n";
  EXPECT_EQ(heard(names), "old name: [to new name]\n");
  EXPECT_EQ(
      heard(concat("diff --git a/x b/y\nold mode 100644\nnew mode 100755\nsimilarity index 60%\nrename from x\nrename to y\n"
                   "index 1..2\n--- a/x\n+++ b/y\n",
                   hunk)),
      "x: +x [passage at 3, 3 rows] [to y]\n");
  EXPECT_TRUE(refused("diff --git a/x b/y\nsimilarity index 60%\nrename from x\nrename to y\n", "cut off"));
  EXPECT_TRUE(refused("diff --git a/x b/y\nrename from x\n", "both"));
  EXPECT_TRUE(refused(concat("diff --git a/x b/y\nrename from x\nrename to y\n--- a/z\n+++ b/y\n", hunk), "other files"));
  EXPECT_TRUE(refused(concat("--- a/x\n+++ b/y\n", hunk), "two files"));
}

TEST(DiffRequest, AModeAloneIsAChange) {
  EXPECT_EQ(heard("diff --git a/x b/x\nold mode 100644\nnew mode 100755\n"), "x: +x\n");
  EXPECT_EQ(heard("diff --git a/x b/x\nold mode 100755\nnew mode 100644\n"), "x: -x\n");
  EXPECT_TRUE(refused("diff --git a/x b/x\n", "no hunk"));
}

TEST(DiffRequest, WhatIsNotAppliedRefusesTheWholeDiff) {
  const std::string good = concat("--- a/y\n+++ b/y\n", hunk);
  EXPECT_TRUE(refused(concat(good, "diff --git a/x b/z\ncopy from x\ncopy to z\n"), "copies"));
  EXPECT_TRUE(refused(concat(good, "diff --git a/x b/x\nnew file mode 120000\n"), "symbolic links"));
  EXPECT_TRUE(refused(concat(good, "diff --git a/x b/x\nindex 1234567..2345678 160000\n"), "submodules"));
  EXPECT_TRUE(
      refused(concat(good, "diff --git a/x b/x\nindex 1..2 100644\nGIT binary patch\nliteral 1\nIcmZPo\n\n"), "binary"));
  EXPECT_TRUE(refused(concat("Binary files a/x and b/x differ\n", good), "binary"));
  EXPECT_TRUE(refused("diff --cc x\nindex 1,2..3\n--- a/x\n+++ b/x\n@@@ -1 -1 +1 @@@\n", "combined"));
}

TEST(DiffRequest, SectionsOfOneFileArePutTogether) {
  const std::string section = concat("--- a/x\n+++ b/x\n", hunk);
  EXPECT_EQ(heard(concat(section, section)), "x: [passage at 3, 3 rows] [passage at 3, 3 rows]\n");
  const std::string answer = heard(concat(section, "diff --git a/x b/x\ndeleted file mode 100644\nindex e69de29..0000000\n"));
  EXPECT_TRUE(answer.starts_with("overlapping_operations line 7: x has a section on line 1")) << answer;
}

TEST(DiffRequest, ALineWithoutItsBreakIsTheLastOne) {
  EXPECT_EQ(heard("--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n\\ No newline\n+b\n"),
            "x: [passage at 1 ending the file from none to LF, 2 rows]\n");
  EXPECT_EQ(heard("--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n\\ No newline\n"),
            "x: [passage at 1 ending the file from LF to none, 2 rows]\n");
  EXPECT_EQ(heard("--- a/x\n+++ b/x\n@@ -0,0 +1 @@\n+b\n\\ No newline\n"), "x: [passage from LF to none, 1 row]\n");
}

TEST(DiffRequest, ADiffThatCameWithCrlfHasLostOneCrOfEachRow) {
  EXPECT_EQ(heard("--- a/x\r\n+++ b/x\r\n@@ -1 +1 @@\r\n-a\r\n+b\r\r\n"), "x: [passage at 1, 2 rows]\n");
  EXPECT_EQ(heard("--- /dev/null\r\n+++ b/x\r\n@@ -0,0 +1,2 @@\r\n+a\r\n+b\r\r\n"), "x or b/x: new [whole 'a\nb\r\n']\n");
}

TEST(DiffRequest, AllFaultsAreToldInTheirOrder) {
  const std::string answer =
      heard("--- a/x\n+++ b/x\n@@ -1 +1 @@\nq\n--- a/y\n+++ b/z\n@@ -1 +1 @@\n-a\n+b\n@@ -0 +1 @@\n-a\n");
  std::size_t at = 0;
  for (const std::string_view where : {"line 4", "line 10"}) {
    at = answer.find(where, at);
    EXPECT_NE(at, std::string::npos) << answer;
  }
}

TEST(DiffRequest, CharactersThatOnlyLookLikeSyntaxAreNamed) {
  EXPECT_TRUE(refused(concat("\xEF\xBB\xBF--- a/x\n+++ b/x\n", hunk), "U+FEFF"));
  EXPECT_TRUE(refused(concat("---\xC2\xA0"
                             "a/x\n+++ b/x\n",
                             hunk),
                      "U+00A0"));
  EXPECT_TRUE(
      refused("--- a/x\n+++ b/x\n@@ \xE2\x80\x93"
              "1 +1 @@\n-a\n+b\n",
              "U+2013"));
}

TEST(DiffRequest, ManyFilesAndHunksEndInALimit) {
  std::string files;
  for (int i = 0; i < 100'000; ++i) append(files, concat("--- a/", i, "\n+++ b/", i, "\n@@ -1 +1 @@\n-a\n+b\n"));
  EXPECT_TRUE(heard(files).starts_with("limit_exceeded"));
  std::string hunks = "--- a/x\n+++ b/x\n";
  for (int i = 1; i < 100'000; ++i) append(hunks, concat("@@ -", i, " +", i, " @@\n-a\n+b\n"));
  EXPECT_TRUE(heard(hunks).starts_with("limit_exceeded"));
}

TEST(DiffRequest, EveryBeginningOfADiffIsRefusedOrSaysLess) {
  const std::string diff =
      concat("diff --git a/x b/x\nindex 1234567..2345678 100644\n--- a/x\n+++ b/x\n", hunk,
             "diff --git a/y b/z\nsimilarity index 80%\nrename from y\nrename to z\nindex 3..4 100644\n--- a/y\n"
             "+++ b/z\n@@ -1,2 +1,3 @@\n a\n b\n+c\ndiff --git a/n b/n\nnew file mode 100644\nindex 0000000..2345678\n"
             "--- /dev/null\n+++ b/n\n@@ -0,0 +1,2 @@\n+a\n+b\n");
  const std::string whole = heard(diff);
  for (std::size_t length = 0; length < diff.size(); ++length) {
    const std::string part = heard(diff.substr(0, length));
    if (part.starts_with("patch_syntax")) continue;
    EXPECT_TRUE(whole.starts_with(part) || diff.find('\n', length) == diff.size() - 1) << length << '\n' << part;
  }
}

}  // namespace
}  // namespace kedge
