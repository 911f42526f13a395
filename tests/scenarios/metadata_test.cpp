// What a file has besides its bytes, before and after they are replaced: the matrix of what is kept, what is new and what is
// refused: with all that the kernel offers, with the program's records on another mount, so that new files are staged beside
// the old ones, and with what every POSIX system has.
#include <gtest/gtest.h>

#include <memory>

#include "scenarios/workplace.hpp"
#include "support/strings.hpp"

namespace kedge::test {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view as_nobody = "setpriv --reuid 65534 --regid 65534 --clear-groups ";

constexpr std::string_view delete_a =
    "$K read a >/dev/null; printf '*** Begin Patch\\n*** Delete File: a\\n*** End Patch\\n' | $K edit --dialect apply_patch";

enum class Way { best, other_mount, portable };

// A folder of a file system in memory, if this machine has one.
std::unique_ptr<ScratchFolder> folder_on_another_mount() {
  const fs::path memory = "/dev/shm";
  return fs::is_directory(memory) ? std::make_unique<ScratchFolder>(memory) : nullptr;
}

class Metadata : public testing::TestWithParam<Way> {
 protected:
  Metadata() {
    if (GetParam() == Way::portable) place.set("KEDGE_FS=portable");
    if (GetParam() == Way::other_mount) elsewhere = folder_on_another_mount();
    if (elsewhere) place.set(concat("XDG_STATE_HOME=", elsewhere->path().string()));
    write_file(place.root() / "a", "old");
  }

  void SetUp() override {
    if (GetParam() == Way::other_mount && !says(shell("$K doctor"), "no     one mount"))
      GTEST_SKIP() << "there is one mount only";
    ASSERT_EQ(shell("rm -rf $XDG_STATE_HOME/kedge").status, 0);
  }

  Finished shell(std::string_view command) const { return place.shell(command); }

  // What `command` prints is the same before and after the file has been replaced, and worth looking at.
  void expect_kept(std::string_view preparation, std::string_view command, std::string_view part) const {
    ASSERT_EQ(shell(preparation).status, 0) << preparation;
    const std::string before = shell(command).output;
    ASSERT_TRUE(before.contains(part)) << before;
    EXPECT_TRUE(succeeded(shell(replace_a))) << preparation;
    EXPECT_EQ(place.bytes("a"), "new") << preparation;
    EXPECT_EQ(shell(command).output, before) << preparation;
  }

  // Nothing is changed in any respect.
  void expect_refused(std::string_view command, std::initializer_list<std::string_view> codes,
                      std::string_view reason = "") const {
    const Facts before = place.facts();
    const Finished finished = shell(command);
    EXPECT_TRUE(refused(finished, codes)) << command;
    EXPECT_TRUE(says(finished, reason)) << command;
    EXPECT_EQ(place.facts(), before) << command;
  }

  // What is written by another user, who may use the folder, the home and the state.
  void let_others_in() const {
    ASSERT_EQ(shell("mkdir -p $XDG_STATE_HOME; chmod 0777 . ../home $XDG_STATE_HOME; chmod 0755 .. a").status, 0);
  }

  Workplace place;
  std::unique_ptr<ScratchFolder> elsewhere;
};

std::string name_of_way(const testing::TestParamInfo<Way>& chosen) {
  switch (chosen.param) {
    case Way::best: return "TheKernelsBest";
    case Way::other_mount: return "AnotherMount";
    case Way::portable: return "PortableCalls";
  }
  return {};
}
INSTANTIATE_TEST_SUITE_P(On, Metadata, testing::Values(Way::best, Way::other_mount, Way::portable), name_of_way);

TEST_P(Metadata, ThePermissionsAreKept) {
  for (const std::string_view mode : {"755", "600", "640", "2755", "4755", "6711", "1644", "200", "666"}) {
    if (mode == "200" && !why_not_root().empty()) continue;
    write_file(place.root() / "a", "old");
    expect_kept(concat("chmod ", mode, " a"), "stat -c %a a", mode);
  }
}

TEST_P(Metadata, TheUmaskDoesNotReachAnExistingFile) {
  ASSERT_EQ(shell("chmod 0666 a").status, 0);
  EXPECT_TRUE(succeeded(shell(concat("umask 077; ", replace_a))));
  EXPECT_EQ(shell("stat -c %a a").output, "666\n");
}

TEST_P(Metadata, OwnerAndGroupAreKept) {
  if (const std::string reason = why_not_root(); !reason.empty()) GTEST_SKIP() << reason;
  expect_kept("chown 65534:12345 a; chmod 0640 a", "stat -c '%u:%g %a' a", "65534:12345 640");
  write_file(place.root() / "a", "old");
  expect_kept("chown 12345:65534 a; chmod 6755 a", "stat -c '%u:%g %a' a", "12345:65534 6755");
}

TEST_P(Metadata, AFileThatWasDeletedComesBackWithAllThatItHad) {
  constexpr std::string_view facts = "stat -c '%u:%g %a' a; getfattr --absolute-names -d -m - a 2>&1; getfacl -c a 2>&1";
  std::vector<std::string_view> preparations{"chmod 600 a", "chmod 4750 a",
                                             "chmod 640 a; setfattr -n user.note -v kept a || true",
                                             "setfacl -m u:12345:r a || chmod 604 a"};
  if (why_not_root().empty()) preparations.push_back("chown 12345:54321 a; chmod 640 a");
  for (const std::string_view preparation : preparations) {
    ASSERT_EQ(shell(preparation).status, 0) << preparation;
    const std::string before = shell(facts).output;
    ASSERT_TRUE(succeeded(shell(delete_a))) << preparation;
    ASSERT_FALSE(fs::exists(place.root() / "a"));
    EXPECT_TRUE(succeeded(shell("$K undo --last"))) << preparation;
    EXPECT_EQ(place.bytes("a"), "old");
    EXPECT_EQ(shell(facts).output, before) << preparation;
  }
}

TEST_P(Metadata, AFileThatWasCreatedTakenBackAndBroughtBackIsNoMoreOpenThanItWas) {
  ASSERT_TRUE(succeeded(shell("printf secret | $K write b")));
  ASSERT_EQ(shell("chmod 600 b").status, 0);
  const std::string id = shell("$K log --json | grep -o '\"id\":\"[^\"]*' | head -1 | cut -d'\"' -f4").output;
  ASSERT_TRUE(succeeded(shell(concat("$K undo ", id))));
  ASSERT_FALSE(fs::exists(place.root() / "b"));
  EXPECT_TRUE(succeeded(shell(concat("$K redo ", id))));
  EXPECT_EQ(shell("stat -c %a b").output, "600\n");
}

TEST_P(Metadata, EachDeletionGivesBackWhatItTookItself) {
  ASSERT_EQ(shell("chmod 600 a").status, 0);
  ASSERT_TRUE(succeeded(shell(delete_a)));
  const std::string first = shell("$K log --json | grep -o '\"id\":\"[^\"]*' | head -1 | cut -d'\"' -f4").output;
  write_file(place.root() / "a", "old");
  ASSERT_EQ(shell("chmod 666 a").status, 0);
  ASSERT_TRUE(succeeded(shell(delete_a)));
  EXPECT_TRUE(succeeded(shell(concat("$K undo ", first))));
  EXPECT_EQ(shell("stat -c %a a").output, "600\n") << "not that of the same bytes that were deleted later";
}

TEST_P(Metadata, WhatCannotBeGivenBackIsToldAndNobodyIsLetIn) {
  if (const std::string reason = why_not_root(); !reason.empty()) GTEST_SKIP() << reason;
  let_others_in();
  ASSERT_EQ(shell("chown 12345:54321 a; chmod 666 a").status, 0);
  ASSERT_TRUE(succeeded(
      shell(concat("export XDG_STATE_HOME=$PWD/../theirs; ", as_nobody, "true; mkdir -m 777 ../theirs; ", as_nobody, "sh -c \"",
                   "$K read a >/dev/null; printf '*** Begin Patch\\n*** Delete File: a\\n*** End Patch\\n'",
                   " | $K edit --dialect apply_patch\""))));
  const Finished undone = shell(concat("export XDG_STATE_HOME=$PWD/../theirs; ", as_nobody, "$K undo --last"));
  EXPECT_TRUE(succeeded(undone));
  EXPECT_TRUE(says(undone, "its owner (12345:54321) could not be given back"));
  EXPECT_EQ(shell("stat -c '%u %a' a").output, "65534 600\n");
}

TEST_P(Metadata, FoldersThatWereMadeForAFileGoWithItUnlessSomethingElseIsInThem) {
  ASSERT_TRUE(succeeded(shell("printf x | $K write one/two/three/b")));
  ASSERT_TRUE(succeeded(shell("$K undo --last")));
  EXPECT_FALSE(fs::exists(place.root() / "one"));
  ASSERT_TRUE(succeeded(shell("printf x | $K write one/two/three/b")));
  write_file(place.root() / "one" / "mine", "");
  ASSERT_TRUE(succeeded(shell("$K undo --last")));
  EXPECT_FALSE(fs::exists(place.root() / "one" / "two"));
  EXPECT_TRUE(fs::exists(place.root() / "one" / "mine"));
  ASSERT_EQ(shell("mkdir kept").status, 0);
  ASSERT_TRUE(succeeded(shell("printf x | $K write kept/b")));
  ASSERT_TRUE(succeeded(shell("$K undo --last")));
  EXPECT_TRUE(fs::exists(place.root() / "kept")) << "it was there before";
}

TEST_P(Metadata, AnOwnerThatCannotBeKeptDoesNotWidenAccess) {
  if (const std::string reason = why_not_root(); !reason.empty()) GTEST_SKIP() << reason;
  let_others_in();
  // Writable for nobody by its group, which nobody is in only for this call.
  const std::string_view as_member = "setpriv --reuid 65534 --regid 65534 --groups 12345 ";
  ASSERT_EQ(shell("chown 12345:12345 a; chmod 0660 a").status, 0);
  const std::string before = shell("stat -c '%u:%g %a' a").output;
  const Finished finished = shell(concat("V=$(version a); printf new | ", as_member, "$K write a --expected-version $V"));
  if (finished.status == 0) {
    // The owner is another now, but the group is kept, and nobody may do more than before.
    EXPECT_EQ(shell("stat -c '%g %a' a").output, "12345 660\n");
  } else {
    EXPECT_TRUE(refused(finished, {"cannot_replace", "permission_denied"}));
    EXPECT_EQ(shell("stat -c '%u:%g %a' a").output, before);
    EXPECT_EQ(place.bytes("a"), "old");
  }
  // Who is in the group may do nothing; under another group they would be among the others.
  write_file(place.root() / "a", "old");
  ASSERT_EQ(shell("chown 12345:54321 a; chmod 0606 a").status, 0);
  const Finished other = shell(concat("V=$(version a); printf new | ", as_nobody, "$K write a --expected-version $V"));
  EXPECT_TRUE(refused(other, {"cannot_replace", "permission_denied"}));
  EXPECT_EQ(shell("cat a; stat -c ' %u:%g %a' a").output, "old 12345:54321 606\n");
}

TEST_P(Metadata, BorrowedRightsAreNotMadeUp) {
  if (const std::string reason = why_not_root(); !reason.empty()) GTEST_SKIP() << reason;
  let_others_in();
  ASSERT_EQ(shell("chown 12345:65534 a; chmod 6775 a").status, 0);
  const Finished finished = shell(concat("V=$(version a); printf new | ", as_nobody, "$K write a --expected-version $V"));
  const std::string after = shell("stat -c '%u %a' a").output;
  if (finished.status == 0) {
    EXPECT_TRUE(after.starts_with("65534 ")) << after;
    EXPECT_FALSE(after.contains(" 4") || after.contains(" 6")) << "a program that runs as another user now: " << after;
  } else {
    EXPECT_EQ(after, "12345 6775\n");
  }
}

TEST_P(Metadata, TheAccessListIsKept) {
  if (shell("command -v setfacl").status != 0) GTEST_SKIP() << "setfacl is not installed";
  if (shell("setfacl -m u:12345:rw a").status != 0) GTEST_SKIP() << "this file system has no access lists";
  expect_kept("setfacl -m u:12345:rw,u:54321:---,g:54321:rx,m::rwx a", "getfacl -n a", "user:12345:rw-");
  EXPECT_TRUE(says(shell("getfacl -n a"), "group:54321:r-x"));
}

TEST_P(Metadata, AFoldersDefaultListReachesNewFilesAndNotReplacedOnes) {
  if (shell("command -v setfacl").status != 0) GTEST_SKIP() << "setfacl is not installed";
  if (shell("setfacl -d -m u:12345:rw .").status != 0) GTEST_SKIP() << "this file system has no access lists";
  expect_kept("chmod 0640 a", "getfacl -n a; stat -c %a a", "640");
  EXPECT_FALSE(says(shell("getfacl -n a"), "12345"));
  EXPECT_TRUE(succeeded(shell("printf x | $K write new; mkdir sub; printf x > sub/theirs; printf x | $K write sub/ours")));
  EXPECT_EQ(shell("cd sub; getfacl -cn ours").output, shell("cd sub; getfacl -cn theirs").output);
  EXPECT_TRUE(says(shell("getfacl -n new"), "user:12345:rw"));
}

TEST_P(Metadata, AttributesOfTheUserAreKept) {
  if (shell("command -v setfattr").status != 0) GTEST_SKIP() << "setfattr is not installed";
  if (shell("setfattr -n user.origin -v somewhere a").status != 0) GTEST_SKIP() << "this file system has no attributes";
  expect_kept("setfattr -n user.empty a; setfattr -n user.bytes -v 0x00ff0a a", "getfattr -d -e hex a", "user.bytes=0x00ff0a");
}

TEST_P(Metadata, WhatIsBoundToTheOldBytesIsNotCarriedOver) {
  if (const std::string reason = why_not_root(); !reason.empty()) GTEST_SKIP() << reason;
  if (shell("setfattr -n trusted.note -v secret a; setfattr -n security.capability -v "
            "0x0100000200040000000000000000000000000000 a")
          .status != 0) {
    GTEST_SKIP() << "no such attributes can be set here";
  }
  EXPECT_TRUE(succeeded(shell(replace_a)));
  EXPECT_EQ(shell("getfattr -d -m - a").output, "") << "neither rights nor notes of the old program";
}

TEST_P(Metadata, TheTimeIsNew) {
  EXPECT_TRUE(succeeded(shell(concat("touch -d @1000000000 a; ", replace_a))));
  EXPECT_EQ(shell("find a -newermt '2020-01-01' -newer ../home").output, "a\n");
}

TEST_P(Metadata, ANoOpTouchesNothing) {
  ASSERT_EQ(shell("touch -d @1000000000 a; ln a b").status, 0);
  const Facts before = place.facts();
  const Finished finished = shell("printf old | $K write a --expected-version $(version a)");
  EXPECT_TRUE(succeeded(finished));
  EXPECT_TRUE(says(finished, "unchanged"));
  EXPECT_EQ(place.facts(), before);
}

TEST_P(Metadata, OtherNamesKeepTheOldBytesAndAreCounted) {
  ASSERT_EQ(shell("ln a b; ln a $OUTSIDE/c").status, 0);
  const Finished finished = shell(replace_a);
  EXPECT_TRUE(succeeded(finished));
  EXPECT_TRUE(says(finished, "hardlinks_broken=2\n"));
  EXPECT_EQ(shell("cat a b $OUTSIDE/c; stat -c ' %h' a").output, "newoldold 1\n");
  const Finished second = shell("printf newer | $K write b --json --expected-version $(version b)");
  EXPECT_TRUE(says(second, R"("hardlinks_broken":1)")) << "what the program itself keeps of the old file is no name of it";
}

TEST_P(Metadata, OrTheFileIsNotReplaced) {
  ASSERT_EQ(shell("ln a b").status, 0);
  expect_refused(concat(replace_a, " --hardlinks refuse"), {"cannot_replace"}, "link");
  EXPECT_TRUE(succeeded(shell(concat("rm b; ", replace_a, " --hardlinks refuse"))));
}

TEST_P(Metadata, WhatTheProgramItselfKeepsIsNoOtherName) {
  ASSERT_EQ(shell("ln a b").status, 0);
  ASSERT_TRUE(succeeded(shell(replace_a)));
  EXPECT_TRUE(succeeded(shell("printf new | $K write b --hardlinks refuse --expected-version $(version b)")));
}

TEST_P(Metadata, OrIsWrittenInPlaceAndAllNamesChange) {
  ASSERT_EQ(shell("ln a b; chmod 0604 a; stat -c %i a > ../inode").status, 0);
  const Finished finished = shell(concat(replace_a, " --in-place"));
  EXPECT_TRUE(succeeded(finished));
  EXPECT_FALSE(says(finished, "hardlinks_broken"));
  EXPECT_EQ(shell("cat a b; stat -c ' %h %a' a; stat -c %i a | cmp - ../inode").output, "newnew 2 604\n");
  EXPECT_TRUE(succeeded(shell("printf 'a longer text than before' | $K write b --in-place --expected-version $(version b)")));
  EXPECT_EQ(place.bytes("a"), "a longer text than before");
  EXPECT_TRUE(succeeded(shell("printf '' | $K write b --in-place --expected-version $(version b)")));
  EXPECT_EQ(place.bytes("a"), "");
}

TEST_P(Metadata, ALinkIsKeptAndItsFileReplaced) {
  ASSERT_EQ(shell("mkdir d; mv a d/file; ln -s d/file a; chmod 0751 d/file").status, 0);
  EXPECT_TRUE(succeeded(shell(replace_a)));
  EXPECT_EQ(shell("readlink a; cat d/file; stat -c ' %a' d/file; ls d").output, "d/file\nnew 751\nfile\n");
}

TEST_P(Metadata, ANewFileIsWhatTheUmaskLeaves) {
  for (const auto& [mask, file, folder] :
       {std::tuple{"022", "644", "755"}, {"077", "600", "700"}, {"002", "664", "775"}, {"000", "666", "777"}}) {
    const Finished finished =
        shell(concat("umask ", mask, "; printf x | $K write new > /dev/null; printf x | $K write d/e/new > /dev/null; ",
                     "stat -c %a new d/e/new d d/e; rm -r new d"));
    EXPECT_EQ(finished.output, concat(file, '\n', file, '\n', folder, '\n', folder, '\n')) << mask << finished.errors;
  }
}

TEST_P(Metadata, ANewFileInAFolderThatHandsItsGroupOnGetsIt) {
  if (const std::string reason = why_not_root(); !reason.empty()) GTEST_SKIP() << reason;
  ASSERT_EQ(shell("mkdir team; chgrp 12345 team; chmod 2775 team; printf x > team/theirs; mkdir team/folder").status, 0);
  EXPECT_TRUE(succeeded(shell("printf x | $K write team/ours; printf x | $K write team/sub/ours")));
  EXPECT_EQ(shell("stat -c '%g %a' team/ours").output, shell("stat -c '%g %a' team/theirs").output);
  EXPECT_EQ(shell("stat -c '%g %a' team/sub").output, shell("stat -c '%g %a' team/folder").output);
}

TEST_P(Metadata, AMovedFileIsTheSameFile) {
  ASSERT_EQ(shell("chmod 0751 a; touch -d @1000000000 a; ln a b; stat -c '%i %a %Y %h' a > ../before").status, 0);
  EXPECT_TRUE(succeeded(shell("printf 'move\\ta\\td/c\\t%s\\n' $(version a) | $K commit")));
  EXPECT_EQ(shell("stat -c '%i %a %Y %h' d/c | cmp - ../before && cat d/c").output, "old");
}

TEST_P(Metadata, AReadOnlyFileIsRefused) {
  ASSERT_EQ(shell("chmod 0444 a").status, 0);
  expect_refused(replace_a, {"permission_denied"}, "read-only");
  expect_refused(concat(replace_a, " --in-place"), {"permission_denied"}, "read-only");
  EXPECT_TRUE(succeeded(shell(concat(replace_a, " --force"))));
  EXPECT_EQ(shell("cat a; stat -c ' %a' a").output, "new 444\n");
}

TEST_P(Metadata, AReadOnlyFolderCannotTakeAReplacement) {
  if (const std::string reason = why_not_root(); !reason.empty()) GTEST_SKIP() << reason;
  let_others_in();
  ASSERT_EQ(shell("mkdir d; printf old > d/a; chmod 0666 d/a; chmod 0755 d").status, 0);
  const std::string change = concat("V=$(version d/a); printf new | ", as_nobody, "$K write d/a --expected-version $V");
  expect_refused(change, {"cannot_replace"});
  expect_refused(concat("printf new | ", as_nobody, "$K write d/new"), {"permission_denied", "cannot_replace"});
  expect_refused(concat("V=$(version d/a); printf 'delete\\td/a\\t%s\\n' $V | ", as_nobody, "$K commit"),
                 {"permission_denied", "cannot_replace"});
  EXPECT_TRUE(succeeded(shell(change + " --in-place")));
  EXPECT_EQ(shell("cat d/a; ls -A d").output, "newa\n");
}

TEST_P(Metadata, InAStickyFolderFilesOfOthersStay) {
  if (const std::string reason = why_not_root(); !reason.empty()) GTEST_SKIP() << reason;
  let_others_in();
  ASSERT_EQ(shell("mkdir d; printf old > d/a; chmod 0666 d/a; chmod 1777 d").status, 0);
  const std::string version = concat("V=$(version d/a); ");
  expect_refused(concat(version, "printf new | ", as_nobody, "$K write d/a --expected-version $V"),
                 {"cannot_replace", "permission_denied"});
  expect_refused(concat(version, "printf 'delete\\td/a\\t%s\\n' $V | ", as_nobody, "$K commit"),
                 {"cannot_replace", "permission_denied"});
  expect_refused(concat(version, "printf 'move\\td/a\\td/b\\t%s\\n' $V | ", as_nobody, "$K commit"),
                 {"cannot_replace", "permission_denied"});
  // One's own files are one's own there, too.
  EXPECT_TRUE(
      succeeded(shell(concat("printf mine | ", as_nobody, "$K write d/mine > /dev/null; V=$(version d/mine); printf more | ",
                             as_nobody, "$K write d/mine --expected-version $V"))));
  EXPECT_EQ(shell("cat d/mine; stat -c ' %u' d/mine; ls -A d").output, "more 65534\na\nmine\n");
  // And whose folder it is may remove what others have in it.
  ASSERT_EQ(shell("chown 65534 d").status, 0);
  EXPECT_TRUE(succeeded(shell(concat(version, "printf 'delete\\td/a\\t%s\\n' $V | ", as_nobody, "$K commit"))));
  EXPECT_EQ(shell("ls -A d").output, "mine\n");
}

}  // namespace
}  // namespace kedge::test
