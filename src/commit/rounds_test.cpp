// Commits that have the root's lock together. A second one is made in between two calls of the first one.
#include "commit/rounds.hpp"

#include <gtest/gtest.h>

#include <cerrno>
#include <thread>

#include "commit/commit.hpp"
#include "commit/root_lock.hpp"
#include "commit/transaction.hpp"
#include "support/strings.hpp"
#include "tests/support/faulty_file_system.hpp"
#include "tests/support/foreign_party.hpp"

namespace kedge {
namespace {

class RoundsTest : public testing::Test {
 protected:
  RoundsTest() {
    for (const std::string name : {"a", "b", "c"}) others.make_file(concat("/root/", name), concat("old ", name));
    others.make_folder("/state");
    workspace.emplace(Workspace::open(fs, {.root = {.path = "/root"}, .state = {.folder = "/state"}}).value());
  }

  // Adds a sign to what the file has. If it would have to wait for another commit, it is refused instead (cancelled).
  Result<CommitReceipt> add_to(const std::string& name, CommitOptions options = {}) {
    const std::string now = *others.read(concat("/root/", name));
    const FileChange changes[] = {{ChangeKind::replace, name, concat(now, "+"), {}, sha256(now)}};
    options.cancelled = &does_not_wait;
    return commit(*workspace, changes, options);
  }
  // Calls `meanwhile` before the n-th call that the commit makes once it has its place in a round. False: it does not make as
  // many.
  bool meet(const std::string& name, std::size_t call, const std::function<void()>& meanwhile) {
    bool has_met = false;
    CommitOptions options;
    options.after_lock_wait = [&](std::int64_t, bool) {
      fs.before_call(call, [&] {
        has_met = true;
        does_not_wait = true;
        meanwhile();
        does_not_wait = false;
      });
    };
    EXPECT_TRUE(add_to(name, options)) << "with another one at call " << call;
    return has_met;
  }
  std::string bytes_of(const std::string& name) { return *others.read(concat("/root/", name)); }
  std::size_t signs_of(const std::string& name) { return bytes_of(name).size() - std::string_view("old x").size(); }

  MemoryFileSystem fs;
  ForeignParty others{fs};
  std::optional<Workspace> workspace;
  std::atomic<bool> does_not_wait = false;
};

TEST_F(RoundsTest, AnotherFileIsChangedMeanwhile) {
  std::size_t met = 0;
  while (meet("a", met + 1, [&] { EXPECT_TRUE(add_to("b")) << "at call " << met + 1; })) ++met;
  EXPECT_GT(met, 20U);
  EXPECT_EQ(signs_of("a"), met + 1);
  EXPECT_EQ(signs_of("b"), met);
}

TEST_F(RoundsTest, TheSameFileIsNot) {
  std::size_t met = 0;
  std::size_t refused = 0;
  // Before the first one has opened its file, and once it has moved it aside, the second one is as good as the only one.
  const auto meanwhile = [&] {
    const Result<CommitReceipt> second = add_to("a");
    if (second) return;
    ++refused;
    EXPECT_TRUE(second.error().code == Code::cancelled || second.error().code == Code::conflict) << to_text(second.error());
  };
  for (bool goes_on = true; goes_on; ++met) {
    const std::size_t before = signs_of("a");
    bool has_met = false;
    CommitOptions options;
    options.after_lock_wait = [&](std::int64_t, bool) {
      fs.before_call(met + 1, [&] {
        has_met = true;
        does_not_wait = true;
        meanwhile();
        does_not_wait = false;
      });
    };
    const std::size_t refused_before = refused;
    const Result<CommitReceipt> first = add_to("a", options);
    // One of the two at least, and each that was not refused.
    const std::size_t second = has_met && refused == refused_before ? 1 : 0;
    EXPECT_EQ(signs_of("a"), before + (first ? 1 : 0) + second) << "at call " << met + 1;
    EXPECT_TRUE(first || second > 0);
    goes_on = has_met;
  }
  EXPECT_GT(refused, 10U);
}

// Also not once its name is that of the new file, which nobody had opened before.
TEST_F(RoundsTest, TheSameFileIsNotChangedBeforeTheFirstChangeIsComplete) {
  CommitOptions options;
  std::optional<Code> second;
  options.when_changed = [&](const CommitReceipt&) {
    does_not_wait = true;
    const Result<CommitReceipt> made = add_to("a");
    does_not_wait = false;
    if (!made) second = made.error().code;
  };
  EXPECT_TRUE(add_to("a", options));
  EXPECT_EQ(second, Code::cancelled);
  EXPECT_EQ(bytes_of("a"), "old a+");
}

TEST_F(RoundsTest, WhatIsNotOneReplacedFileIsAlone) {
  EXPECT_TRUE(meet("a", 5, [&] {
    const FileChange made[] = {{ChangeKind::create, "new", "new"}};
    CommitOptions options{.cancelled = &does_not_wait};
    const Result<CommitReceipt> created = commit(*workspace, made, options);
    ASSERT_FALSE(created);
    EXPECT_EQ(created.error().code, Code::cancelled);
  }));
  const Handle root = fs.open_root("/root").value();
  ASSERT_TRUE(fs.link(root, "b", root, "other name of b"));
  EXPECT_TRUE(meet("a", 5, [&] {
    const Result<CommitReceipt> linked = add_to("b");
    ASSERT_FALSE(linked);
    EXPECT_EQ(linked.error().code, Code::cancelled);
  }));
  EXPECT_TRUE(add_to("b"));
}

TEST_F(RoundsTest, WithoutALeaseEveryChangeIsAlone) {
  MemoryFileSystem without({.leases = false}, fs.disk());
  workspace.emplace(Workspace::open(without, {.root = {.path = "/root"}, .state = {.folder = "/state"}}).value());
  std::optional<Code> second;
  CommitOptions options;
  options.when_changed = [&](const CommitReceipt&) {
    does_not_wait = true;
    const Result<CommitReceipt> made = add_to("b");
    does_not_wait = false;
    if (!made) second = made.error().code;
  };
  EXPECT_TRUE(add_to("a", options));
  EXPECT_EQ(second, Code::cancelled);
  workspace.reset();  // before what it is on
}

TEST_F(RoundsTest, TheLockIsHeldUntilTheLastOneIsComplete) {
  CommitOptions options;
  options.when_changed = [&](const CommitReceipt&) {
    EXPECT_TRUE(add_to("b"));
    EXPECT_FALSE(try_lock_root(fs, workspace->state())->has_value());
  };
  EXPECT_TRUE(add_to("a", options));
  EXPECT_TRUE(try_lock_root(fs, workspace->state())->has_value());
}

// What is found when a round begins concerns all of it, and is reported once.
TEST_F(RoundsTest, LateBytesOfAnotherProgramAreReportedByTheFirst) {
  EXPECT_TRUE(add_to("a"));
  for (const auto& [path, bytes] : others.tree("/state")) {
    if (bytes == "old a") others.append(concat("/state/", path), " and late");
  }
  fs.advance(3'000'000'000);
  EXPECT_EQ(workspace->displaced_at_rest().remove_some(fs, workspace->state()), std::nullopt);
  std::vector<std::string> of_second;
  CommitOptions options;
  options.when_changed = [&](const CommitReceipt&) { of_second = add_to("b").value().warnings; };
  const Result<CommitReceipt> first = add_to("a", options);
  ASSERT_TRUE(first);
  ASSERT_EQ(first->warnings.size(), 1U);
  EXPECT_NE(first->warnings[0].find("a: bytes that another program wrote"), std::string::npos) << first->warnings[0];
  EXPECT_TRUE(of_second.empty()) << of_second.front();
}

// The number of a file may be used again while a commit of the round still knows it as that of another.
TEST_F(RoundsTest, ANewFileThatIsTakenForAnotherIsRefusedAndLeavesNothing) {
  const FileChange change{ChangeKind::replace, "a", "new a", {}, sha256("old a")};
  const auto before = others.tree("/state");
  {
    std::vector<PreparedFile> files = prepare(*workspace, change, 0, {}).value();
    Transaction transaction(*workspace, {}, files, [](const FileIdentity&) { return false; });
    const Result<void> done = transaction.run({});
    ASSERT_FALSE(done);
    EXPECT_EQ(done.error().code, Code::conflict);
  }
  EXPECT_EQ(bytes_of("a"), "old a");
  EXPECT_EQ(others.tree("/state"), before);
}

// What went wrong is completed by the next round, so nobody joins this one.
TEST_F(RoundsTest, NobodyJoinsOnceSomethingHasGoneWrong) {
  FaultyFileSystem failing(fs);
  workspace.emplace(Workspace::open(failing, {.root = {.path = "/root"}, .state = {.folder = "/state"}}).value());
  CommitOptions options;
  std::optional<Code> second, third;
  options.when_changed = [&](const CommitReceipt&) {
    CommitOptions of_second;
    of_second.when_changed = [&](const CommitReceipt&) { failing.fail_at(failing.calls() + 1, EIO, Repeat::once); };
    const Result<CommitReceipt> made = add_to("b", of_second);
    failing.heal();
    if (!made) second = made.error().code;
    does_not_wait = true;
    const Result<CommitReceipt> refused = add_to("c");
    does_not_wait = false;
    if (!refused) third = refused.error().code;
  };
  EXPECT_TRUE(add_to("a", options));
  EXPECT_EQ(second, Code::indeterminate);
  EXPECT_EQ(third, Code::cancelled);
  EXPECT_TRUE(add_to("c"));
  for (const auto& [name, bytes] : others.tree(concat(workspace->state().path, "/tx/"))) {
    EXPECT_TRUE(name.ends_with(".done")) << name;
  }
  workspace.reset();  // before what it is on
}

TEST_F(RoundsTest, WhoeverWaitsHasATurn) {
  MemoryFileSystem nowhere;
  Tenure tenure(nowhere, "mark");
  Rounds rounds(tenure);
  const auto begin = []() -> Result<Rounds::Begun> { return Rounds::Begun(); };
  std::atomic<int> inside = 0;
  std::atomic<int> alone = 0;
  {
    std::vector<std::jthread> threads;
    for (int thread = 0; thread < 8; ++thread) {
      threads.emplace_back([&, thread] {
        for (int i = 0; i < 50; ++i) {
          const bool by_itself = (thread + i) % 5 == 0;
          const Result<Rounds::Seat> seat = rounds.join(by_itself, "/root", nullptr, begin);
          ASSERT_TRUE(seat);
          const int others_inside = inside++;
          if (by_itself) {
            EXPECT_EQ(others_inside, 0);
            ++alone;
          }
          --inside;
        }
      });
    }
  }
  EXPECT_EQ(alone, 8 * 50 / 5);
}

TEST_F(RoundsTest, ARoundThatCannotBeginLeavesRoomForTheNext) {
  MemoryFileSystem nowhere;
  Tenure tenure(nowhere, "mark");
  Rounds rounds(tenure);
  const auto refuses = []() -> Result<Rounds::Begun> { return std::unexpected(refuse(Code::busy)); };
  const auto throws = []() -> Result<Rounds::Begun> { throw std::bad_alloc(); };
  EXPECT_FALSE(rounds.join(false, "/root", nullptr, refuses));
  EXPECT_THROW((void)rounds.join(false, "/root", nullptr, throws), std::bad_alloc);
  EXPECT_TRUE(rounds.join(true, "/root", nullptr, []() -> Result<Rounds::Begun> { return Rounds::Begun(); }));
}

}  // namespace
}  // namespace kedge
