#include "verify/foreign_indentation.hpp"

#include <gtest/gtest.h>

#include "edit/diff.hpp"
#include "support/strings.hpp"

namespace kedge {
namespace {

std::string rows(std::string_view row, int count) {
  std::string out;
  for (int i = 0; i < count; ++i) append(out, concat(row, i, '\n'));
  return out;
}

bool is_found(const std::string& before, const std::string& added) {
  const Text old(before);
  const Text now(before + added);
  return foreign_indentation(old, now, diff(old, now)).has_value();
}

TEST(ForeignIndentation, IsFoundWhereTheFileLeavesNoDoubt) {
  EXPECT_TRUE(is_found(rows("\tx", 10), "    y\n"));
  EXPECT_TRUE(is_found(rows("    x", 10), "\ty\n"));
}

TEST(ForeignIndentation, IsNotSoughtInMixedOrSmallFiles) {
  EXPECT_FALSE(is_found(rows("\tx", 9), "    y\n"));
  EXPECT_FALSE(is_found(rows("\tx", 10) + "    x\n", "    y\n"));
  EXPECT_FALSE(is_found(rows("x", 100), "    y\n"));
}

TEST(ForeignIndentation, LeavesCommentsAndBlankRowsAlone) {
  EXPECT_FALSE(is_found(rows("\tx", 10), " * y\n"));
  EXPECT_FALSE(is_found(rows("\tx", 10), "    \n"));
  EXPECT_FALSE(is_found(rows("\tx", 10), "\t  y\n")) << "aligned behind the file's own indentation";
}

}  // namespace
}  // namespace kedge
