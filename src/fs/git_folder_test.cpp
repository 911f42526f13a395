#include "fs/git_folder.hpp"

#include <gtest/gtest.h>

#include <cerrno>

#include "tests/support/faulty_file_system.hpp"
#include "tests/support/foreign_party.hpp"

namespace kedge {
namespace {

class GitFolder : public testing::Test {
 protected:
  void make_repository(const std::string& folder) {
    others.make_file(folder + "/HEAD", "ref: refs/heads/main\n");
    others.make_folder(folder + "/objects");
    others.make_folder(folder + "/refs");
  }
  std::string refused(std::string_view path, const RootSettings& settings = {.path = "/root"}) {
    const Root root = Root::open(fs, settings).value();
    const Result<Place> place = root.find(path, Access::write);
    if (place) return "free";
    return place.error().code == Code::path_protected ? *place.error().facts.find("rule")->as_string() : place.error().what;
  }
  std::string made(std::vector<std::string> paths) {
    const Root root = Root::open(fs, {.path = "/root"}).value();
    return git_folder_made_by(fs, root, paths).value().value_or("none");
  }

  MemoryFileSystem fs;
  ForeignParty others{fs};
};

TEST_F(GitFolder, IsKnownByWhatItHolds) {
  make_repository("/root/a/store");
  EXPECT_EQ(refused("a/store/config"), "git folder a/store");
  EXPECT_EQ(refused("a/store/hooks/new/deep"), "git folder a/store");
  EXPECT_EQ(refused("a/other"), "free");
}

TEST_F(GitFolder, IsNotAskedForTwiceIfThePathStillLeadsToTheSameFile) {
  others.make_file("/root/a/config", "");
  others.make_file("/root/a/other", "");
  const Root root = Root::open(fs, {.path = "/root"}).value();
  const auto vetted_as = [&](const std::string& path) {
    return std::optional(Vetted{path, root.find(path, Access::write).value().there->identity});
  };
  const std::optional<Vetted> config = vetted_as("a/config");
  make_repository("/root/a");
  EXPECT_TRUE(root.find("a/config", Access::write, config));
  EXPECT_FALSE(root.find("a/config", Access::write));
  others.remove("/root/a/other");
  const Handle folder = fs.open_root("/root/a").value();
  ASSERT_TRUE(fs.link(folder, "config", folder, "other"));
  EXPECT_FALSE(root.find("a/other", Access::write, config)) << "which is another path";
  others.replace("/root/a/config", "");
  EXPECT_FALSE(root.find("a/config", Access::write, config)) << "which is another file now";
}

TEST_F(GitFolder, NeedsAllOfIt) {
  others.make_file("/root/a/HEAD", "");
  others.make_folder("/root/a/objects");
  others.make_folder("/root/b/objects");
  others.make_folder("/root/b/refs");
  others.make_folder("/root/c/HEAD");
  others.make_folder("/root/c/objects");
  others.make_folder("/root/c/refs");
  for (const std::string_view path : {"a/config", "b/config", "c/config"}) EXPECT_EQ(refused(path), "free") << path;
}

TEST_F(GitFolder, MayBorrowFromAnother) {
  others.make_file("/root/a/HEAD", "");
  others.make_file("/root/a/commondir", "../b\n");
  EXPECT_EQ(refused("a/config.worktree"), "git folder a");
}

TEST_F(GitFolder, PartsMayBeFiles) {
  others.make_file("/root/a/HEAD", "");
  others.make_file("/root/a/objects", "", 0755);
  EXPECT_EQ(made({"a/refs"}), "a");
  others.make_file("/root/a/refs", "", 0644);
  EXPECT_EQ(refused("a/config"), "git folder a") << "it may be made one that can be run";
}

TEST_F(GitFolder, PartsMayBeLinks) {
  others.make_link("/root/a/HEAD", "refs/heads/main");
  others.make_link("/root/a/objects", "/elsewhere");
  others.make_folder("/root/a/refs");
  EXPECT_EQ(refused("a/config"), "git folder a");
}

TEST_F(GitFolder, TheRootMayBeOneOrLieInOne) {
  make_repository("/root");
  EXPECT_EQ(refused("config"), "git folder");
  others.make_folder("/root/hooks/deep");
  EXPECT_EQ(refused("post-update", {.path = "/root/hooks/deep"}), "git folder");
  others.make_file("/root/tree/.git", "gitdir: /root/worktrees/tree\n");
  EXPECT_EQ(refused("a", {.path = "/root/tree"}), "free");
  others.make_folder("/root/tree/sub");
  EXPECT_EQ(refused("a", {.path = "/root/tree/sub"}), "free");
  EXPECT_EQ(refused("tree/a"), "free") << "a work tree inside is a work tree";
  EXPECT_EQ(refused("worktrees/tree/gitdir"), "git folder");
}

TEST_F(GitFolder, IsWhatAGitFileNames) {
  others.make_file("/root/sub/.git", "gitdir: ../meta\r\n");
  others.make_folder("/root/sub/deep");
  others.make_folder("/root/meta");
  EXPECT_EQ(refused("meta/config"), "free") << "nobody looks through the whole tree for such files";
  others.make_file("/root/.git", "gitdir: /root/meta/\n");
  EXPECT_EQ(refused("meta/config"), "git folder meta");
  EXPECT_EQ(refused("META/hooks/a"), "git folder META");
  EXPECT_EQ(refused("sub/deep/a"), "free");
  others.rewrite("/root/.git", "gitdir: ../root/meta\n");
  EXPECT_EQ(refused("meta/config"), "git folder meta") << "leads out of the root, and back in";
  others.rewrite("/root/.git", "nothing of the kind\n");
  EXPECT_EQ(refused("meta/config"), "free");
}

TEST_F(GitFolder, TheFolderThatHooksAreTakenFromIsAsTheyAre) {
  others.make_file("/root/.git/config",
                   "[user]\n\thooksPath = no\n[Core]\n\tbare = false\n\tHooksPath = \"tools/hooks\" # ours\n");
  others.make_file("/root/tools/hooks/pre-commit", "");
  EXPECT_EQ(refused("tools/hooks/pre-commit"), "core.hooksPath tools/hooks");
  EXPECT_EQ(refused("tools/hooks/new/deep"), "core.hooksPath tools/hooks");
  EXPECT_EQ(refused("Tools/HOOKS/pre-commit"), "core.hooksPath tools/hooks");
  EXPECT_EQ(refused("tools/hooks2/a"), "free");
  EXPECT_EQ(refused("no/a"), "free");
  others.make_file("/root/sub/.git/config", "[core] hookspath=hooks;x\n");
  EXPECT_EQ(refused("sub/hooks/a"), "core.hooksPath sub/hooks");
  EXPECT_EQ(refused("hooks/a"), "free");
  others.rewrite("/root/sub/.git/config",
                 "[core]\nhooksPath = .\nhooksPath = ../..\nhooksPath = /dev/null\n[\nhooksPath\n[core\n=");
  EXPECT_EQ(refused("sub/hooks/a"), "free");
  make_repository("/root/store");
  others.make_file("/root/tree/.git", "gitdir: ../store/worktrees/tree\n");
  others.make_file("/root/store/worktrees/tree/commondir", "../..\n");
  others.make_file("/root/store/config", "[core]\n\thooksPath = mine\n");
  EXPECT_EQ(refused("tree/mine/a"), "core.hooksPath tree/mine");
}

TEST_F(GitFolder, IsLiftedByTheUser) {
  make_repository("/root/store");
  EXPECT_EQ(refused("store/config", {.path = "/root", .allow = {"store/config"}}), "free");
  EXPECT_EQ(refused("store/description", {.path = "/root", .allow = {"store/config"}}), "git folder store");
}

TEST_F(GitFolder, IsMadeByWhatCompletesIt) {
  others.make_file("/root/a/HEAD", "");
  others.make_folder("/root/a/refs");
  EXPECT_EQ(made({"a/objects/x"}), "a");
  EXPECT_EQ(made({"a/Objects/x"}), "a");
  EXPECT_EQ(made({"a/objects"}), "a") << "to git a file that may be run is as good as a folder";
  EXPECT_EQ(made({"a/commondir"}), "a");
  EXPECT_EQ(made({"b/HEAD", "b/objects/x"}), "none");
  EXPECT_EQ(made({"b/HEAD", "b/objects/x", "b/refs/x"}), "b");
  EXPECT_EQ(made({"HEAD", "objects/x", "refs/x"}), ".");
  EXPECT_EQ(made({"b/HEAD", "c/objects/x", "b/refs/x"}), "none");
  EXPECT_EQ(made({}), "none");
}

TEST_F(GitFolder, AFailureAtEveryCallIsToldOrChangesNothing) {
  make_repository("/root/store");
  others.make_file("/root/.git", "gitdir: store\n");
  for (std::size_t call = 1;; ++call) {
    FaultyFileSystem faulty(fs);
    faulty.fail_at(call, EIO, Repeat::once);
    const Result<Root> root = Root::open(faulty, {.path = "/root"});
    EXPECT_FALSE(root && root->find("store/config", Access::write)) << faulty.broken_call();
    if (faulty.broken_call().empty()) break;
  }
}

}  // namespace
}  // namespace kedge
