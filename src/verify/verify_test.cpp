#include "verify/verify.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "checked_edit.hpp"
#include "support/strings.hpp"

namespace kedge::test {
namespace {

// Something for every check to find.
constexpr std::string_view damage =
    "<<<<<<< HEAD\n// ... existing code ...\n=======\nint f( {\n>>>>>>> topic\nint g();\nint g();\n";

std::vector<std::string_view> names(const std::vector<Finding>& findings) {
  std::vector<std::string_view> found;
  for (const Finding& finding : findings) {
    if (std::ranges::find(found, finding.name) == found.end()) found.push_back(finding.name);
  }
  std::ranges::sort(found);
  return found;
}

std::vector<Finding> all_findings(std::string_view path, const std::string& before, const std::string& after,
                                  Suspicion suspicious) {
  static HereSyntax syntax;
  const Text old(before);
  const Text now(after);
  return verify(changed_file(path, old, now, diff(old, now), &syntax), suspicious);
}

TEST(Verify, KnowsTheChecksOfTheContract) {
  std::vector<std::string_view> known;
  for (const Check* const check : checks()) known.push_back(check->name);
  EXPECT_EQ(known,
            (std::vector<std::string_view>{"conflict_marker", "elision_placeholder", "lost_list_mark", "new_syntax_error",
                                           "repeated_border_row", "shrink", "unbalanced_delimiters"}));
}

TEST(Verify, FindsNothingWhereNothingChanges) {
  for (const std::string_view path : {"a.c", "a.zig", "a.md", "a"}) {
    EXPECT_TRUE(all_findings(path, std::string(damage), std::string(damage), Suspicion::refuse).empty()) << path;
  }
}

TEST(Verify, FindsNothingInAChangeBesideTheDamage) {
  const std::string before = "int a;\n\n" + std::string(damage) + "\nint z;\n";
  const std::string after = "int b;\n\n" + std::string(damage) + "\nint y;\n";
  for (const std::string_view path : {"a.c", "a.zig", "a.md", "a"}) {
    EXPECT_TRUE(all_findings(path, before, after, Suspicion::refuse).empty()) << path;
  }
}

TEST(Verify, TellsAllOfItByLine) {
  const std::vector<Finding> findings = all_findings("a.c", "int g();\n", std::string(damage), Suspicion::refuse);
  EXPECT_EQ(names(findings), (std::vector<std::string_view>{"conflict_marker", "elision_placeholder", "new_syntax_error",
                                                            "repeated_border_row"}));
  EXPECT_TRUE(std::ranges::is_sorted(findings, {}, &Finding::line));
  EXPECT_TRUE(std::ranges::all_of(findings, [](const Finding& finding) { return finding.weight == Weight::refuses; }));
}

TEST(Verify, WhereThePolicyWarnsItTellsWhatIsCheapAndPlain) {
  const std::vector<Finding> findings = all_findings("a.c", "int g();\n", std::string(damage), Suspicion::warn);
  EXPECT_EQ(names(findings), (std::vector<std::string_view>{"conflict_marker", "elision_placeholder", "new_syntax_error"}));
  EXPECT_TRUE(std::ranges::all_of(findings, [](const Finding& finding) { return finding.weight == Weight::warns; }));
}

TEST(Verify, OfManyFindingsTellsTheFirstFew) {
  std::string after = "a\n";
  for (int i = 0; i < 20; ++i) append(after, concat(">>>>>>> ", i, '\n'));
  const std::vector<Finding> findings = all_findings("a.txt", "a\n", after, Suspicion::refuse);
  ASSERT_EQ(findings.size(), 5U);
  EXPECT_TRUE(findings.back().message.ends_with("(and 15 more like it)")) << findings.back().message;
}

}  // namespace
}  // namespace kedge::test
