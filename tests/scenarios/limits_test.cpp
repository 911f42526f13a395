// How much is too much: the limits, one below and one beyond each.
#include <gtest/gtest.h>

#include "scenarios/workplace.hpp"
#include "support/strings.hpp"

namespace kedge::test {
namespace {

// Content that is too long is an argument that cannot be taken.
testing::AssertionResult too_much(const Finished& finished) {
  if (finished.status == 2 && finished.errors.starts_with("kedge: limit_exceeded: ")) return testing::AssertionSuccess();
  return refused(finished, {"limit_exceeded"});
}

TEST(Limits, AListChangesAtMost256Files) {
  const Workplace place;
  write_file(place.outside() / "new", "new\n");
  const auto list = [&](int count) {
    return place.shell(concat("for I in $(seq ", count,
                              "); do printf 'create\\tf%s\\t../outside/new\\n' $I; done | $K commit --durability none"));
  };
  EXPECT_TRUE(refused(list(257), {"limit_exceeded"}));
  EXPECT_EQ(read_tree(place.root()), Tree{});
  EXPECT_TRUE(succeeded(list(256)));
  EXPECT_EQ(read_tree(place.root()).size(), 256U);
}

TEST(Limits, AFileHasAtMost64MiB) {
  const Workplace place;
  ASSERT_EQ(
      place.shell("truncate -s 64M $OUTSIDE/most; truncate -s 67108865 $OUTSIDE/more; cp $OUTSIDE/more more; printf x > a")
          .status,
      0);
  const Facts before = place.facts();
  EXPECT_TRUE(too_much(place.shell("$K write new --durability none --input $OUTSIDE/more")));
  EXPECT_TRUE(too_much(place.shell("$K write new --durability none < $OUTSIDE/more")));
  EXPECT_TRUE(too_much(place.shell("$K write a --durability none --input $OUTSIDE/more --expected-version $(version a)")));
  EXPECT_TRUE(refused(place.shell("printf x | $K write more --durability none --expected-version $(version more)"),
                      {"limit_exceeded"}));
  EXPECT_EQ(place.facts(), before);
  EXPECT_TRUE(succeeded(place.shell("$K write new --durability none --input $OUTSIDE/most && cmp new $OUTSIDE/most")));
}

TEST(Limits, AListBringsAtMost128MiB) {
  const Workplace place;
  ASSERT_EQ(place.shell("truncate -s 64M $OUTSIDE/most; printf x > $OUTSIDE/drop").status, 0);
  EXPECT_TRUE(refused(
      place.shell("printf 'create\\ta\\t../outside/most\\ncreate\\tb\\t../outside/most\\ncreate\\tc\\t../outside/drop\\n' | "
                  "$K commit --durability none"),
      {"limit_exceeded"}));
  EXPECT_EQ(read_tree(place.root()), Tree{});
}

TEST(Limits, AFileThatPretendsToBeHugeIsNotReadFirst) {
  const Workplace place;
  if (place.shell("truncate -s 1T sparse").status != 0) GTEST_SKIP() << "no sparse files here";
  EXPECT_TRUE(refused(place.shell("printf x | $K write sparse"), {"limit_exceeded", "lines_not_shown"}));
  EXPECT_TRUE(refused(place.shell("printf x | $K write sparse --expected-version $(version /dev/null)"), {"limit_exceeded"}));
  EXPECT_TRUE(refused(place.shell("printf 'delete\\tsparse\\t%s\\n' $(version /dev/null) | $K commit"), {"limit_exceeded"}));
  EXPECT_EQ(std::filesystem::file_size(place.root() / "sparse"), std::uintmax_t{1} << 40U);
}

TEST(Limits, AnEndlessInputIsRefused) {
  const Workplace place;
  EXPECT_TRUE(too_much(place.shell("$K write new < /dev/zero")));
  EXPECT_TRUE(too_much(place.shell("yes | $K write new")));
  EXPECT_TRUE(too_much(place.shell("yes | $K commit")));
  EXPECT_EQ(read_tree(place.root()), Tree{});
}

}  // namespace
}  // namespace kedge::test
