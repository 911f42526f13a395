#include "fs/work_trees.hpp"

#include <gtest/gtest.h>
#include <stdlib.h>

#include <filesystem>
#include <fstream>

namespace kedge {
namespace {

namespace stdfs = std::filesystem;

class WorkTreesTest : public testing::Test {
 protected:
  WorkTreesTest() {
    std::string pattern = (stdfs::temp_directory_path() / "kedge-trees-XXXXXX").string();
    if (::mkdtemp(pattern.data()) == nullptr) std::abort();
    top = stdfs::canonical(pattern);
    put("main/.git/HEAD", "ref: refs/heads/main\n");
    stdfs::create_directories(top / "main/.git/objects");
    link("one", "feature/one");
    link("two", "");
    put("main/.git/worktrees/two/HEAD", "0123456789abcdef0123456789abcdef01234567\n");
  }
  ~WorkTreesTest() override {
    std::error_code ignored;
    stdfs::remove_all(top, ignored);
  }
  WorkTreesTest(const WorkTreesTest&) = delete;
  WorkTreesTest& operator=(const WorkTreesTest&) = delete;

  void put(const stdfs::path& path, const std::string& bytes) const {
    stdfs::create_directories((top / path).parent_path());
    std::ofstream(top / path) << bytes;
  }
  // As `git worktree add` does it.
  void link(const std::string& name, const std::string& branch) const {
    put("main/.git/worktrees/" + name + "/gitdir", (top / name / ".git\n").string());
    put("main/.git/worktrees/" + name + "/commondir", "../..\n");
    put("main/.git/worktrees/" + name + "/HEAD", "ref: refs/heads/" + branch + "\n");
    put(name + "/.git", "gitdir: " + (top / "main/.git/worktrees" / name).string() + "\n");
  }
  std::vector<std::string> beside(const std::string& name) const {
    std::vector<std::string> names;
    for (const WorkTree& tree : work_trees_beside((top / name).string())) {
      names.push_back(stdfs::path(tree.path).lexically_relative(top).string());
    }
    return names;
  }

  stdfs::path top;
};

using Names = std::vector<std::string>;

TEST_F(WorkTreesTest, EveryTreeOfTheRepositoryIsFoundFromEveryOther) {
  EXPECT_EQ(beside("main"), (Names{"main", "one", "two"}));
  EXPECT_EQ(beside("one"), (Names{"one", "main", "two"}));
  EXPECT_EQ(beside("two"), (Names{"two", "main", "one"}));
}

TEST_F(WorkTreesTest, ATreeIsFoundThroughARelativePathAndALink) {
  put("one/.git", "gitdir: ../main/.git/worktrees/one\n");
  stdfs::create_directory_symlink("main", top / "alias");
  EXPECT_EQ(beside("alias"), (Names{"main", "one", "two"}));
}

TEST_F(WorkTreesTest, ATreeThatIsGoneOrDoesNotNameTheRepositoryIsNone) {
  stdfs::remove_all(top / "two");
  put("one/.git", "gitdir: " + (top / "one").string() + "\n");
  EXPECT_EQ(beside("main"), (Names{"main"}));
  put("elsewhere/.git/HEAD", "ref: refs/heads/other\n");
  put("main/.git/worktrees/two/gitdir", (top / "elsewhere/.git\n").string());
  EXPECT_EQ(beside("main"), (Names{"main"})) << "another repository does not become one of this by being named";
}

TEST_F(WorkTreesTest, AFolderThatIsNoWorkTreeHasNone) {
  stdfs::create_directories(top / "main/sub");
  EXPECT_EQ(beside("main/sub"), Names{});
  EXPECT_EQ(beside("none"), Names{});
}

TEST_F(WorkTreesTest, TheBranchIsReadAnewEachTime) {
  const WorkTree one = work_tree_at((top / "one").string()).value();
  EXPECT_EQ(branch_of(one), "feature/one");
  put("main/.git/worktrees/one/HEAD", "ref: refs/heads/other\n");
  EXPECT_EQ(branch_of(one), "other");
  EXPECT_EQ(branch_of(work_tree_at((top / "two").string()).value()), "at 0123456789ab");
  stdfs::remove(top / "main/.git/worktrees/one/HEAD");
  EXPECT_EQ(branch_of(one), "");
}

}  // namespace
}  // namespace kedge
