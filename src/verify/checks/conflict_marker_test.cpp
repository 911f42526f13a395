#include <gtest/gtest.h>

#include "checked_edit.hpp"

namespace kedge::test {
namespace {

Found found(const std::string& before, const std::string& after, std::string_view path = "a.c") {
  return lines_found("conflict_marker", path, before, after);
}

TEST(ConflictMarker, IsEveryRowThatAMergeLeaves) {
  EXPECT_EQ(found("a\nb\n", "a\n<<<<<<< HEAD\nb\n=======\nc\n>>>>>>> topic\n"), (Found{2, 4, 6}));
  EXPECT_EQ(found("a\nb\n", "a\n<<<<<<< HEAD\nb\n||||||| base\n=======\nc\n>>>>>>> topic\n"), (Found{2, 4, 5, 7}));
  EXPECT_EQ(found("a\n", "a\n>>>>>>> topic\n"), Found{2}) << "one that was left behind";
  EXPECT_EQ(found("a\n", "<<<<<<<\na\n"), Found{1}) << "without a label";
  EXPECT_EQ(found("a\r\n", "a\r\n<<<<<<< HEAD\r\n"), Found{2});
}

TEST(ConflictMarker, IsNoHeading) {
  EXPECT_EQ(found("Title\n", "Title\n=======\n", "a.rst"), Found{});
  EXPECT_EQ(found("Title\n", "Title\n=======\n\nMore\n=======\n", "a.md"), Found{});
  EXPECT_EQ(found("a\n", "<<<<<<< HEAD\na\nTitle\n=======\n"), Found{1}) << "behind a marker that stands alone";
  EXPECT_EQ(found("a\n", "a\n>>>>>>>>\n<<<<<<<<\n"), Found{}) << "eight signs";
  EXPECT_EQ(found("a\n", "a\n  <<<<<<< HEAD\n"), Found{}) << "indented";
  EXPECT_EQ(found("a\n", "a\n<<<<<<<HEAD\n"), Found{});
  EXPECT_EQ(found("a\n", "a\nx = y << 7;\n"), Found{});
}

TEST(ConflictMarker, ThatStoodThereIsNotHeldAgainstTheEdit) {
  const std::string conflict = "<<<<<<< HEAD\nb\n=======\nc\n>>>>>>> topic\n";
  EXPECT_EQ(found("a\n" + conflict, "A\n" + conflict), Found{});
  EXPECT_EQ(found("a\n" + conflict, "a\nb\n=======\nc\n>>>>>>> topic\n"), Found{}) << "half resolved";
  EXPECT_EQ(found("a\n" + conflict + "x\ny\nz\n", "x\ny\nz\na\n" + conflict), Found{}) << "moved";
}

}  // namespace
}  // namespace kedge::test
