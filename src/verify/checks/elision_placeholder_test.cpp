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
  EXPECT_EQ(found("a\n", "# ... existing code ...\n", "docs/a.rst"), Found{});
  EXPECT_EQ(found("a\n", "<!-- rest of file -->\n", "a.md"), Found{1});
}

}  // namespace
}  // namespace kedge::test
