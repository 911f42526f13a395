#include <gtest/gtest.h>

#include "checked_edit.hpp"

namespace kedge::test {
namespace {

Found found(const std::string& before, const std::string& after, std::string_view path = "a.js") {
  return lines_found("elision_placeholder", path, before, after);
}

TEST(ElisionPlaceholder, IsARowThatStandsForOthers) {
  EXPECT_EQ(found("a();\nb();\nc();\n", "a();\n// ... rest of code unchanged ...\n"), Found{2});
  EXPECT_EQ(found("a();\n", "a();\n  /* unchanged */\n"), Found{2}) << "also where nothing goes";
  EXPECT_EQ(found("a();\nb();\n", "a();\n// ...\n"), Found{2}) << "dots instead of a row";
}

TEST(ElisionPlaceholder, IsNoneIfItStoodThere) {
  EXPECT_EQ(found("// ... existing code ...\na();\n", "// ... existing code ...\nb();\n"), Found{});
  EXPECT_EQ(found("// ... existing code ...\na();\nb();\n", "a();\nb();\n    // ... existing code ...\n"), Found{}) << "moved";
  EXPECT_EQ(found("a();\n", "a();\n// ...\n"), Found{}) << "dots that replace nothing";
}

TEST(ElisionPlaceholder, IsPartOfTheTextInProse) {
  EXPECT_EQ(found("a\n", "// ... existing code ...\n", "a.md"), Found{});
  EXPECT_EQ(found("a\nb\nc\n", "a\n... rest of the file ...\n", "a.txt"), Found{2}) << "unless more is gone than came";
  EXPECT_EQ(found("a\nb\nc\n", "a\n[rest unchanged]\n", "a.txt"), Found{2});
  EXPECT_EQ(found("a\n", "# ... existing code ...\n", "docs/a.rst"), Found{});
  EXPECT_EQ(found("a\n", "<!-- rest of file -->\n", "a.md"), Found{1});
}

TEST(ElisionPlaceholder, OfDotsAloneIsOneWhereRowsAreLost) {
  EXPECT_EQ(found("a();\nb();\nc();\n", "a();\n...\n"), Found{2});
  EXPECT_EQ(found("a();\nb();\n", "a();\n...\n"), Found{}) << "one for one";
  EXPECT_EQ(found("a();\nb();\nc();\n", "a();\n// existing calls\n"), Found{2});
  EXPECT_EQ(found("a();\nb();\n", "a();\n// existing calls\nc();\n"), Found{}) << "a comment above a call";
}

TEST(ElisionPlaceholder, DotsThatAreCodeAreNone) {
  EXPECT_EQ(found("def f():\n    a()\n    b()\n", "def f():\n    ...\n", "a.py"), Found{});
  EXPECT_EQ(found("def f():\n    a()\n    b()\n    c()\n", "def f():\n    ...\n    c()\n", "a.py"), Found{2});
  EXPECT_EQ(found("a: int\nb: int\nc: int\n", "a: int\n...\n", "a.pyi"), Found{});
  EXPECT_EQ(found("a: 1\nb: 2\nc: 3\n", "a: 1\n...\n", "a.yaml"), Found{});
}

TEST(ElisionPlaceholder, IsRefusedWhereItReplacesTwoRowsOfCode) {
  const auto weight = [](std::string_view path, const std::string& before, const std::string& after) {
    const Text old(before);
    const Text now(after);
    return verify(changed_file(path, old, now, diff(old, now)), Suspicion::warn).at(0).weight;
  };
  EXPECT_EQ(weight("a.js", "a();\nb();\nc();\n", "a();\n// same as before\n"), Weight::refuses);
  EXPECT_EQ(weight("a.js", "a();\nb();\n", "a();\n// same as before\n"), Weight::warns) << "one row";
  EXPECT_EQ(weight("a.js", "a();\n", "a();\n// same as before\n"), Weight::warns) << "none";
  EXPECT_EQ(weight("a.md", "a\nb\nc\n", "a\n<!-- rest of file -->\n"), Weight::warns) << "no code";
}

}  // namespace
}  // namespace kedge::test
