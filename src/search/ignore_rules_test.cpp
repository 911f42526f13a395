#include "search/ignore_rules.hpp"

#include <gtest/gtest.h>

#include "tests/support/foreign_party.hpp"

namespace kedge {
namespace {

using Verdict = IgnoreFile::Verdict;

struct Case {
  std::string_view rules;
  std::string_view path;
  Verdict verdict;
  FileKind kind = FileKind::regular;
};

TEST(IgnoreFileTest, RulesAreReadAsGitReadsThem) {
  const std::vector<Case> cases{
      {"a", "a", Verdict::excluded},
      {"a", "x/y/a", Verdict::excluded},
      {"a", "a/b", Verdict::none},  // the folder is, and is not entered
      {"/a", "a", Verdict::excluded},
      {"/a", "x/a", Verdict::none},
      {"x/a", "x/a", Verdict::excluded},
      {"x/a", "y/x/a", Verdict::none},
      {"a/", "a", Verdict::none},
      {"a/", "a", Verdict::excluded, FileKind::folder},
      {"a/", "x/a", Verdict::excluded, FileKind::folder},
      {"*.o", "x/m.o", Verdict::excluded},
      {"x/*.o", "x/m.o", Verdict::excluded},
      {"x/*.o", "x/y/m.o", Verdict::none},
      {"x/**/m", "x/y/z/m", Verdict::excluded},
      {"**/x/m", "y/x/m", Verdict::excluded},
      {"x/**", "x/y/m", Verdict::excluded},
      {"*\n!a", "a", Verdict::included},
      {"*\n!a", "b", Verdict::excluded},
      {"!a\n*", "a", Verdict::excluded},
      {"# a\n\\#a", "#a", Verdict::excluded},
      {"\\!a", "!a", Verdict::excluded},
      {"a  ", "a", Verdict::excluded},
      {"a\\ ", "a ", Verdict::excluded},
      {"a\\  ", "a ", Verdict::excluded},
      {"a\t", "a", Verdict::none},
      {"a\r\nb", "a", Verdict::excluded},
      {"\xEF\xBB\xBF"
       "a",
       "a", Verdict::excluded},
      {"[ab]", "b", Verdict::excluded},
      {"{a,b}", "a", Verdict::none},
      {"{a,b}", "{a,b}", Verdict::excluded},
      {"x/a**/c", "x/ab/b/c", Verdict::excluded},  // a pattern of its own begins where the letters end
      {"", "a", Verdict::none},
      {"/", "a", Verdict::none},
      {"!", "a", Verdict::none},
  };
  for (const Case& one : cases) {
    EXPECT_EQ(IgnoreFile::parse(one.rules).verdict(one.path, one.kind), one.verdict) << one.rules << " on " << one.path;
  }
}

class IgnoreRulesTest : public testing::Test {
 protected:
  // Whether the entries of a folder of the root are excluded.
  bool excludes(const std::string& root_path, const std::string& folder, std::string_view name,
                const std::string& user_file = {}) {
    const Root root = Root::open(fs, {.path = root_path}).value();
    IgnoreRules rules = ignore_rules_above(fs, root, folder, user_file);
    const Handle handle = root.folder_at(folder).value();
    const bool is_root = folder.empty();
    rules.enter(is_root ? root_path.substr(root_path.rfind('/') + 1) : folder.substr(folder.rfind('/') + 1),
                FolderRules::load(fs, handle, true, fs.look_at(handle, ".git").has_value()));
    return rules.excludes(name, FileKind::regular);
  }

  MemoryFileSystem fs;
  ForeignParty others{fs};
};

TEST_F(IgnoreRulesTest, ADeeperFileGoesBeforeOneAbove) {
  others.make_file("/top/.git/config", "");
  others.make_file("/top/.gitignore", "*.log\n");
  others.make_file("/top/a/.gitignore", "!keep.log\n");
  others.make_file("/top/a/b/x", "");
  EXPECT_TRUE(excludes("/top", "", "keep.log"));
  EXPECT_FALSE(excludes("/top", "a", "keep.log"));
  EXPECT_FALSE(excludes("/top", "a/b", "keep.log"));
  EXPECT_TRUE(excludes("/top", "a/b", "other.log"));
}

TEST_F(IgnoreRulesTest, ARootInsideAWorkTreeIsUnderTheRulesAboveIt) {
  others.make_file("/top/.git/info/exclude", "mine\n");
  others.make_file("/top/.gitignore", "/a/root/x\n");
  others.make_file("/top/a/.gitignore", "/root/y\n/y\n");
  others.make_file("/top/a/root/z", "");
  EXPECT_TRUE(excludes("/top/a/root", "", "x"));
  EXPECT_TRUE(excludes("/top/a/root", "", "y"));
  EXPECT_TRUE(excludes("/top/a/root", "", "mine"));
  EXPECT_FALSE(excludes("/top/a/root", "", "z"));
}

TEST_F(IgnoreRulesTest, WithoutAWorkTreeNothingAboveTheRootCounts) {
  others.make_file("/top/.gitignore", "x\n");
  others.make_file("/top/root/.gitignore", "y\n");
  EXPECT_FALSE(excludes("/top/root", "", "x"));
  EXPECT_TRUE(excludes("/top/root", "", "y"));
}

TEST_F(IgnoreRulesTest, ARepositoryInsideAnotherHasItsOwnRules) {
  others.make_file("/top/.git/config", "");
  others.make_file("/top/.gitignore", "x\n");
  others.make_file("/top/inner/.git/info/exclude", "y\n");
  others.make_file("/top/inner/a/z", "");
  EXPECT_TRUE(excludes("/top", "", "x"));
  EXPECT_FALSE(excludes("/top", "inner/a", "x"));
  EXPECT_TRUE(excludes("/top", "inner/a", "y"));
}

TEST_F(IgnoreRulesTest, TheUsersOwnFileComesLast) {
  others.make_file("/home/me/.config/git/ignore", "*.swp\n/top-only\n");
  others.make_file("/top/.git/info/exclude", "!b.swp\n");
  others.make_file("/top/a/.gitignore", "!a.swp\n");
  const std::string user = "/home/me/.config/git/ignore";
  EXPECT_FALSE(excludes("/top", "a", "c.swp"));
  EXPECT_TRUE(excludes("/top", "a", "c.swp", user));
  EXPECT_FALSE(excludes("/top", "a", "a.swp", user));
  EXPECT_FALSE(excludes("/top", "a", "b.swp", user));
  EXPECT_TRUE(excludes("/top", "", "top-only", user));
  EXPECT_FALSE(excludes("/top", "a", "top-only", user));
}

TEST_F(IgnoreRulesTest, ARuleFileThatIsALinkIsNotFollowed) {
  others.make_file("/top/.git/config", "");
  others.make_file("/top/rules", "x\n");
  others.make_link("/top/.gitignore", "rules");
  EXPECT_FALSE(excludes("/top", "", "x"));
}

}  // namespace
}  // namespace kedge
