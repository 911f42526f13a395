#include <gtest/gtest.h>

#include "checked_edit.hpp"

namespace kedge::test {
namespace {

// What the check finds in the line edit itself, not in a diff of the result.
Found found(const std::string& before, LineSpan lines, const Rows& rows) {
  const Text old(before);
  const ChangeSet changes = replace_lines(old, {{.lines = lines, .rows = rows}}).value().trimmed(old);
  Found found;
  for (const Finding& finding :
       findings_of(check_named("repeated_border_row"), changed_file("a.c", old, changes.apply(old), changes))) {
    found.push_back(finding.line.value);
  }
  return found;
}

constexpr LineSpan second{LineNo{2}, LineNo{3}};

TEST(RepeatedBorderRow, IsARowOfTheNeighbours) {
  EXPECT_EQ(found("a\nb\nc\n", second, {"B", "c"}), Found{3}) << "the row below";
  EXPECT_EQ(found("a\nb\nc\n", second, {"a", "B"}), Found{2}) << "the row above";
  EXPECT_EQ(found("a\nb\nc\n", second, {"b", "c"}), Found{3}) << "behind a row that stays";
  EXPECT_EQ(found("a\nb\nc\n", between_lines(LineNo{2}), {"a", "x"}), Found{2}) << "an insertion that takes its anchor along";
  EXPECT_EQ(found("a\nb\n", between_lines(LineNo{2}), {"a"}), Found{2});
}

TEST(RepeatedBorderRow, IsOneOfSeveral) {
  EXPECT_EQ(found("a\nb\n}\nreturn x;\n}\n", second, {"B", "}", "return x;"}), Found{3});
  EXPECT_EQ(found("f() {\n  g();\nb\nc\n", {LineNo{3}, LineNo{4}}, {"f() {", "  g();", "B"}), Found{3});
}

TEST(RepeatedBorderRow, SaysSomething) {
  EXPECT_EQ(found("a\nb\n}\n", second, {"B", "}"}), Found{}) << "a bracket";
  EXPECT_EQ(found("a\nb\n\n", second, {"B", ""}), Found{}) << "a blank row";
  EXPECT_EQ(found("a\nb\n  c\n", second, {"B", "c"}), Found{}) << "another indentation is another row";
}

TEST(RepeatedBorderRow, IsBroughtByTheEdit) {
  EXPECT_EQ(found("a\nb\nb\n", {LineNo{1}, LineNo{2}}, {"A"}), Found{}) << "two that stood there";
  EXPECT_EQ(found("0,\n0,\n1,\n", {LineNo{3}, LineNo{4}}, {"0,", "1,"}), Found{}) << "rows repeat here anyway";
  EXPECT_EQ(found("x\nb\nb\n", {LineNo{1}, LineNo{3}}, {"y", "b"}), Found{}) << "a row of the pair was sent again";
}

}  // namespace
}  // namespace kedge::test
