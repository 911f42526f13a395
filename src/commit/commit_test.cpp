#include "commit/commit.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <set>
#include <utility>

#include "commit/root_lock.hpp"
#include "support/strings.hpp"
#include "test_form.hpp"
#include "tests/support/faulty_file_system.hpp"
#include "tests/support/foreign_party.hpp"

namespace kedge {
namespace {

FileChange create(std::string path, std::string content) { return {ChangeKind::create, std::move(path), std::move(content)}; }
FileChange replace(std::string path, std::string_view old, std::string content) {
  return {ChangeKind::replace, std::move(path), std::move(content), {}, sha256(old)};
}
FileChange remove(std::string path, std::string_view old) { return {ChangeKind::remove, std::move(path), {}, {}, sha256(old)}; }
FileChange move(std::string path, std::string destination, std::string_view old) {
  return {ChangeKind::move, std::move(path), {}, std::move(destination), sha256(old)};
}

FileChange move_rewritten(std::string path, std::string destination, std::string_view old, std::string content) {
  FileChange change = move(std::move(path), std::move(destination), old);
  change.text = Text(std::move(content));
  return change;
}

class CommitTest : public testing::Test {
 protected:
  CommitTest() {
    others.make_file("/root/a", "old a", 0751);
    others.make_file("/root/sub/b", "old b");
    others.make_folder("/state");
  }

  Workspace open() { return Workspace::open(fs, {.root = {.path = "/root"}, .state = {.folder = "/state"}}).value(); }
  Result<CommitReceipt> run(const std::vector<FileChange>& changes, const CommitOptions& options = {}) {
    Workspace workspace = open();
    return commit(workspace, changes, options);
  }
  std::uint32_t permissions(const std::string& folder, const std::string& name) {
    return fs.look_at(fs.open_root(folder).value(), name)->permissions;
  }
  Code refused(const std::vector<FileChange>& changes, const CommitOptions& options = {}) {
    const auto before = others.tree("/root");
    const Result<CommitReceipt> receipt = run(changes, options);
    EXPECT_FALSE(receipt);
    EXPECT_EQ(others.tree("/root"), before);
    if (receipt) return Code::indeterminate;
    EXPECT_TRUE(*receipt.error().facts.find("unchanged")->as_bool());
    return receipt.error().code;
  }

  MemoryFileSystem fs;
  ForeignParty others{fs};
};

TEST_F(CommitTest, AReplacedFileKeepsItsPermissionsAndTheReceiptTellsBothVersions) {
  const Result<CommitReceipt> receipt = run({replace("a", "old a", "new a")});
  ASSERT_TRUE(receipt) << receipt.error().what;
  const FileReceipt& file = receipt->files.at(0);
  EXPECT_EQ(others.read("/root/a"), "new a");
  EXPECT_EQ(file.before, "old a");
  EXPECT_EQ(file.version_before, sha256("old a"));
  EXPECT_EQ(file.version_after, sha256("new a"));
  EXPECT_EQ(file.guard, Guard::lease);
  EXPECT_EQ(fs.look_at(fs.open_root("/root").value(), "a")->permissions, 0751U);
}

TEST_F(CommitTest, TheSameBytesAreNotWrittenAgain) {
  const std::size_t inode = fs.look_at(fs.open_root("/root").value(), "a")->identity.inode;
  const Result<CommitReceipt> receipt = run({replace("a", "old a", "old a")});
  ASSERT_TRUE(receipt);
  EXPECT_FALSE(receipt->files.at(0).changed);
  EXPECT_EQ(fs.look_at(fs.open_root("/root").value(), "a")->identity.inode, inode);
}

TEST_F(CommitTest, ABatchOfAllKindsIsDoneAsOne) {
  const Result<CommitReceipt> receipt =
      run({create("new/c", "c"), replace("a", "old a", "new a"), move("sub/b", "new/deep/b", "old b")});
  ASSERT_TRUE(receipt) << receipt.error().what;
  const std::map<std::string, std::string> expected{{"a", "new a"},          {"new/", ""}, {"new/c", "c"}, {"new/deep/", ""},
                                                    {"new/deep/b", "old b"}, {"sub/", ""}};
  EXPECT_EQ(others.tree("/root"), expected);
  ASSERT_TRUE(run({remove("new/deep/b", "old b")}));
  EXPECT_EQ(others.read("/root/new/deep/b"), std::nullopt);
}

TEST_F(CommitTest, CreateAndMoveNeverOverwrite) {
  EXPECT_EQ(refused({create("a", "x")}), Code::file_exists);
  EXPECT_EQ(refused({create("sub", "x")}), Code::is_directory);
  EXPECT_EQ(refused({move("a", "sub/b", "old a")}), Code::file_exists);
}

TEST_F(CommitTest, AFileThatGetsNewBytesAndAnotherNameTakesItsPermissionsAlong) {
  const Result<CommitReceipt> receipt =
      run({move_rewritten("a", "new/deep/a", "old a", "new a"), replace("sub/b", "old b", "new b")});
  ASSERT_TRUE(receipt) << receipt.error().what;
  const std::map<std::string, std::string> expected{
      {"new/", ""}, {"new/deep/", ""}, {"new/deep/a", "new a"}, {"sub/", ""}, {"sub/b", "new b"}};
  EXPECT_EQ(others.tree("/root"), expected);
  EXPECT_EQ(permissions("/root/new/deep", "a"), 0751U);
  ASSERT_EQ(receipt->files.size(), 2U);
  const FileReceipt& moved = receipt->files[0];
  EXPECT_EQ(moved.kind, ChangeKind::move);
  EXPECT_EQ(moved.path, "a");
  EXPECT_EQ(moved.destination, "new/deep/a");
  EXPECT_EQ(moved.before, "old a");
  EXPECT_EQ(moved.version_before, sha256("old a"));
  EXPECT_EQ(moved.version_after, sha256("new a"));
  EXPECT_EQ(receipt->files[1].path, "sub/b");
}

TEST_F(CommitTest, AFileThatGetsNewBytesAndAnotherNameIsLeftAloneWhereThatCannotBe) {
  EXPECT_EQ(refused({move_rewritten("a", "sub/b", "old a", "x")}), Code::file_exists);
  EXPECT_EQ(refused({move_rewritten("a", "a", "old a", "x")}), Code::file_exists);
  EXPECT_EQ(refused({move_rewritten("a", "new/a", "older a", "x")}), Code::file_version_mismatch);
  EXPECT_EQ(refused({move_rewritten("a", "new/a", "old a", "x"), replace("sub/b", "older b", "x")}),
            Code::file_version_mismatch);
  EXPECT_EQ(refused({replace("sub/b", "old b", "x"), move_rewritten("a", "n", "old a", "x"), create("n", "x")}),
            Code::overlapping_operations);
}

TEST_F(CommitTest, OtherNamesOfAFileThatIsMovedAndRewrittenKeepItsOldBytesAndAreCounted) {
  const Handle root = fs.open_root("/root").value();
  ASSERT_TRUE(fs.link(root, "a", root, "other"));
  EXPECT_EQ(refused({move_rewritten("a", "n", "old a", "x")}, {.hard_links = HardLinks::refuse}), Code::cannot_replace);
  const Result<CommitReceipt> receipt = run({move_rewritten("a", "n", "old a", "x")}, {.in_place = true});
  ASSERT_TRUE(receipt) << receipt.error().what;
  EXPECT_EQ(receipt->files[0].hard_links_broken, 1U);
  EXPECT_EQ(others.read("/root/other"), "old a");
  EXPECT_EQ(others.read("/root/n"), "x");
}

TEST_F(CommitTest, ThePermissionToRunAFileIsGivenAndTakenWithAndWithoutNewBytes) {
  const auto executable = [](FileChange change, bool may_be_run) {
    change.executable = may_be_run;
    return change;
  };
  const Result<CommitReceipt> given = run({executable(replace("sub/b", "old b", "old b"), true)});
  ASSERT_TRUE(given) << given.error().what;
  EXPECT_TRUE(given->files.at(0).changed);
  EXPECT_FALSE(given->files.at(0).was_executable);
  EXPECT_EQ(permissions("/root/sub", "b"), 0755U);
  EXPECT_EQ(others.read("/root/sub/b"), "old b");

  const Result<CommitReceipt> again = run({executable(replace("sub/b", "old b", "old b"), true)});
  ASSERT_TRUE(again) << again.error().what;
  EXPECT_FALSE(again->files.at(0).changed);
  EXPECT_TRUE(again->files.at(0).was_executable);

  ASSERT_TRUE(run({executable(create("n", "x"), true), executable(move_rewritten("sub/b", "c", "old b", "old b"), false),
                   executable(replace("a", "old a", "new a"), false)}));
  EXPECT_EQ(permissions("/root", "n"), 0755U);
  EXPECT_EQ(permissions("/root", "c"), 0644U);
  EXPECT_EQ(permissions("/root", "a"), 0640U);
  EXPECT_EQ(others.read("/root/a"), "new a");

  ASSERT_TRUE(fs.link(fs.open_root("/root").value(), "c", fs.open_root("/root").value(), "twin"));
  EXPECT_EQ(refused({executable(replace("c", "old b", "x"), true)}, {.in_place = true}), Code::cannot_replace);
  EXPECT_TRUE(run({executable(replace("c", "old b", "x"), false)}, {.in_place = true}));
}

TEST_F(CommitTest, OtherBytesThanThoseThatWereMeantAreLeftAlone) {
  EXPECT_EQ(refused({replace("a", "older a", "x")}), Code::file_version_mismatch);
  EXPECT_EQ(refused({remove("a", "older a")}), Code::file_version_mismatch);
  EXPECT_EQ(refused({replace("none", "", "x")}), Code::not_found);
}

TEST_F(CommitTest, BytesThatAreBroughtAlongAreHeldAgainstTheFile) {
  const auto brought = [](FileChange change, const char* base) {
    change.base = Text(base);
    return change;
  };
  const Result<CommitReceipt> receipt = run({brought(replace("a", "old a", "new a"), "old a")});
  ASSERT_TRUE(receipt) << receipt.error().what;
  EXPECT_EQ(others.read("/root/a"), "new a");
  EXPECT_EQ(receipt->files.at(0).version_before, sha256("old a"));
  EXPECT_EQ(receipt->files.at(0).before, std::nullopt);

  for (const char* const other : {"older", "old", "old a", "new b", ""}) {
    const Result<CommitReceipt> stale = run({brought(replace("a", other, "x"), other)});
    ASSERT_FALSE(stale) << other;
    EXPECT_EQ(stale.error().code, Code::file_version_mismatch);
    EXPECT_EQ(*stale.error().facts.find("actual")->as_string(), to_hex(sha256("new a")));
    EXPECT_EQ(others.read("/root/a"), "new a");
  }
}

TEST_F(CommitTest, AFileIsRewrittenInPlaceAlsoIfItsBytesAreBroughtAlong) {
  const Handle root = fs.open_root("/root").value();
  ASSERT_TRUE(fs.link(root, "a", root, "twin"));
  FileChange change = replace("a", "old a", "new a");
  change.base = Text("old a");
  change.result = sha256("new a");
  const Result<CommitReceipt> receipt = run({change}, {.in_place = true});
  ASSERT_TRUE(receipt) << receipt.error().what;
  EXPECT_EQ(others.read("/root/twin"), "new a");
}

TEST_F(CommitTest, BytesThatTheDiskGivesBackDifferentlyAreNotPutInTheFilesPlace) {
  Workspace workspace = open();
  bool damaged = false;
  const auto damage = [&] {
    for (const auto& [path, bytes] : others.tree("/state")) {
      if (bytes != "new a" || std::exchange(damaged, true)) continue;
      others.rewrite_mapped(concat("/state/", path), "new b");
    }
  };
  for (std::size_t call = 1; call < 100; ++call) fs.before_call(call, damage);
  // Of several files: a single one has no name before its bytes were read back.
  const FileChange changes[] = {replace("a", "old a", "new a"), replace("sub/b", "old b", "another b")};
  const Result<CommitReceipt> receipt = commit(workspace, changes);
  ASSERT_TRUE(damaged);
  ASSERT_FALSE(receipt);
  EXPECT_EQ(receipt.error().code, Code::io_failed);
  EXPECT_EQ(others.read("/root/a"), "old a");
}

TEST_F(CommitTest, AllRefusalsOfABatchAreToldTogether) {
  const Result<CommitReceipt> receipt = run({create("a", "x"), replace("none", "", "x"), create("fine", "x")});
  ASSERT_FALSE(receipt);
  EXPECT_EQ(receipt.error().code, Code::file_exists);
  ASSERT_EQ(receipt.error().others.size(), 1U);
  EXPECT_EQ(receipt.error().others[0].code, Code::not_found);
  EXPECT_EQ(others.read("/root/fine"), std::nullopt);
}

TEST_F(CommitTest, TheSameFileTwiceIsRefusedAlsoByAnotherName) {
  EXPECT_EQ(refused({replace("a", "old a", "x"), remove("a", "old a")}), Code::overlapping_operations);
  others.make_link("/root/link", "a");
  EXPECT_EQ(refused({replace("a", "old a", "x"), replace("link", "old a", "y")}), Code::overlapping_operations);
  EXPECT_EQ(refused({create("n", "x"), move("a", "n", "old a")}), Code::overlapping_operations);
}

TEST_F(CommitTest, WhatItsOwnerMayNotWriteToIsAskedAbout) {
  others.set_permissions("/root/a", 0464);
  EXPECT_EQ(refused({replace("a", "old a", "x")}), Code::permission_denied);
  others.set_permissions("/root/a", 0644);
  others.set_permissions("/root", 0575);
  EXPECT_EQ(refused({replace("a", "old a", "x")}), Code::cannot_replace);
}

TEST_F(CommitTest, AReadOnlyFileIsReplacedOnlyIfAsked) {
  others.set_permissions("/root/a", 0444);
  EXPECT_EQ(refused({replace("a", "old a", "x")}), Code::permission_denied);
  EXPECT_TRUE(run({replace("a", "old a", "x")}, {.ignore_read_only = true}));
}

TEST_F(CommitTest, AFlagOfTheFileIsNamed) {
  others.set_obstacle("/root/a", "immutable");
  const Result<CommitReceipt> receipt = run({replace("a", "old a", "x")});
  ASSERT_FALSE(receipt);
  EXPECT_NE(receipt.error().what.find("immutable"), std::string::npos) << receipt.error().what;
}

TEST_F(CommitTest, HardLinksAreSplitAndCountedRefusedOrKept) {
  const Handle root = fs.open_root("/root").value();
  ASSERT_TRUE(fs.link(root, "a", root, "other"));
  EXPECT_EQ(refused({replace("a", "old a", "x")}, {.hard_links = HardLinks::refuse}), Code::cannot_replace);
  const Result<CommitReceipt> kept = run({replace("a", "old a", "in place")}, {.in_place = true});
  ASSERT_TRUE(kept) << kept.error().what;
  EXPECT_EQ(others.read("/root/other"), "in place");
  const Result<CommitReceipt> split = run({replace("a", "in place", "x")});
  ASSERT_TRUE(split);
  EXPECT_EQ(split->files[0].hard_links_broken, 1U);
  EXPECT_EQ(others.read("/root/other"), "in place");
}

TEST_F(CommitTest, AFileIsNotRewrittenInPlaceUnderNamesThatAreNotInTheRoot) {
  others.make_folder("/outside");
  const Handle root = fs.open_root("/root").value();
  const Handle outside = fs.open_root("/outside").value();
  const auto problem = [&] { return run({replace("a", "old a", "x")}, {.in_place = true}).error().what; };
  ASSERT_TRUE(fs.link(root, "a", outside, "one"));
  EXPECT_NE(problem().find("1 other name of it (hard links) is not found inside the root"), std::string::npos) << problem();
  ASSERT_TRUE(fs.link(root, "a", outside, "two"));
  EXPECT_NE(problem().find("2 other names of it (hard links) are not found inside the root"), std::string::npos) << problem();
  EXPECT_EQ(others.read("/outside/one"), "old a");
}

TEST_F(CommitTest, TheLimitsOfABatch) {
  std::vector<FileChange> many;
  for (int i = 0; i < 257; ++i) many.push_back(create(concat("n", i), ""));
  EXPECT_EQ(refused(many), Code::limit_exceeded);
  many.pop_back();
  EXPECT_TRUE(run(many));
}

TEST_F(CommitTest, ASizeBeyondTheLimitIsRefusedForOneFileAndForAll) {
  const std::string large(64UL * 1024 * 1024 + 1, 'x');
  EXPECT_EQ(refused({create("n", large)}), Code::limit_exceeded);
  std::vector<FileChange> many;
  for (int i = 0; i < 3; ++i) many.push_back(create(concat("n", i), large.substr(1)));
  EXPECT_EQ(refused(many), Code::limit_exceeded);
}

TEST_F(CommitTest, NoChangeOfABatchStandsInTheWayOfAnother) {
  EXPECT_EQ(refused({create("n", "x"), create("n/m", "y")}), Code::path_invalid);
  EXPECT_EQ(refused({create("n/m", "y"), create("n", "x")}), Code::path_invalid);
  EXPECT_EQ(refused({create("n", "x"), move("a", "n/a", "old a")}), Code::path_invalid);
  EXPECT_EQ(refused({move("a", "n", "old a"), move("sub/b", "n", "old b")}), Code::overlapping_operations);
  EXPECT_EQ(refused({move("a", "n", "old a"), create("n", "x")}), Code::overlapping_operations);
  EXPECT_EQ(refused({move("a", "n", "old a"), replace("a", "old a", "x")}), Code::overlapping_operations);
  const Handle root = fs.open_root("/root").value();
  ASSERT_TRUE(fs.link(root, "a", root, "twin"));
  EXPECT_EQ(refused({replace("a", "old a", "x"), replace("twin", "old a", "y")}), Code::overlapping_operations);
  EXPECT_TRUE(run({create("n", "x"), create("nm", "y"), create("n2/m", "z")}));
}

TEST_F(CommitTest, WithoutSyncsTheSameIsDone) {
  ASSERT_TRUE(
      run({replace("a", "old a", "new a"), create("n/m", "x"), move("sub/b", "c", "old b")}, {.durability = Durability::none}));
  EXPECT_EQ(others.read("/root/a"), "new a");
  const Handle root = fs.open_root("/root").value();
  ASSERT_TRUE(fs.link(root, "a", root, "twin"));
  ASSERT_TRUE(run({replace("a", "new a", "newer")}, {.durability = Durability::none, .in_place = true}));
  EXPECT_EQ(others.read("/root/twin"), "newer");
}

TEST_F(CommitTest, AFileThatIsRewrittenInPlaceKeepsItsPermissionToBeRun) {
  const Handle root = fs.open_root("/root").value();
  ASSERT_TRUE(fs.link(root, "a", root, "twin"));
  FileChange same = replace("a", "old a", "new a");
  same.executable = true;  // as it is
  EXPECT_TRUE(run({same}, {.in_place = true}));
  FileChange other = replace("a", "new a", "newer");
  other.executable = false;
  EXPECT_EQ(refused({other}, {.in_place = true}), Code::cannot_replace);
}

TEST_F(CommitTest, WhatIsNoFileOrHasNoPlaceIsRefused) {
  others.make_folder("/root/folder");
  others.make_folder("/root/closed");
  others.make_file("/root/closed/c", "old c");
  others.make_link("/root/link", "a");
  EXPECT_EQ(refused({create("folder", "x")}), Code::is_directory);
  EXPECT_EQ(refused({replace("no/ne", "", "x")}), Code::not_found);
  EXPECT_EQ(refused({remove("link", "old a")}), Code::path_invalid);
  EXPECT_TRUE(run({replace("link", "old a", "old a ")}));
  others.set_permissions("/root/closed", 0555);
  EXPECT_EQ(refused({create("closed/n", "x")}), Code::permission_denied);
  EXPECT_EQ(refused({replace("closed/c", "old c", "x")}), Code::cannot_replace);
  EXPECT_EQ(refused({move("sub/b", "closed/n", "old b")}), Code::permission_denied);
  EXPECT_TRUE(run({replace("closed/c", "old c", "x")}, {.in_place = true}));
}

TEST_F(CommitTest, AFileThatOtherProgramsRunIsWrittenWithAWarning) {
  const Result<CommitReceipt> receipt = run({create(".github/workflows/build.yml", "on: push\n")});
  ASSERT_TRUE(receipt);
  ASSERT_EQ(receipt->warnings.size(), 1U);
}

TEST_F(CommitTest, InAFolderWhereOnlyOwnersMayRemoveAFileItsOwnerReplacesIt) {
  others.set_permissions("/root/sub", 01777);
  EXPECT_TRUE(run({replace("sub/b", "old b", "x")}));
}

TEST_F(CommitTest, AChangeWithoutAWordAboutTheOldBytesIsRefused) {
  FileChange change = replace("a", "old a", "new a");
  change.expected = std::nullopt;
  EXPECT_EQ(refused({change}), Code::file_version_mismatch);
  change.base = Text("old a");
  EXPECT_EQ(refused({change}), Code::file_version_mismatch);
}

TEST_F(CommitTest, AFileThatOthersHaveOpenForWritingIsBusy) {
  const Handle root = fs.open_root("/root").value();
  Handle writer = fs.open_for_writing(root, "a").value();
  EXPECT_EQ(refused({replace("a", "old a", "new a")}), Code::busy);
}

TEST_F(CommitTest, WhoCancelsWhileTheLockIsAwaitedIsAnswered) {
  std::atomic<bool> cancelled = false;
  EXPECT_TRUE(run({replace("a", "old a", "new a")}, {.cancelled = &cancelled}));
  cancelled = true;
  EXPECT_EQ(refused({replace("a", "new a", "newer")}, {.cancelled = &cancelled}), Code::cancelled);
}

TEST_F(CommitTest, TheLockIsMadeByWhoeverComesFirst) {
  for (std::size_t call = 1; call < 60; ++call) {
    MemoryFileSystem memory;
    ForeignParty party(memory);
    party.make_folder("/root");
    party.make_folder("/state");
    memory.before_call(call, [&] {
      for (const auto& [path, bytes] : party.tree("/state")) {
        if (!path.ends_with("/tx/")) continue;
        const std::string lock = concat("/state/", path.substr(0, path.size() - 3), "lock");
        if (!party.read(lock)) party.make_file(lock, "", 0600);
      }
    });
    ASSERT_TRUE(Workspace::open(memory, {.root = {.path = "/root"}, .state = {.folder = "/state"}})) << call;
  }
  Workspace workspace = open();
  const Handle lock = fs.open_for_writing(workspace.state().folder, "lock").value();
  ASSERT_TRUE(fs.try_lock(lock).value());
  EXPECT_FALSE(try_lock_root(fs, workspace.state()).value());
}

TEST_F(CommitTest, ALockThatIsHeldIsWaitedForAndThenBusy) {
  Workspace workspace = open();
  const Handle lock = fs.open_for_writing(workspace.state().folder, "lock").value();
  ASSERT_TRUE(fs.try_lock(lock).value());
  const FileChange changes[] = {create("n", "x")};
  const Result<CommitReceipt> receipt = commit(workspace, changes);
  ASSERT_FALSE(receipt);
  EXPECT_EQ(receipt.error().code, Code::busy);
}

TEST_F(CommitTest, ItIsToldHowLongTheLockWasWaitedForAndWhetherItWasHad) {
  Workspace workspace = open();
  std::vector<std::pair<std::int64_t, bool>> waits;
  const CommitOptions options{
      .after_lock_wait = [&](std::int64_t waited, bool has_lock) { waits.emplace_back(waited, has_lock); }};
  const FileChange changes[] = {create("n", "x")};
  {
    const Handle lock = fs.open_for_writing(workspace.state().folder, "lock").value();
    ASSERT_TRUE(fs.try_lock(lock).value());
    EXPECT_FALSE(commit(workspace, changes, options));
  }
  EXPECT_TRUE(commit(workspace, changes, options));
  ASSERT_EQ(waits.size(), 2U);
  EXPECT_FALSE(waits[0].second);
  EXPECT_TRUE(waits[1].second);
  EXPECT_GT(waits[0].first, waits[1].first);
}

TEST_F(CommitTest, AStagedFileThatSomebodyRemovedIsNotMissedWhenTheCommitIsTakenBack) {
  const WorkspaceSettings settings{.root = {.path = "/root"}, .state = {.folder = "/state"}};
  const FileChange changes[] = {replace("a", "old a", "new a")};
  std::size_t refusals = 0;
  for (std::size_t call = 1; call < 60; ++call) {
    MemoryFileSystem memory;
    ForeignParty party(memory);
    party.make_file("/root/a", "old a");
    party.make_folder("/state");
    Result<CommitReceipt> receipt = std::unexpected(refuse(Code::busy));
    {
      FaultyFileSystem failing(memory);
      Workspace workspace = Workspace::open(failing, settings).value();
      memory.before_call(call, [&] {
        for (const auto& [path, bytes] : party.tree("/state")) {
          if (bytes == "new a") party.remove(concat("/state/", path));
        }
      });
      failing.fail_at(failing.calls() + call + 1, EIO, Repeat::once);
      receipt = commit(workspace, changes);
    }
    memory.end_process();
    const bool unclear = !receipt && receipt.error().code == Code::indeterminate;  // a sync behind the step has failed
    const std::optional<std::string> left = party.read("/root/a");
    EXPECT_TRUE(unclear || left == (receipt ? "new a" : "old a")) << call;
    EXPECT_TRUE(Workspace::open(memory, settings)) << call;
    EXPECT_EQ(party.read("/root/a"), left) << call;
    if (!receipt && !unclear) ++refusals;
  }
  EXPECT_GT(refusals, 10U);
}

}  // namespace
}  // namespace kedge
