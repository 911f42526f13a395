#include "dialects/foreign_format.hpp"

#include <gtest/gtest.h>

namespace kedge {
namespace {

std::string told(std::string_view input, std::string_view own) {
  const std::optional<Error> error = foreign_format(input, own);
  return error ? error->what : "nothing";
}

constexpr std::string_view v4a = "*** Begin Patch\n*** Update File: a.py\n@@\n-x\n+y\n*** End Patch\n";
constexpr std::string_view unified = "--- a/a.py\n+++ b/a.py\n@@ -1,2 +1,2 @@\n-x\n+y\n z\n";
constexpr std::string_view git = "diff --git a/a.py b/a.py\nold mode 100644\nnew mode 100755\n";
constexpr std::string_view blocks = "a.py\n<<<<<<< SEARCH\nx\n=======\ny\n>>>>>>> REPLACE\n";
constexpr std::string_view numbered = "*** Begin Patch\n¶a.py#0A3B\nreplace 1..2:\n+y\n*** End Patch\n";
constexpr std::string_view bracketed = "[a.py#0A3B]\ndelete 4\n";

TEST(ForeignFormat, NamesTheDialectOfATextInAnotherFormat) {
  EXPECT_EQ(told(unified, "apply_patch"), "this is a unified diff; use the dialect `udiff`.");
  EXPECT_EQ(told(git, "blocks"), "this is a unified diff; use the dialect `udiff`.");
  EXPECT_EQ(told(v4a, "udiff"), "this is a patch in the format of apply_patch; use the dialect `apply_patch`.");
  EXPECT_EQ(told(blocks, "patch"), "this is a text of SEARCH/REPLACE blocks; use the dialect `blocks`.");
  EXPECT_EQ(told(numbered, "apply_patch"), "this is a patch that names lines by their numbers; use the dialect `patch`.");
  EXPECT_EQ(told(bracketed, "udiff"), "this is a patch that names lines by their numbers; use the dialect `patch`.");
  EXPECT_EQ(told("replace 1..2:\n+x\n", "blocks"),
            "this is a patch that names lines by their numbers; use the dialect `patch`.");
}

TEST(ForeignFormat, NamesTheDialectOfJsonArguments) {
  EXPECT_EQ(told(R"({"path": "a", "old_string": "x", "new_string": "y"})", "apply_patch"),
            "this is a JSON object with old_string and new_string; use the dialect `replace`.");
  EXPECT_EQ(told(R"({"path": "a", "old_string": "x, cut of)", "apply_patch"),
            "this is a JSON object with old_string and new_string; use the dialect `replace`.");
  EXPECT_EQ(told("\n  {\"path\": \"a\", \"operations\": []}\n", "udiff"),
            "this is a JSON object with operations; use the dialect `anchors`.");
  EXPECT_EQ(told(R"({"input": "x"})", "udiff"),
            "this is JSON around the text of an edit; send the text alone, with real line breaks.");
  EXPECT_EQ(told(R"(["apply_patch", "*** Begin Patch\n*** End Patch"])", "apply_patch"),
            "this is JSON around the text of an edit; send the text alone, with real line breaks.");
}

TEST(ForeignFormat, WhatBearsOwnMarksIsNotForeign) {
  EXPECT_EQ(told(v4a, "apply_patch"), "nothing");
  EXPECT_EQ(told(unified, "udiff"), "nothing");
  EXPECT_EQ(told(git, "udiff"), "nothing");
  EXPECT_EQ(told(blocks, "blocks"), "nothing");
  EXPECT_EQ(told(numbered, "patch"), "nothing");
  EXPECT_EQ(told(bracketed, "patch"), "nothing");
  EXPECT_EQ(told("*** Begin Patch\n*** Update File: a\n@@ -1,2 +1,2 @@\n-x\n+y\n*** End Patch\n", "apply_patch"), "nothing");
}

TEST(ForeignFormat, WhatBearsNoMarkIsNotForeign) {
  for (const std::string_view text :
       {"", "\n \n", "hello", "{}", "[1, 2", "{ int x; }", "--- a\nx", "replace it all", "=======\n"}) {
    EXPECT_EQ(told(text, "apply_patch"), "nothing") << text;
  }
}

TEST(ForeignFormat, MarksInsideTheRowsOfAPatchDoNotCount) {
  EXPECT_EQ(told("*** Begin Patch\n*** Add File: a\n+<<<<<<< SEARCH\n+¶a#0A3B\n+--- a\n*** End Patch\n", "udiff"),
            "this is a patch in the format of apply_patch; use the dialect `apply_patch`.");
}

TEST(ForeignFormat, SaysWhereAndWhatNext) {
  const std::optional<Error> error = foreign_format(unified, "apply_patch");
  ASSERT_TRUE(error);
  EXPECT_EQ(error->code, Code::patch_syntax);
  EXPECT_EQ(*error->facts.find("dialect")->as_string(), "udiff");
  EXPECT_EQ(*error->facts.find("patch_line")->as_integer(), 1);
  EXPECT_NE(error->next.find("Nothing was changed"), std::string::npos);
}

}  // namespace
}  // namespace kedge
