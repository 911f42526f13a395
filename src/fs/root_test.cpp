#include "fs/root.hpp"

#include <gtest/gtest.h>

#include "fs/foreign_party.hpp"

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
  EXPECT_TRUE(at.find("state/kedges", Access::write));
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

TEST_F(RootTest, AFileInPlaceOfAFolderAndAFolderInPlaceOfAFile) {
  EXPECT_EQ(found("a.txt/below"), "path_invalid");
  EXPECT_EQ(root().read("sub", 10).error().code, Code::is_directory);
}

}  // namespace
}  // namespace kedge
