#include <gtest/gtest.h>

#include "checked_edit.hpp"

namespace kedge::test {
namespace {

Found found(std::string_view path, const std::string& before, const std::string& after) {
  return lines_found("unbalanced_delimiters", path, before, after);
}

TEST(UnbalancedDelimiters, AreFoundWhereTheyWereLost) {
  EXPECT_EQ(found("a.zig", "fn f() void {\n    g();\n}\n", "fn f() void {\n    g();\n"), Found{2}) << "at the end";
  EXPECT_EQ(found("a.dart", "f() {\n  g();\n}\n\nh() {\n}\n", "f() {\n  g(;\n}\n\nh() {\n}\n"), Found{2});
  EXPECT_EQ(found("a.scala", "object A {\n  f()\n}\n", "object A {\n  f()\n}\n}\n"), Found{4}) << "one too many";
  EXPECT_EQ(found("a.frag", "void f() {\n  g(1);\n}\n", "void f() {\n  g[1);\n}\n"), Found{2}) << "another kind";
}

TEST(UnbalancedDelimiters, SayWhatIsMissing) {
  const Text before(std::string("f() {\n  g();\n}\n"));
  const Text after(std::string("f() {\n  g((;\n}\n"));
  const auto findings =
      findings_of(check_named("unbalanced_delimiters"), changed_file("a.dart", before, after, diff(before, after)));
  ASSERT_EQ(findings.size(), 1U);
  EXPECT_EQ(findings.front().message, "the brackets are not balanced any more: 2 too few ')' here");
}

TEST(UnbalancedDelimiters, AreNotMindedInTextsAndComments) {
  EXPECT_EQ(found("a.groovy", "f()\n", "f('(', \"${g(\"}\")}\", /[)}]+/) // {\n"), Found{});
  EXPECT_EQ(found("a.tf", "a = 1\n", "a = <<-EOT\n  unclosed ( {\n  EOT\n"), Found{});
}

TEST(UnbalancedDelimiters, ThatStoodThereAreNotHeldAgainstTheEdit) {
  EXPECT_EQ(found("a.zig", "f({\na\n", "f({\nb\n"), Found{});
  EXPECT_EQ(found("a.zig", "f({\n", "f({})\n"), Found{}) << "mended";
  EXPECT_EQ(found("a.zig", "f(({\n", "f({\n"), Found{}) << "mended in part";
}

TEST(UnbalancedDelimiters, AreSoughtOnlyWhereTheLanguageIsKnownAndHasNoGrammar) {
  EXPECT_EQ(found("a.txt", "f()\n", "f(\n"), Found{});
  EXPECT_EQ(found("a.c", "int f();\n", "int f(;\n"), Found{}) << "the parser knows better";
  EXPECT_EQ(found("a.zig", "", "f(\n"), Found{}) << "a new file";
}

}  // namespace
}  // namespace kedge::test
