#include <gtest/gtest.h>

#include "edit/diff.hpp"
#include "verify/verify.hpp"

namespace kedge {
namespace {

bool shrinks(std::size_t before, std::size_t after, bool whole = true) {
  const Text old(std::string(before, 'x'));
  const Text now(std::string(after, 'x'));
  ChangedFile file = changed_file("a.txt", old, now, diff(old, now));
  file.whole = whole;
  return !findings_of(check_named("shrink"), file).empty();
}

TEST(Shrink, MindsAFileThatBecomesLessThanATenth) {
  EXPECT_TRUE(shrinks(5000, 499));
  EXPECT_TRUE(shrinks(5000, 0));
  EXPECT_FALSE(shrinks(5000, 500));
  EXPECT_FALSE(shrinks(5000, 9000));
}

TEST(Shrink, DoesNotMindSmallFiles) {
  EXPECT_FALSE(shrinks(4096, 0));
  EXPECT_TRUE(shrinks(4097, 0));
}

TEST(Shrink, DoesNotMindRowsThatWereDeletedByName) { EXPECT_FALSE(shrinks(5000, 10, false)); }

}  // namespace
}  // namespace kedge
