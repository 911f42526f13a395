// Changes of a tree that other hosts change, too, whose locks are not seen here.
#include "commit/host_lease.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "commit/commit.hpp"
#include "tests/support/foreign_party.hpp"
#include "tests/support/memory_file_system.hpp"

namespace kedge {
namespace {

class ScriptedLease : public HostLease {
 public:
  Result<bool> take(const std::atomic<bool>* /*cancelled*/) override {
    ++taken;
    if (!can_be_taken) return std::unexpected(refuse(Code::busy));
    is_held = true;
    return is_unbroken;
  }
  Result<void> check() override {
    EXPECT_TRUE(is_held);
    if (checks_until_lost-- > 0) return {};
    return std::unexpected(refuse(Code::busy));
  }
  void give_back() noexcept override { is_held = false; }

  bool can_be_taken = true, is_unbroken = true, is_held = false;
  int checks_until_lost = 1'000, taken = 0;
};

class HostLeaseTest : public testing::Test {
 protected:
  HostLeaseTest() {
    others.make_file("/root/a", "old a");
    others.make_file("/root/b", "old b");
    others.make_folder("/state");
  }
  Workspace open() {
    Workspace workspace =
        Workspace::open(fs, {.root = {.path = "/root", .shared_name = "tree"}, .state = {.folder = "/state"}}).value();
    workspace.share(lease);
    return workspace;
  }
  static FileChange replacement(std::string path, std::string_view old, std::string content) {
    return {ChangeKind::replace, std::move(path), std::move(content), {}, sha256(old)};
  }
  bool nothing_is_staged() {
    const auto state = others.tree("/state");
    return std::ranges::none_of(state,
                                [](const auto& file) { return file.first.contains("/tx/") && !file.first.ends_with("/tx/"); });
  }

  MemoryFileSystem fs;
  ForeignParty others{fs};
  ScriptedLease lease;
};

TEST_F(HostLeaseTest, IsHeldWhileFilesChangeAndGivenBack) {
  Workspace workspace = open();
  CommitOptions options;
  options.when_changed = [&](const CommitReceipt&) { EXPECT_TRUE(lease.is_held); };
  const FileChange changes[] = {replacement("a", "old a", "new a")};
  ASSERT_TRUE(commit(workspace, changes, options));
  EXPECT_EQ(others.read("/root/a"), "new a");
  EXPECT_EQ(lease.taken, 1);
  EXPECT_FALSE(lease.is_held);
}

TEST_F(HostLeaseTest, IsHeldWhileSeveralFilesChangeTogether) {
  Workspace workspace = open();
  const FileChange changes[] = {replacement("a", "old a", "new a"), replacement("b", "old b", "new b")};
  ASSERT_TRUE(commit(workspace, changes));
  EXPECT_EQ(others.read("/root/a"), "new a");
  EXPECT_EQ(others.read("/root/b"), "new b");
  EXPECT_EQ(lease.taken, 1);
  EXPECT_FALSE(lease.is_held);
}

TEST_F(HostLeaseTest, WithoutItNothingIsChanged) {
  Workspace workspace = open();
  lease.can_be_taken = false;
  const FileChange changes[] = {replacement("a", "old a", "new a")};
  const Result<CommitReceipt> refused = commit(workspace, changes);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, Code::busy);
  EXPECT_EQ(others.read("/root/a"), "old a");
}

TEST_F(HostLeaseTest, WhoeverLosesItOnTheWayLeavesEveryFileAsItWas) {
  const std::vector<FileChange> both{replacement("a", "old a", "new a"), replacement("b", "old b", "new b")};
  for (const std::size_t count : {1UL, 2UL}) {
    // Before each file, and before the record that says that all are changed.
    for (int checks = 0; checks < (count == 1 ? 1 : 3); ++checks) {
      Workspace workspace = open();
      lease.checks_until_lost = checks;
      const Result<CommitReceipt> refused = commit(workspace, std::span(both).first(count));
      ASSERT_FALSE(refused);
      EXPECT_EQ(refused.error().code, Code::busy);
      EXPECT_EQ(others.read("/root/a"), "old a") << count << " files, lost at check " << checks;
      EXPECT_EQ(others.read("/root/b"), "old b");
      EXPECT_TRUE(nothing_is_staged());
      EXPECT_FALSE(lease.is_held);
    }
  }
}

TEST_F(HostLeaseTest, WhatAnotherHostHasLeftIsLookedForOnlyOnceTheLeaseIsTaken) {
  Workspace workspace = open();
  const std::string left = workspace.state().path + "/tx/left";
  others.make_file(left, "not a record, so that it is in the way");
  EXPECT_TRUE(open().warnings().empty()) << "it may be at work";
  const FileChange there[] = {replacement("a", "old a", "new a")};
  const FileChange back[] = {replacement("a", "new a", "old a")};
  EXPECT_FALSE(commit(workspace, there));
  others.remove(left + ".bad");  // where it is put aside
  const Result<CommitReceipt> free = commit(workspace, there);
  ASSERT_TRUE(free) << to_text(free.error());

  others.make_file(left, "again");
  ASSERT_TRUE(commit(workspace, back)) << "nobody else has had the lease, so nobody is looked for";
  lease.is_unbroken = false;
  EXPECT_FALSE(commit(workspace, there));
}

}  // namespace
}  // namespace kedge
