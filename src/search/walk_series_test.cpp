#include "search/walk_series.hpp"

#include <gtest/gtest.h>

#include "fs/path_parts.hpp"
#include "tests/support/foreign_party.hpp"

namespace kedge {
namespace {

class WalkSeriesTest : public testing::Test {
 protected:
  WalkSeriesTest() {
    for (const std::string name : {"a/x", "a/y", "b/.env", "b/z"}) others.make_file("/root/" + name, "");
  }

  MemoryFileSystem fs;
  ForeignParty others{fs};
};

TEST_F(WalkSeriesTest, PathsComeInTheirOrderAndEachFileOnce) {
  const Root root = Root::open(fs, {.path = "/root"}).value();
  WalkSeries series = WalkSeries::begin(fs, root, {}, {"b", "a/y", "a", "b/z", ""}, "").value();
  std::vector<std::string> paths;
  while (const std::optional<WalkedFiles> run = series.next(10)) {
    for (const std::string& name : run->names) paths.push_back(path_in(run->folder_path, name));
  }
  EXPECT_EQ(paths, (std::vector<std::string>{"b/z", "a/y", "a/x"}));
  EXPECT_EQ(series.counts().protected_files, 2U);  // met twice
}

TEST_F(WalkSeriesTest, AllPathsThatCannotBeWalkedAreRefusedTogether) {
  const Root root = Root::open(fs, {.path = "/root"}).value();
  const Error refused = WalkSeries::begin(fs, root, {}, {"a", "none", "../x"}, "").error();
  EXPECT_EQ(refused.code, Code::not_found);
  ASSERT_EQ(refused.others.size(), 1U);
  EXPECT_EQ(refused.others.front().code, Code::path_outside_root);
}

}  // namespace
}  // namespace kedge
