#include "fs/git_programs.hpp"

#include <gtest/gtest.h>

#include "tests/support/foreign_party.hpp"
#include "tests/support/memory_file_system.hpp"

namespace kedge {
namespace {

class GitPrograms : public testing::Test {
 protected:
  GitPrograms() {
    for (const char* const file : {"/root/scripts/check.sh", "/root/scripts/other.sh", "/root/tools/hooks/pre-commit"}) {
      others.make_file(file, "echo\n");
    }
  }
  std::string refused(std::string_view path, const std::string& root_path = "/root") {
    const Root root = Root::open(fs, {.path = root_path, .home = "/root", .allow_wide = true}).value();
    const Result<Place> place = root.find(path, Access::write);
    if (place) return "free";
    return place.error().code == Code::path_protected ? *place.error().facts.find("rule")->as_string() : place.error().what;
  }

  MemoryFileSystem fs;
  ForeignParty others{fs};
};

TEST_F(GitPrograms, AFolderOfHooksIsProtectedWhereItsLinkLeads) {
  others.make_file("/root/.git/config", "[core]\n\thooksPath = githooks\n");
  others.make_link("/root/githooks", "tools/hooks");
  EXPECT_EQ(refused("githooks/pre-commit"), "core.hooksPath tools/hooks");
  EXPECT_EQ(refused("tools/hooks/pre-commit"), "core.hooksPath tools/hooks");
  EXPECT_EQ(refused("tools/hooks/commit-msg"), "core.hooksPath tools/hooks");
  EXPECT_EQ(refused("scripts/check.sh"), "free");
}

TEST_F(GitPrograms, AHookThatIsALinkIsProtectedWhereItLeads) {
  others.make_link("/root/.git/hooks/pre-commit", "../../scripts/check.sh");
  others.make_link("/root/.git/hooks/pre-push", "/root/scripts/missing.sh");
  EXPECT_EQ(refused("scripts/check.sh"), "git hook scripts/check.sh");
  EXPECT_EQ(refused("scripts/other.sh"), "free");
}

TEST_F(GitPrograms, HooksThatAreALinkThemselvesAreProtectedWhereTheyAre) {
  others.make_link("/root/.git/hooks", "../tools/hooks");
  EXPECT_EQ(refused("tools/hooks/pre-commit"), "git hook tools/hooks");
  EXPECT_EQ(refused("tools/hooks/new"), "git hook tools/hooks");
  EXPECT_EQ(refused("tools/new"), "free");
}

TEST_F(GitPrograms, ALinkInAFolderThatHooksPathNamesIsFollowedToo) {
  others.make_file("/root/.git/config", "[core]\n\thooksPath = tools/hooks\n");
  others.make_link("/root/tools/hooks/commit-msg", "../../scripts/check.sh");
  EXPECT_EQ(refused("scripts/check.sh"), "git hook scripts/check.sh");
}

TEST_F(GitPrograms, TheConfigurationOfAWorkTreeCountsToo) {
  others.make_file("/root/.git/config.worktree", "[core]\n\thooksPath = tools/hooks\n");
  EXPECT_EQ(refused("tools/hooks/pre-commit"), "core.hooksPath tools/hooks");
}

TEST_F(GitPrograms, ValuesAreReadAsGitReadsThem) {
  for (const char* const value : {"tools/hooks", "\"tools/hooks\" # ours", "tools\"/hooks\"", "to\\\nols/hooks",
                                  "./tools//hooks/", "sub/../tools/hooks", "/root/tools/hooks", "~/tools/hooks"}) {
    others.make_file("/root/.git/config", std::string("\xEF\xBB\xBF[core]\n\thooksPath = ") + value + "\n");
    EXPECT_EQ(refused("tools/hooks/pre-commit"), "core.hooksPath tools/hooks") << value;
    others.remove("/root/.git/config");
  }
  others.make_file("/root/.git/config", "[core]\n\thooksPath = \"q\\\"q\"\n");
  EXPECT_EQ(refused("q\"q/pre-commit"), "core.hooksPath q\"q");
}

TEST_F(GitPrograms, HooksAtTheTopOfTheWorkTreeAreProtectedByTheirNames) {
  others.make_file("/root/.git/config", "[core]\n\thooksPath = .\n");
  EXPECT_EQ(refused("pre-commit"), "core.hooksPath pre-commit");
  EXPECT_EQ(refused("scripts/pre-commit"), "free");
  EXPECT_EQ(refused("README"), "free");
}

TEST_F(GitPrograms, WhatTheConfigurationIncludesIsConfiguration) {
  others.make_file("/root/.git/config", "[include]\n\tpath = ../.gitsettings\n[includeIf \"onbranch:x\"]\n\tpath = ../later\n");
  others.make_file("/root/.gitsettings", "[core]\nhooksPath = tools/hooks\n[include]\npath = more/settings\n");
  EXPECT_EQ(refused(".gitsettings"), "git config .gitsettings");
  EXPECT_EQ(refused("later"), "git config later") << "git would read it";
  EXPECT_EQ(refused("more/settings"), "git config more/settings");
  EXPECT_EQ(refused("tools/hooks/pre-commit"), "core.hooksPath tools/hooks");
}

TEST_F(GitPrograms, FilesThatIncludeEachOtherComeToAnEnd) {
  others.make_file("/root/.git/config", "[include]\npath = ../one\n");
  others.make_file("/root/one", "[include]\npath = two\npath = one\n");
  others.make_file("/root/two", "[include]\npath = one\npath = two\n");
  EXPECT_EQ(refused("one"), "git config one");
  EXPECT_EQ(refused("scripts/other.sh"), "free");
}

TEST_F(GitPrograms, ProgramsThatTheConfigurationNamesAreProtected) {
  for (const char* const setting :
       {"[core]\nfsmonitor = scripts/check.sh\n", "[filter \"a\"]\nclean = \"sh scripts/check.sh %f\"\n",
        "[diff \"x\"]\ntextconv = ./scripts/check.sh\n", "[merge \"m.n\"]\n\tdriver = 'scripts/check.sh' %O %A %B\n",
        "[credential]\nhelper = !scripts/check.sh\n", "[core]\nsshCommand = /root/scripts/check.sh -v\n"}) {
    others.make_file("/root/.git/config", setting);
    EXPECT_EQ(refused("scripts/check.sh"), "git runs scripts/check.sh") << setting;
    EXPECT_EQ(refused("scripts/other.sh"), "free") << setting;
    others.remove("/root/.git/config");
  }
  others.make_file("/root/.git/config",
                   "[remote \"origin\"]\n\turl = scripts/check.sh\n[core]\npager = less\neditor = vim scripts\n");
  others.make_file("/root/less/style.less", "");
  others.make_file("/root/vim", "");
  EXPECT_EQ(refused("scripts/check.sh"), "free");
  EXPECT_EQ(refused("less/style.less"), "free") << "less is looked up in PATH";
  EXPECT_EQ(refused("vim"), "free");
  EXPECT_EQ(refused("scripts/new.sh"), "free") << "a folder is no program";
}

TEST_F(GitPrograms, ARepositoryOutsideTheRootSaysWhatRunsInIt) {
  others.make_file("/root/.git", "gitdir: ../store/worktrees/tree\n");
  others.make_file("/store/worktrees/tree/commondir", "../..\n");
  others.make_file("/store/config", "[core]\n\thooksPath = tools/hooks\n");
  others.make_link("/store/hooks/pre-commit", "/root/scripts/check.sh");
  EXPECT_EQ(refused("tools/hooks/pre-commit"), "core.hooksPath tools/hooks");
  EXPECT_EQ(refused("scripts/check.sh"), "git hook scripts/check.sh");
  EXPECT_EQ(refused("scripts/other.sh"), "free");
}

TEST_F(GitPrograms, ARootBelowTheTopOfItsWorkTreeIsPartOfIt) {
  others.make_file("/root/.git/config", "[core]\n\thooksPath = tools/hooks\n[include]\npath = ../tools/settings\n");
  EXPECT_EQ(refused("hooks/pre-commit", "/root/tools"), "core.hooksPath hooks");
  EXPECT_EQ(refused("settings", "/root/tools"), "git config settings");
  EXPECT_EQ(refused("other", "/root/tools"), "free");
  EXPECT_EQ(refused("pre-rebase", "/root/tools/hooks"), "core.hooksPath .");
  EXPECT_EQ(refused("check.sh", "/root/scripts"), "free");
}

}  // namespace
}  // namespace kedge
