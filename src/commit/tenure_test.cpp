#include "commit/tenure.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cerrno>

#include "commit/commit.hpp"
#include "commit/journal.hpp"
#include "support/strings.hpp"
#include "tests/support/faulty_file_system.hpp"
#include "tests/support/foreign_party.hpp"

namespace kedge {
namespace {

// A process that stays, and what others do to its root meanwhile.
class TenureTest : public testing::Test {
 protected:
  TenureTest() {
    others.make_file("/root/b", "old b");
    others.make_folder("/state");
    workspace.emplace(Workspace::open(fs, settings()).value());
    tx = concat(workspace->state().path, "/tx/");
  }

  static WorkspaceSettings settings() { return {.root = {.path = "/root"}, .state = {.folder = "/state"}}; }

  // Adds this to b.
  Result<CommitReceipt> change_b(Workspace& by, std::string_view added = "+") {
    const std::string now = *others.read("/root/b");
    const FileChange changes[] = {{ChangeKind::replace, "b", concat(now, added), {}, sha256(now)}};
    return commit(by, changes);
  }

  // What a process left that was killed before its commit point: a record, and the new file.
  void leave_a_change_behind() {
    const JournalEntry entry{.kind = ChangeKind::create,
                             .path = "made",
                             .aside = {false, "abc-0"},
                             .before = std::nullopt,
                             .after = sha256("made by the dead"),
                             .base_inode = 0,
                             .staged_inode = 999};
    const std::string record = encode({Phase::prepared, CommitPoint::record, workspace->root().identity(), {}, {entry}});
    others.make_file(concat(tx, "abc-0"), "made by the dead", 0600);
    others.make_file(concat(tx, "abc"), record, 0600);
  }
  bool is_left() { return others.read(concat(tx, "abc")).has_value() || others.read(concat(tx, "abc-0")).has_value(); }
  void take_the_lock_elsewhere() {
    const std::string lock = concat(workspace->state().path, "/lock");
    others.remove(lock);
    others.make_file(lock, "the mark of another process", 0600);
  }

  MemoryFileSystem fs;
  ForeignParty others{fs};
  std::optional<Workspace> workspace;
  std::string tx;
};

TEST_F(TenureTest, WhatADeadProcessLeftIsRecoveredByOneThatWasThereBefore) {
  ASSERT_TRUE(change_b(*workspace));
  leave_a_change_behind();
  take_the_lock_elsewhere();
  ASSERT_TRUE(change_b(*workspace));
  EXPECT_FALSE(is_left());
  EXPECT_EQ(others.read("/root/b"), "old b++");
}

TEST_F(TenureTest, TwoThatTakeTurnsDoWhatAThirdLeft) {
  Workspace other = Workspace::open(fs, settings()).value();
  for (int i = 0; i < 3; ++i) {
    ASSERT_TRUE(change_b(*workspace));
    ASSERT_TRUE(change_b(other));
    leave_a_change_behind();
    take_the_lock_elsewhere();
    ASSERT_TRUE(change_b(i % 2 == 0 ? *workspace : other));
    EXPECT_FALSE(is_left()) << i;
  }
}

// tx/ is listed again only by those that have to.
TEST_F(TenureTest, WhoTakesTurnsWithAnotherIsToldThatNothingIsLeft) {
  Workspace own = Workspace::open(fs, settings()).value();
  ASSERT_TRUE(change_b(*workspace));
  ASSERT_TRUE(change_b(own));
  for (int i = 0; i < 3; ++i) {
    ASSERT_TRUE(change_b(*workspace)) << i;
    leave_a_change_behind();  // without the lock, which no process does
    ASSERT_TRUE(change_b(own)) << i;
    EXPECT_TRUE(is_left()) << i;
  }
}

TEST_F(TenureTest, TheFirstChangeOfAProcessLooksWhateverItIsTold) {
  Workspace other = Workspace::open(fs, settings()).value();
  ASSERT_TRUE(change_b(*workspace));
  ASSERT_TRUE(change_b(other));
  Workspace third = Workspace::open(fs, settings()).value();
  leave_a_change_behind();  // as after a power cut, by which the lock fell back to what it was before
  ASSERT_TRUE(change_b(third));
  EXPECT_FALSE(is_left());
}

TEST_F(TenureTest, NothingIsToldWhileAChangeIsUnderWay) {
  FaultyFileSystem failing(fs);
  Workspace own = Workspace::open(failing, settings()).value();
  ASSERT_TRUE(change_b(own));
  const std::string lock = concat(workspace->state().path, "/lock");
  for (std::size_t call = 1;; ++call) {
    ASSERT_TRUE(change_b(*workspace));
    ASSERT_TRUE(others.read(lock)->ends_with('='));
    const std::size_t at = failing.calls() + call;
    failing.fail_at(at, EIO, Repeat::from_then_on);
    const bool changed = change_b(own).has_value();
    const bool reached = failing.calls() >= at;
    failing.heal();
    if (!reached) {
      EXPECT_TRUE(changed);
      break;
    }
    // A process that has got as far as to write into tx/ and was killed there has left no such claim.
    bool is_pending = false;
    for (const auto& [name, bytes] : others.tree(tx)) is_pending = is_pending || !name.ends_with(".done");
    if (is_pending) EXPECT_FALSE(others.read(lock)->ends_with('=')) << "after a failure at call " << call;
    ASSERT_TRUE(change_b(*workspace));
    for (const auto& [name, bytes] : others.tree(tx)) EXPECT_TRUE(name.ends_with(".done")) << name << ", call " << call;
  }
}

TEST_F(TenureTest, NothingIsLookedForIfNobodyElseHadTheLock) {
  ASSERT_TRUE(change_b(*workspace));
  leave_a_change_behind();  // without the lock, which no process does
  ASSERT_TRUE(change_b(*workspace));
  EXPECT_TRUE(is_left());
}

TEST_F(TenureTest, AfterAChangeThatWentWrongItIsLookedFor) {
  FaultyFileSystem failing(fs);
  Workspace own = Workspace::open(failing, settings()).value();
  std::size_t failures = 0;
  for (bool reached = true; reached;) {
    const std::size_t at = failing.calls() + ++failures;
    failing.fail_at(at, EIO, Repeat::once);
    const bool refused = !change_b(own);
    failing.heal();
    reached = failing.calls() >= at;
    // Whether it was refused, or went on without what failed: after the next change there are only displaced files.
    ASSERT_TRUE(change_b(own, "-")) << "after a failure at call " << failures << (refused ? ", refused" : "");
    for (const auto& [name, bytes] : others.tree(tx)) {
      EXPECT_TRUE(name.ends_with(".done")) << name << ", after a failure at call " << failures;
    }
  }
  EXPECT_GT(failures, 20U);
}

TEST_F(TenureTest, NoFileIsChangedIfTheMarkCannotBeWritten) {
  FaultyFileSystem failing(fs);
  Workspace own = Workspace::open(failing, settings()).value();
  take_the_lock_elsewhere();
  for (std::size_t call = 1; failing.broken_call() != "write"; ++call) {
    ASSERT_LT(call, 6U);
    failing.fail_at(failing.calls() + call, ENOSPC, Repeat::once);
    ASSERT_FALSE(change_b(own)) << failing.broken_call();
  }
  EXPECT_EQ(others.read("/root/b"), "old b");
}

TEST_F(TenureTest, DisplacedFilesThatSomebodyElseRemovedAreNotMissed) {
  for (int i = 0; i < 3; ++i) ASSERT_TRUE(change_b(*workspace));
  for (const auto& [name, bytes] : others.tree(tx)) others.remove(concat(tx, name));
  fs.advance(3'000'000'000);
  ASSERT_TRUE(change_b(*workspace));
  ASSERT_TRUE(change_b(*workspace));
}

}  // namespace
}  // namespace kedge
