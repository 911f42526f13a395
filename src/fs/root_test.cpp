#include "fs/root.hpp"

#include <gtest/gtest.h>

#include <cerrno>

#include "tests/support/faulty_file_system.hpp"
#include "tests/support/foreign_party.hpp"

namespace kedge {
namespace {

class RootTest : public testing::Test {
 protected:
  RootTest() {
    others.make_file("/root/a.txt", "a");
    others.make_file("/root/sub/b.txt", "b");
    others.make_file("/root/.git/config", "c");
    others.make_file("/outside/secret", "s");
  }

  Root root(RootSettings settings = {.path = "/root"}) { return Root::open(fs, settings).value(); }
  std::string found(std::string_view path, Access access = Access::write) {
    const Result<Place> place = root().find(path, access);
    return place ? place->path() : std::string(row_of(place.error().code).name);
  }

  MemoryFileSystem fs;
  ForeignParty others{fs};
};

TEST_F(RootTest, AFileIsFoundByItsRelativeAndByItsAbsolutePath) {
  EXPECT_EQ(found("a.txt"), "a.txt");
  EXPECT_EQ(found("./sub//b.txt"), "sub/b.txt");
  EXPECT_EQ(found("/root/sub/b.txt"), "sub/b.txt");
  EXPECT_EQ(root().read("sub/b.txt", 10).value(), "b");
}

TEST_F(RootTest, AnAbsolutePathMayUseTheSpellingWithoutLinks) {
  const Root linked = root({.path = "/root", .resolved = "/real/place"});
  EXPECT_EQ(linked.find("/real/place/a.txt", Access::read)->path(), "a.txt");
  EXPECT_EQ(linked.find("/real/placement/a.txt", Access::read).error().code, Code::path_outside_root);
}

TEST_F(RootTest, FoldersThatAreMissingAreNamedOutermostFirst) {
  const Root at = root();
  const Result<Place> place = at.find("sub/x/y/new.txt", Access::write);
  ASSERT_TRUE(place);
  EXPECT_EQ(place->folder_path, "sub");
  EXPECT_EQ(place->missing_folders, (std::vector<std::string>{"x", "y"}));
  EXPECT_EQ(place->path(), "sub/x/y/new.txt");
}

TEST_F(RootTest, ALinkIsFollowedToItsFileInsideTheRoot) {
  others.make_link("/root/relative", "sub/b.txt");
  others.make_link("/root/absolute", "/root/sub/b.txt");
  others.make_link("/root/sub/up", "../a.txt");
  others.make_link("/root/folder", "sub");
  others.make_link("/root/chain", "relative");
  EXPECT_EQ(found("relative"), "sub/b.txt");
  EXPECT_EQ(found("absolute"), "sub/b.txt");
  EXPECT_EQ(found("sub/up"), "a.txt");
  EXPECT_EQ(found("folder/b.txt"), "sub/b.txt");
  EXPECT_EQ(found("folder/up"), "a.txt");
  EXPECT_EQ(found("chain"), "sub/b.txt");
}

TEST_F(RootTest, ALinkThatLeadsOutIsRefused) {
  others.make_link("/root/relative", "../outside/secret");
  others.make_link("/root/absolute", "/outside/secret");
  others.make_link("/root/folder", "../outside");
  others.make_link("/root/beside", "/rootless/secret");
  for (const std::string_view path : {"relative", "absolute", "folder/secret", "folder/new", "beside"}) {
    EXPECT_EQ(found(path), "path_outside_root") << path;
  }
}

TEST_F(RootTest, ALinkThatLeadsNowhereOrToItselfIsInvalid) {
  others.make_link("/root/dangling", "none");
  others.make_link("/root/deep", "none/at/all");
  others.make_link("/root/loop", "loop");
  others.make_link("/root/one", "other/x");
  others.make_link("/root/other", "one");
  for (const std::string_view path : {"dangling", "deep", "loop", "one/x"}) EXPECT_EQ(found(path), "path_invalid") << path;
}

TEST_F(RootTest, WhatIsProtectedIsProtectedThroughALink) {
  others.make_link("/root/notes", ".git/config");
  others.make_link("/root/folder", ".git");
  EXPECT_EQ(found("notes"), "path_protected");
  EXPECT_EQ(found("folder/config"), "path_protected");
  EXPECT_EQ(found("folder/config", Access::read), ".git/config");
}

TEST_F(RootTest, KedgesOwnRecordsInsideTheRootAreProtected) {
  Root at = root();
  at.guard("/root/state/kedge");
  EXPECT_EQ(at.find("state/kedge/x", Access::write).error().code, Code::path_protected);
  EXPECT_EQ(at.find("state/kedge", Access::write).error().code, Code::path_protected);
  EXPECT_TRUE(at.find("state/kedges", Access::write));
  EXPECT_TRUE(at.find("a.txt", Access::write));
}

TEST_F(RootTest, AMountIsNotEnteredUnasked) {
  others.make_mount("/root/mnt");
  others.make_file("/root/mnt/c.txt", "c");
  EXPECT_EQ(found("mnt/c.txt"), "path_outside_root");
  const Root crossing = root({.path = "/root", .mounts = Mounts::cross});
  EXPECT_EQ(crossing.read("mnt/c.txt", 10).value(), "c");
}

TEST_F(RootTest, TheWholeDiskAndTheHomeFolderHaveToBeAskedFor) {
  others.make_file("/home/me/x", "x");
  const RootSettings home{.path = "/home/me", .home = "/home/me"};
  const Result<Place> refused = root(home).find("x", Access::read);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, Code::path_outside_root);
  EXPECT_NE(refused.error().next.find("--allow-wide-root"), std::string::npos);
  EXPECT_EQ(root({.path = "/"}).find("home/me/x", Access::read).error().code, Code::path_outside_root);
  EXPECT_TRUE(root({.path = "/home/me", .home = "/home/me", .allow_wide = true}).find("x", Access::read));
  EXPECT_EQ(root({.path = "/", .allow_wide = true}).find_tree("/home/me")->path(), "home/me/");
}

TEST_F(RootTest, ATreeIsAFolderTheRootItselfOrAFile) {
  const Root at = root({.path = "/root/"});
  const auto tree = [&at](std::string_view path) {
    const Result<Place> place = at.find_tree(path);
    return place ? place->folder_path + '|' + place->name : std::string(row_of(place.error().code).name);
  };
  others.make_link("/root/folder", "sub");
  for (const std::string_view whole : {"", ".", "./", "/root", "/root/"}) EXPECT_EQ(tree(whole), "|") << whole;
  EXPECT_EQ(tree("sub"), "sub|");
  EXPECT_EQ(tree("sub/"), "sub|");
  EXPECT_EQ(tree("/root/folder"), "sub|");
  EXPECT_EQ(tree("sub/b.txt"), "sub|b.txt");
  EXPECT_EQ(tree("none"), "not_found");
  EXPECT_EQ(tree("no/ne"), "not_found");
  EXPECT_EQ(tree("../outside"), "path_outside_root");
  EXPECT_EQ(tree("/"), "path_outside_root");
  others.make_mount("/root/mnt");
  EXPECT_EQ(tree("mnt"), "path_outside_root");
  EXPECT_EQ(root({.path = "/"}).find_tree(".").error().code, Code::path_outside_root);
}

TEST_F(RootTest, AFailureAtEveryCallIsToldAndNeverTakenForSomethingMissing) {
  others.make_link("/root/folder", "sub");
  others.make_link("/root/sub/link", "../a.txt");
  for (const std::string_view path : {"sub/b.txt", "folder/b.txt", "folder/link", "new/x", "sub", "", "none"}) {
    for (const int error : {EIO, EACCES, ELOOP, EXDEV}) {
      for (std::size_t call = 1;; ++call) {
        FaultyFileSystem faulty(fs);
        faulty.fail_at(call, error, Repeat::once);
        const Result<Root> at = Root::open(faulty, {.path = "/root"});
        if (at) {
          const Result<Place> place = at->find_tree(path);
          const Result<std::string> bytes = at->read(path.empty() ? "a.txt" : path, 10);
          EXPECT_TRUE(!place || place->missing_folders.empty()) << path;
          EXPECT_TRUE(!bytes || *bytes == "a" || *bytes == "b") << path;
        }
        if (faulty.broken_call().empty()) break;
      }
    }
  }
}

TEST_F(RootTest, ARootThatWasRemovedIsNotFoundEmpty) {
  others.make_folder("/gone");
  const Root at = root({.path = "/gone"});
  others.remove("/gone");
  for (const std::string_view path : {"x", "new/x"}) EXPECT_EQ(at.find(path, Access::write).error().code, Code::io_failed);
  EXPECT_EQ(at.find_tree(".").error().code, Code::io_failed);
}

TEST_F(RootTest, WhatALinkSaysIsTakenToTheLetter) {
  others.make_link("/root/slash", "a.txt/");
  others.make_link("/root/self", ".");
  others.make_link("/root/sub/above", "..");
  others.make_link("/root/whole", "/root");
  others.make_link("/root/whole_slash", "/root/");
  others.make_link("/root/sub/nothing", "none/../b.txt");
  others.make_link("/root/absolute", "/root/sub");
  others.make_link("/root/out", "/outside");
  for (const char* const path : {"self", "sub/above", "whole", "whole_slash"}) EXPECT_EQ(found(path), "is_directory") << path;
  EXPECT_EQ(found("absolute/b.txt"), "sub/b.txt");
  EXPECT_EQ(found("out/secret"), "path_outside_root");
  EXPECT_EQ(found("self/a.txt"), "a.txt");
  EXPECT_EQ(found("sub/nothing"), "not_found");
  EXPECT_EQ(found("slash"), "a.txt");
  std::string chain = "a.txt";
  for (int i = 0; i < 42; ++i) {
    const std::string name = "chain" + std::to_string(i);
    others.make_link("/root/" + name, chain);
    others.make_link("/root/folder" + std::to_string(i), i == 0 ? "sub" : "folder" + std::to_string(i - 1));
    chain = name;
  }
  EXPECT_EQ(found("chain39"), "a.txt");
  EXPECT_EQ(found("chain41"), "path_invalid");
  EXPECT_EQ(found("folder39/b.txt"), "sub/b.txt");
  EXPECT_EQ(found("folder41/b.txt"), "path_invalid");
}

TEST_F(RootTest, APathThatStepsBackIsFollowedStepByStep) {
  others.make_folder("/root/deep");
  others.make_folder("/root/deep/er");
  others.make_link("/root/link", "deep/er");
  others.make_link("/root/out", "/outside");
  others.make_link("/root/.env", "a.txt");
  EXPECT_EQ(found("sub/../a.txt"), "a.txt");
  EXPECT_EQ(found("/root/sub/../sub/b.txt"), "sub/b.txt");
  EXPECT_EQ(found("sub/../new/x"), "new/x");
  // Not a.txt of the root, which is what the letters say: the link is in another folder than what it leads to.
  EXPECT_EQ(found("link/../a.txt"), "deep/a.txt");
  EXPECT_EQ(found("link/../../a.txt"), "path_outside_root") << "by its letters";
  EXPECT_EQ(found("out/../a.txt"), "path_outside_root");
  EXPECT_EQ(found("none/../a.txt"), "not_found");
  EXPECT_EQ(found("a.txt/../a.txt"), "path_invalid");
  EXPECT_EQ(root().find("sub/../.git/config", Access::write).error().code, Code::path_protected);
  EXPECT_EQ(root().find("sub/../.env", Access::read).error().code, Code::path_protected) << "by the name of the link";
  EXPECT_EQ(root().find_tree("link/..")->folder_path, "deep");
  EXPECT_EQ(root().find_tree("sub/../")->folder_path, "");
  EXPECT_EQ(root().find_tree("none/..").error().code, Code::not_found);
  EXPECT_EQ(root().find_tree("sub/../..").error().code, Code::path_outside_root);
}

TEST_F(RootTest, OneOfSeveralRootsHasANameAndLeadsIntoNoOther) {
  others.make_folder("/root/sub/deep");
  Root at = root();
  at.call_it("main");
  EXPECT_EQ(at.after_name("main:a.txt"), "a.txt");
  for (const std::string_view other : {"a.txt", "main", "mainly:a.txt", "main:/a.txt"}) {
    EXPECT_EQ(at.after_name(other), std::nullopt) << other;
  }
  EXPECT_EQ(at.spelled("a.txt"), "a.txt");
  at.serve_beside("/root");
  EXPECT_TRUE(at.find("a.txt", Access::read)) << "it is no other root";
  EXPECT_EQ(at.spelled("a.txt"), "/root/a.txt");
  at.serve_beside("/root/sub");
  EXPECT_EQ(at.find_tree("sub/deep/..").error().code, at.find("sub/b.txt", Access::read).error().code);
  Root whole = root({.path = "/", .allow_wide = true});
  whole.serve_beside("/root");
  EXPECT_EQ(whole.spelled("a.txt"), "/a.txt");
}

TEST_F(RootTest, APathThatEndsByStepsBackIsCheckedLikeAnyOther) {
  others.make_file("/home/me/x/y", "x");
  EXPECT_EQ(root({.path = "/home/me", .home = "/home/me"}).find_tree("x/..").error().code, Code::path_outside_root);
  others.make_file("/root/.ssh/keys/mine", "m");
  EXPECT_EQ(root().find_tree(".ssh/keys/..").error().code, Code::path_protected);
}

TEST_F(RootTest, FilesThatMakeAGitRepositoryTogetherAreRefusedOrTheDiskSaysWhyNot) {
  const auto code = [](const Result<void>& checked) { return checked ? std::nullopt : std::optional(checked.error().code); };
  others.make_file("/plain/x", "x");
  const Root plain = root({.path = "/plain"});
  const std::vector<std::string> here{"HEAD", "objects/a", "refs/b"};
  const std::vector<std::string> below{"other.txt", "bare/HEAD", "bare/objects/a", "bare/refs/b"};
  EXPECT_EQ(code(plain.check_made(here)), Code::path_protected) << "the root itself";
  EXPECT_EQ(code(plain.check_made(below)), Code::path_protected) << "a folder below";
  EXPECT_EQ(code(plain.check_made(std::vector<std::string>{"HEAD", "x.txt"})), std::nullopt);
  bool told = false;
  for (std::size_t call = 1;; ++call) {
    FaultyFileSystem failing(fs);
    const Result<Root> at = Root::open(failing, {.path = "/plain"});
    failing.fail_at(failing.calls() + call, EIO, Repeat::once);
    told = !at->check_made(std::vector<std::string>{"HEAD"}) || told;
    if (failing.broken_call().empty()) break;
  }
  EXPECT_TRUE(told);
}

TEST_F(RootTest, AFileWhoseMountIsUnknownIsTakenToBeHere) {
  const Root at = root();
  FileInfo file = fs.look_at(at.folder(), "a.txt").value();
  EXPECT_FALSE(at.is_on_other_mount(file));
  file.mount = 0;
  EXPECT_FALSE(at.is_on_other_mount(file));
  file.mount = 4711;
  EXPECT_TRUE(at.is_on_other_mount(file));
}

TEST_F(RootTest, APatternThatIsNoneIsRefused) {
  EXPECT_EQ(Root::open(fs, {.path = "/root", .allow = {"[a"}}).error().code, Code::schema_invalid);
  EXPECT_TRUE(root({.path = "/root", .allow = {".git/**"}}).find(".git/config", Access::write));
}

TEST_F(RootTest, AStateFolderThatIsTheRootGuardsAllOfIt) {
  Root at = root();
  at.guard("/root");
  EXPECT_EQ(at.find("a.txt", Access::write).error().code, Code::path_protected);
  Root apart = root();
  apart.guard("/elsewhere");
  EXPECT_TRUE(apart.find("a.txt", Access::write));
}

TEST_F(RootTest, AFileInPlaceOfAFolderAndAFolderInPlaceOfAFile) {
  EXPECT_EQ(found("a.txt/below"), "path_invalid");
  EXPECT_EQ(root().read("sub", 10).error().code, Code::is_directory);
}

}  // namespace
}  // namespace kedge
