#include "tests/support/memory_file_system.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cerrno>
#include <set>

#include "tests/support/foreign_party.hpp"

namespace kedge {
namespace {

class MemoryFileSystemTest : public testing::Test {
 protected:
  MemoryFileSystemTest() {
    others.make_folder("/root/sub");
    others.make_mount("/other");
    others.make_file("/root/a", "old a");
    others.make_file("/root/b", "old b");
    fs.disk().sync_everything();
  }

  Handle root() { return fs.open_root("/root").value(); }

  // All trees of /root that `seeds` power cuts leave of this moment.
  std::set<std::map<std::string, std::string>> left_by_cuts(std::uint64_t seeds = 200) {
    std::set<std::map<std::string, std::string>> trees;
    for (std::uint64_t seed = 0; seed < seeds; ++seed) {
      MemoryFileSystem copy({}, fs.disk());
      copy.crash(seed);
      trees.insert(ForeignParty(copy).tree("/root"));
    }
    return trees;
  }

  void write_new(const Handle& folder, const std::string& name, std::string_view bytes) {
    const Handle file = fs.make_file(folder, name).value();
    ASSERT_TRUE(fs.write(file, bytes));
    ASSERT_TRUE(fs.sync(file));
  }

  MemoryFileSystem fs;
  ForeignParty others{fs};
};

using Tree = std::map<std::string, std::string>;

TEST_F(MemoryFileSystemTest, BytesWithoutSyncMayBeOldNewOrTorn) {
  const Handle folder = root();
  const Handle file = fs.open_for_writing(folder, "a").value();
  ASSERT_TRUE(fs.write(file, "NEW BYTES"));
  std::set<std::string> left;
  for (const Tree& tree : left_by_cuts()) left.insert(tree.at("a"));
  EXPECT_TRUE(left.contains("old a"));
  EXPECT_TRUE(left.contains("NEW BYTES"));
  EXPECT_TRUE(left.contains("NEW"));
  EXPECT_TRUE(left.contains(std::string("NEW\0\0\0\0\0\0", 9)));
  EXPECT_GT(left.size(), 20U);
}

TEST_F(MemoryFileSystemTest, SyncedBytesStay) {
  const Handle folder = root();
  const Handle file = fs.open_for_writing(folder, "a").value();
  ASSERT_TRUE(fs.write(file, "new"));
  ASSERT_TRUE(fs.sync(file));
  EXPECT_EQ(left_by_cuts(), (std::set<Tree>{{{"a", "new"}, {"b", "old b"}, {"sub/", ""}}}));
}

TEST_F(MemoryFileSystemTest, PermissionsWithoutSyncAreOldOrNew) {
  others.set_permissions("/root/a", 0600);
  std::set<std::uint32_t> left;
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    MemoryFileSystem copy({}, fs.disk());
    copy.crash(seed);
    left.insert(copy.look_at(copy.open_root("/root").value(), "a")->permissions);
  }
  EXPECT_EQ(left, (std::set<std::uint32_t>{0600, 0644}));
}

TEST_F(MemoryFileSystemTest, DistinctNamesInOneFolderSurviveIndependently) {
  const Handle folder = root();
  write_new(folder, "x", "1");
  write_new(folder, "y", "2");
  std::set<std::pair<bool, bool>> left;
  for (const Tree& tree : left_by_cuts()) left.emplace(tree.contains("x"), tree.contains("y"));
  EXPECT_EQ(left.size(), 4U);
  ASSERT_TRUE(fs.sync(folder));
  EXPECT_EQ(left_by_cuts().size(), 1U);
}

TEST_F(MemoryFileSystemTest, AnOperationNeverSurvivesWithoutAnEarlierOneOnItsEntry) {
  const Handle folder = root();
  write_new(folder, "t", "new a");
  ASSERT_TRUE(fs.exchange(folder, "t", folder, "a"));
  ASSERT_TRUE(fs.remove(folder, "t"));
  const Tree before{{"a", "old a"}, {"b", "old b"}, {"sub/", ""}};
  const Tree staged{{"a", "old a"}, {"b", "old b"}, {"sub/", ""}, {"t", "new a"}};
  const Tree exchanged{{"a", "new a"}, {"b", "old b"}, {"sub/", ""}, {"t", "old a"}};
  const Tree after{{"a", "new a"}, {"b", "old b"}, {"sub/", ""}};
  EXPECT_EQ(left_by_cuts(500), (std::set<Tree>{before, staged, exchanged, after}));
}

TEST_F(MemoryFileSystemTest, SyncOfOneFolderCarriesWhatIsNeededInAnother) {
  const Handle folder = root();
  const Handle sub = fs.open_folder(folder, "sub", Mounts::refuse).value();
  write_new(folder, "t", "new");
  ASSERT_TRUE(fs.move_new(folder, "t", sub, "moved"));
  write_new(folder, "unrelated", "");
  ASSERT_TRUE(fs.sync(sub));
  for (const Tree& tree : left_by_cuts()) {
    EXPECT_TRUE(tree.contains("sub/moved"));
    EXPECT_FALSE(tree.contains("t"));
  }
  EXPECT_EQ(left_by_cuts().size(), 2U);  // with and without the unrelated file
}

TEST_F(MemoryFileSystemTest, AFolderIsNotRemovedBeforeWhatWasMovedOutOfIt) {
  const Handle folder = root();
  const Handle sub = fs.open_folder(folder, "sub", Mounts::refuse).value();
  write_new(sub, "f", "kept");
  fs.disk().sync_everything();
  ASSERT_TRUE(fs.move_new(sub, "f", folder, "f"));
  ASSERT_TRUE(fs.remove_folder(folder, "sub"));
  for (const Tree& tree : left_by_cuts()) EXPECT_TRUE(tree.contains("f") || tree.contains("sub/f"));
  ASSERT_TRUE(fs.sync(folder));
  EXPECT_EQ(left_by_cuts().size(), 1U);
}

TEST_F(MemoryFileSystemTest, WhatIsInAFolderWhoseNameIsLostIsLost) {
  const Handle folder = root();
  ASSERT_TRUE(fs.make_folder(folder, "new", FolderKind::ordinary));
  const Handle made = fs.open_folder(folder, "new", Mounts::refuse).value();
  write_new(made, "f", "x");
  ASSERT_TRUE(fs.sync(made));
  std::set<std::size_t> sizes;
  for (const Tree& tree : left_by_cuts()) sizes.insert(tree.size());
  EXPECT_EQ(sizes, (std::set<std::size_t>{3, 5}));
}

TEST_F(MemoryFileSystemTest, ACrashClosesEverythingAndIsRepeatable) {
  const Handle folder = root();
  write_new(folder, "x", "1");
  MemoryFileSystem twin({}, fs.disk());
  fs.crash(7);
  twin.crash(7);
  EXPECT_EQ(others.tree("/root"), ForeignParty(twin).tree("/root"));
  EXPECT_EQ(fs.list(folder).error(), OsError{EBADF});
  EXPECT_EQ(fs.disk().pending_operations(), 0U);
}

TEST_F(MemoryFileSystemTest, NamesAreListedWithWhatTheyStandFor) {
  others.make_file("/listed/file", "0123456789");
  others.make_folder("/listed/folder");
  others.make_link("/listed/link", "file");
  const Handle folder = fs.open_root("/listed").value();
  std::vector<NamedKind> found = fs.list_kinds(folder).value();
  std::ranges::sort(found, {}, &NamedKind::name);
  EXPECT_EQ(found,
            (std::vector<NamedKind>{{"file", FileKind::regular}, {"folder", FileKind::folder}, {"link", FileKind::link}}));
}

TEST_F(MemoryFileSystemTest, APartOfAFileIsReadFromWhereItIsAsked) {
  others.make_file("/root/part", "0123456789");
  const Handle file = fs.open_file(root(), "part").value();
  std::string buffer(4, '\0');
  EXPECT_EQ(fs.read_at(file, 3, buffer).value(), 4U);
  EXPECT_EQ(buffer, "3456");
  EXPECT_EQ(fs.read_at(file, 8, buffer).value(), 2U);
  EXPECT_EQ(fs.read_at(file, 99, buffer).value(), 0U);
}

TEST_F(MemoryFileSystemTest, ADeviceHasAnotherNumberAfterARestartAndAFileTheSame) {
  const FileInfo before = fs.look_at(root(), "a").value();
  const std::string identity = fs.identity_of(root()).value();
  fs.crash(1);
  const FileInfo after = fs.look_at(root(), "a").value();
  EXPECT_EQ(before.identity.inode, after.identity.inode);
  EXPECT_NE(before.identity.device, after.identity.device);
  EXPECT_EQ(fs.identity_of(root()).value(), identity);
}

TEST_F(MemoryFileSystemTest, AnUnlinkedFileStaysReadableWhileItIsOpenAndItsNumberIsNotReused) {
  const Handle folder = root();
  Handle file = fs.open_file(folder, "a").value();
  const std::uint64_t number = fs.look(file)->identity.inode;
  ASSERT_TRUE(fs.remove(folder, "a"));
  ASSERT_TRUE(fs.sync(folder));
  EXPECT_EQ(fs.read(file, 100).value(), "old a");
  EXPECT_EQ(fs.look(file)->links, 0U);
  write_new(folder, "x", "");
  EXPECT_NE(fs.look_at(folder, "x")->identity.inode, number);
  ASSERT_TRUE(file.close());
  ASSERT_TRUE(fs.sync(folder));
  write_new(folder, "y", "");
  EXPECT_EQ(fs.look_at(folder, "y")->identity.inode, number);
}

TEST_F(MemoryFileSystemTest, MountsAreNotCrossed) {
  others.make_mount("/root/inner");
  const Handle folder = root();
  const Handle elsewhere = fs.open_root("/other").value();
  EXPECT_EQ(fs.move_over(folder, "a", elsewhere, "a").error(), OsError{EXDEV});
  EXPECT_EQ(fs.link(folder, "a", elsewhere, "a").error(), OsError{EXDEV});
  EXPECT_FALSE(fs.same_mount(fs.look(folder).value(), fs.look(elsewhere).value()));
  EXPECT_EQ(fs.open_folder(folder, "inner", Mounts::refuse).error(), OsError{EXDEV});
  EXPECT_TRUE(fs.open_folder(folder, "inner", Mounts::cross));
}

TEST_F(MemoryFileSystemTest, LinksAreNotFollowedInsideAFolder) {
  others.make_link("/root/to_sub", "sub");
  others.make_link("/elsewhere", "/root");
  const Handle folder = fs.open_root("/elsewhere").value();
  EXPECT_EQ(fs.open_folder(folder, "to_sub", Mounts::cross).error(), OsError{ELOOP});
  EXPECT_EQ(fs.open_file(folder, "to_sub").error(), OsError{ELOOP});
  EXPECT_EQ(fs.look_at(folder, "to_sub")->kind, FileKind::link);
  EXPECT_EQ(fs.read_link(folder, "to_sub").value(), "sub");
  EXPECT_EQ(fs.open_folder(folder, "sub/../..", Mounts::cross).error(), OsError{EXDEV});
}

TEST_F(MemoryFileSystemTest, ALeaseMakesAWriterWaitAndTheHolderSeesIt) {
  const Handle folder = root();
  const Handle file = fs.open_file(folder, "a").value();
  ASSERT_EQ(fs.lease(file, fs.look(folder).value()), Lease::held);
  EXPECT_TRUE(fs.lease_holds(file));
  others.append("/root/a", " and more");
  EXPECT_FALSE(fs.lease_holds(file));
  EXPECT_EQ(others.read("/root/a"), "old a");
  fs.end_lease(file);
  EXPECT_EQ(others.read("/root/a"), "old a and more");
}

TEST_F(MemoryFileSystemTest, AWriterWhoWaitedWritesToTheFileThatItOpened) {
  const Handle folder = root();
  const Handle file = fs.open_file(folder, "a").value();
  ASSERT_EQ(fs.lease(file, fs.look(folder).value()), Lease::held);
  others.append("/root/a", "+");
  ASSERT_TRUE(fs.move_new(folder, "a", folder, "aside"));
  fs.end_lease(file);
  EXPECT_EQ(others.read("/root/aside"), "old a+");
}

TEST_F(MemoryFileSystemTest, ALeaseIsRefusedWhereSomebodyWritesAndOffWhereTheSystemHasNone) {
  const Handle folder = root();
  const Handle file = fs.open_file(folder, "a").value();
  const Handle writer = fs.open_for_writing(folder, "a").value();
  EXPECT_EQ(fs.lease(file, fs.look(folder).value()), Lease::refused);
  MemoryFileSystem plain({.exchange = false, .move_new = false, .make_unnamed = false, .leases = false, .park = false},
                         fs.disk());
  const Handle same = plain.open_root("/root").value();
  EXPECT_EQ(plain.lease(plain.open_file(same, "a").value(), plain.look(same).value()), Lease::unavailable);
  EXPECT_EQ(plain.exchange(same, "a", same, "b").error(), OsError{EOPNOTSUPP});
  EXPECT_EQ(plain.move_new(same, "a", same, "c").error(), OsError{EOPNOTSUPP});
  EXPECT_EQ(plain.make_unnamed(same).error(), OsError{EOPNOTSUPP});
  EXPECT_FALSE(plain.same_mount(plain.look(same).value(), plain.look(same).value()));
}

TEST_F(MemoryFileSystemTest, ALockBelongsToAnOpenFile) {
  const Handle folder = root();
  const Handle first = fs.open_file(folder, "a").value();
  {
    const Handle second = fs.open_file(folder, "a").value();
    EXPECT_TRUE(fs.try_lock(second).value());
    EXPECT_TRUE(fs.try_lock(second).value());
    EXPECT_FALSE(fs.try_lock(first).value());
  }
  EXPECT_TRUE(fs.try_lock(first).value());
  fs.end_process();
  EXPECT_TRUE(fs.try_lock(fs.open_file(root(), "a").value()).value());
}

TEST_F(MemoryFileSystemTest, AnUnnamedFileGetsANameOnceItIsWritten) {
  const Handle folder = root();
  const Handle file = fs.make_unnamed(folder).value();
  ASSERT_TRUE(fs.write(file, "x"));
  EXPECT_EQ(fs.give_name(file, folder, "a").error(), OsError{EEXIST});
  ASSERT_TRUE(fs.give_name(file, folder, "named"));
  EXPECT_EQ(others.read("/root/named"), "x");
  ASSERT_TRUE(fs.remove(folder, "named"));
  EXPECT_EQ(fs.give_name(file, folder, "again").error(), OsError{ENOENT});
}

TEST_F(MemoryFileSystemTest, MovesAnswerAsPosix) {
  const Handle folder = root();
  EXPECT_EQ(fs.move_new(folder, "a", folder, "b").error(), OsError{EEXIST});
  EXPECT_EQ(fs.move_over(folder, "a", folder, "sub").error(), OsError{EISDIR});
  EXPECT_EQ(fs.move_over(folder, "none", folder, "b").error(), OsError{ENOENT});
  EXPECT_EQ(fs.remove_folder(folder, "a").error(), OsError{ENOTDIR});
  EXPECT_EQ(fs.remove(folder, "sub").error(), OsError{EISDIR});
  ASSERT_TRUE(fs.link(folder, "a", folder, "same"));
  ASSERT_TRUE(fs.move_over(folder, "a", folder, "same"));  // two names of one file: nothing happens
  EXPECT_EQ(others.read("/root/a"), "old a");
  ASSERT_TRUE(fs.move_over(folder, "a", folder, "b"));
  EXPECT_EQ(others.tree("/root"), (Tree{{"b", "old a"}, {"same", "old a"}, {"sub/", ""}}));
  const Handle sub = fs.open_folder(folder, "sub", Mounts::refuse).value();
  ASSERT_TRUE(fs.remove_folder(folder, "sub"));
  EXPECT_EQ(fs.make_file(sub, "x").error(), OsError{ENOENT});
}

TEST_F(MemoryFileSystemTest, AnObstacleKeepsAFileAndItsName) {
  others.set_obstacle("/root/a", "immutable");
  const Handle folder = root();
  EXPECT_EQ(fs.write_obstacle(fs.open_file(folder, "a").value()).value(), "immutable");
  EXPECT_EQ(fs.open_for_writing(folder, "a").error(), OsError{EPERM});
  EXPECT_EQ(fs.exchange(folder, "b", folder, "a").error(), OsError{EPERM});
  EXPECT_EQ(fs.move_over(folder, "b", folder, "a").error(), OsError{EPERM});
  EXPECT_EQ(fs.remove(folder, "a").error(), OsError{EPERM});
}

TEST_F(MemoryFileSystemTest, SomebodyElseComesBeforeTheNthCall) {
  const Handle folder = root();
  fs.before_call(2, [&] { others.replace("/root/a", "theirs"); });
  EXPECT_EQ(fs.look_at(folder, "a")->size, 5U);
  EXPECT_EQ(fs.look_at(folder, "a")->size, 6U);
}

TEST_F(MemoryFileSystemTest, ClockAndRandomNumbersComeFromTheSeed) {
  MemoryFileSystem twin;
  EXPECT_EQ(fs.random(), twin.random());
  EXPECT_NE(MemoryFileSystem({.seed = 2}).random(), twin.random());
  const std::int64_t before = fs.now();
  fs.pause(5);
  EXPECT_EQ(fs.now(), before + 5000);
}

}  // namespace
}  // namespace kedge
