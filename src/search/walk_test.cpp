#include "search/walk.hpp"

#include <gtest/gtest.h>

#include "fs/path_parts.hpp"
#include "tests/support/foreign_party.hpp"

namespace kedge {
namespace {

class WalkTest : public testing::Test {
 protected:
  std::vector<std::string> walked(std::string_view path = "", const std::vector<std::string>& globs = {},
                                  std::size_t most = 3) {
    const Root root = Root::open(fs, settings).value();
    Walk walk = Walk::begin(fs, root, FileFilter::parse(globs).value(), path, "").value();
    std::vector<std::string> paths;
    while (const std::optional<WalkedFiles> run = walk.next(most)) {
      EXPECT_LE(run->names.size(), most);
      for (const std::string& name : run->names) {
        EXPECT_TRUE(fs.open_file(*run->folder, name));
        paths.push_back(path_in(run->folder_path, name));
      }
    }
    counts = walk.counts();
    return paths;
  }
  Code refusal_of(std::string_view path) {
    const Root root = Root::open(fs, settings).value();
    return Walk::begin(fs, root, {}, path, "").error().code;
  }

  using Paths = std::vector<std::string>;
  MemoryFileSystem fs;
  ForeignParty others{fs};
  RootSettings settings{.path = "/root"};
  WalkCounts counts;
};

TEST_F(WalkTest, FilesComeByTheBytesOfTheirWholePaths) {
  for (const std::string name : {"a/b", "a/c/d", "a-x", "a.x", "a0", "b", "B", ".h", "a/.i"})
    others.make_file("/root/" + name, "");
  EXPECT_EQ(walked(), (Paths{".h", "B", "a-x", "a.x", "a/.i", "a/b", "a/c/d", "a0", "b"}));
  EXPECT_EQ(walked("", {}, 1), walked("", {}, 100));
}

TEST_F(WalkTest, ExcludedFoldersAreNotEnteredAndGitNever) {
  others.make_file("/root/.git/config", "");
  others.make_file("/root/sub/.git", "gitdir: elsewhere");
  others.make_file("/root/sub/x", "");
  others.make_file("/root/.gitignore", "/out/\n");
  others.make_file("/root/out/.gitignore", "!y\n");
  others.make_file("/root/out/y", "");
  EXPECT_EQ(walked(), (Paths{".gitignore", "sub/x"}));
}

TEST_F(WalkTest, WhatIsNamedIsWalkedEvenIfARuleExcludesIt) {
  others.make_file("/root/.gitignore", "/out/\n*.log\n");
  others.make_file("/root/out/y", "");
  others.make_file("/root/out/z.log", "");
  EXPECT_EQ(walked("out"), (Paths{"out/y"}));
  EXPECT_EQ(walked("out/z.log"), (Paths{"out/z.log"}));
  EXPECT_EQ(walked("./"), (Paths{".gitignore"}));
  EXPECT_EQ(walked("/root/out/"), (Paths{"out/y"}));
}

TEST_F(WalkTest, LinksAreNotFollowedUnlessNamed) {
  others.make_file("/root/a/x", "");
  others.make_link("/root/file", "a/x");
  others.make_link("/root/folder", "a");
  others.make_link("/root/outside", "/etc");
  EXPECT_EQ(walked(), (Paths{"a/x"}));
  EXPECT_EQ(walked("folder"), (Paths{"a/x"}));
  EXPECT_EQ(walked("file"), (Paths{"a/x"}));
  EXPECT_EQ(refusal_of("outside"), Code::path_outside_root);
  EXPECT_EQ(refusal_of("none"), Code::not_found);
}

TEST_F(WalkTest, FilesThatMayNotBeReadAreCounted) {
  for (const std::string name : {".env", ".env.example", "a/server.key", ".ssh/config", "x"})
    others.make_file("/root/" + name, "");
  EXPECT_EQ(walked(), (Paths{".env.example", "x"}));
  EXPECT_EQ(counts.protected_files, 3U);
  EXPECT_EQ(walked("", {"x"}), (Paths{"x"}));
  EXPECT_EQ(counts.protected_files, 0U);
  settings.allow = {".ssh/config"};
  EXPECT_EQ(walked(), (Paths{".env.example", ".ssh/config", "x"}));
}

TEST_F(WalkTest, OtherMountsAreEnteredOnlyIfTheRootCrossesThem) {
  others.make_mount("/root/mnt");
  others.make_file("/root/mnt/x", "");
  EXPECT_EQ(walked(), Paths{});
  EXPECT_EQ(counts.closed_folders, 1U);
  settings.mounts = Mounts::cross;
  EXPECT_EQ(walked(), (Paths{"mnt/x"}));
}

TEST_F(WalkTest, KedgesOwnRecordsAreNotEntered) {
  others.make_file("/root/state/kedge/x", "");
  others.make_file("/root/state/y", "");
  Root root = Root::open(fs, settings).value();
  root.guard("/root/state/kedge");
  Walk walk = Walk::begin(fs, root, {}, "", "").value();
  EXPECT_EQ(walk.next(9)->names, (Paths{"y"}));
  EXPECT_FALSE(walk.next(9));
  EXPECT_EQ(walk.counts().protected_files, 0U);
}

TEST_F(WalkTest, TheDepthIsBounded) {
  std::string path = "/root";
  for (int i = 0; i < 70; ++i) {
    path += "/d";
    others.make_file(path + "/f", "");
  }
  EXPECT_EQ(walked().size(), 63U);
  EXPECT_EQ(counts.closed_folders, 1U);
}

TEST_F(WalkTest, AWideRootIsRefused) {
  settings = {.path = "/"};
  EXPECT_EQ(refusal_of(""), Code::path_outside_root);
  EXPECT_EQ(refusal_of("."), Code::path_outside_root);
}

}  // namespace
}  // namespace kedge
