#include "commit/recovery.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cerrno>
#include <functional>
#include <utility>

#include "commit/commit.hpp"
#include "commit/journal.hpp"
#include "commit/telling_name.hpp"
#include "support/strings.hpp"
#include "tests/support/faulty_file_system.hpp"
#include "tests/support/foreign_party.hpp"

namespace kedge {
namespace {

// What a process that died has left, written by hand: a record, and the files that it names. tests/model has what processes
// really leave.
class LeftBehind : public testing::Test {
 protected:
  LeftBehind() {
    others.make_file("/root/a", "old a");
    others.make_file("/root/c", "old c");
    others.make_folder("/state");
    const Workspace workspace = Workspace::open(fs, settings()).value();
    tx = workspace.state().path + "/tx/";
    root_identity = workspace.root().identity();
  }

  static WorkspaceSettings settings() {
    return {.root = {.path = "/root", .mounts = Mounts::cross}, .state = {.folder = "/state"}};
  }
  static FileChange replacement(std::string path, std::string_view old, std::string content) {
    return {ChangeKind::replace, std::move(path), std::move(content), {}, sha256(old)};
  }

  // One file of a batch that was under way.
  std::string record_of(const JournalEntry& entry) const {
    return encode({Phase::prepared, CommitPoint::record, root_identity, {}, {entry}});
  }
  JournalEntry entry_for_a(ChangeKind kind) const {
    return {.kind = kind,
            .path = "a",
            .aside = {false, "abc-0"},
            .before = sha256("old a"),
            .after = sha256("new a"),
            .base_inode = static_cast<std::uint64_t>(*fs.disk().resolve("/root/a")),
            .staged_inode = 999};
  }

  // What holds behind a recovery also holds behind one that failed at any of its calls, and the one after it.
  using Check = std::function<void(MemoryFileSystem&)>;
  void recovered(const Check& check) const {
    std::size_t failures = 0;
    for (bool reached = true; reached;) {
      MemoryFileSystem memory({}, fs.disk());
      {
        FaultyFileSystem failing(memory);
        failing.fail_at(++failures, EIO, Repeat::once);
        (void)Workspace::open(failing, settings());
        reached = !failing.broken_call().empty();
      }
      memory.end_process();
      SCOPED_TRACE(concat("after a failure at call ", failures));
      check(memory);
    }
    EXPECT_GT(failures, 10U);
  }

  std::size_t left_in_tx(const MemoryFileSystem& memory) const {
    return memory.disk().at(*memory.disk().resolve(tx.substr(0, tx.size() - 1))).names.size();
  }

  MemoryFileSystem fs;
  ForeignParty others{fs};
  std::string tx;
  std::string root_identity;
};

TEST_F(LeftBehind, ANameThatTellsNothingIsKeptAndOneOfAnotherFolderIsLeftAlone) {
  const std::string nonsense = "00id-0=what,is,this";
  ASSERT_TRUE(is_telling(nonsense) && !told_by(nonsense));
  others.make_file(tx + nonsense, "bytes that nobody must lose");
  const std::string foreign = telling_name("01id", "another root", entry_for_a(ChangeKind::replace)).value();
  others.make_file(tx + foreign, "of another folder");
  recovered([this, &foreign, &nonsense](MemoryFileSystem& memory) {
    const Workspace workspace = Workspace::open(memory, settings()).value();
    ForeignParty there(memory);
    EXPECT_EQ(there.read("/root/a"), "old a");
    EXPECT_EQ(there.read(tx + foreign), "of another folder");
    EXPECT_EQ(there.read(tx + nonsense), std::nullopt);
    EXPECT_TRUE(std::ranges::any_of(there.tree("/state"), [](const auto& file) {
      return file.first.find("/kept/") != std::string::npos && file.second == "bytes that nobody must lose";
    }));
  });
}

TEST_F(LeftBehind, ARecordThatWasSetAsideBlocksItsFilesAlsoIfItCanBeReadNow) {
  const std::string fine = record_of(entry_for_a(ChangeKind::replace));
  for (const std::string& bytes : {fine, fine.substr(0, fine.size() - 3)}) {
    others.make_file(tx + "abc.bad", bytes, 0600);
    recovered([](MemoryFileSystem& memory) {
      Workspace workspace = Workspace::open(memory, settings()).value();
      ASSERT_EQ(workspace.warnings().size(), 1U);
      EXPECT_TRUE(workspace.warnings()[0].contains("abc.bad cannot be read; the files that it names are not written"));
      const FileChange named[] = {replacement("a", "old a", "new a")};
      const Result<CommitReceipt> refused = commit(workspace, named);
      ASSERT_FALSE(refused);
      EXPECT_EQ(refused.error().code, Code::cannot_replace);
      const FileChange another[] = {replacement("c", "old c", "new c")};
      EXPECT_TRUE(commit(workspace, another));
    });
  }
}

TEST_F(LeftBehind, ARecordThatWasCutShortBlocksEveryFileItMayHaveNamed) {
  const std::string fine = record_of(entry_for_a(ChangeKind::replace));
  for (const std::size_t size : {std::size_t{0}, fine.size() / 2, fine.find("\nend ")}) {
    others.make_file(tx + "abc", fine.substr(0, size), 0600);
    recovered([](MemoryFileSystem& memory) {
      Workspace workspace = Workspace::open(memory, settings()).value();
      EXPECT_TRUE(
          workspace.warnings().back().contains("abc.bad cannot be read; it may have named any file, so none is written"));
      for (const FileChange& change : {replacement("a", "old a", "new a"), replacement("c", "old c", "new c")}) {
        const FileChange changes[] = {change};
        const Result<CommitReceipt> refused = commit(workspace, changes);
        ASSERT_FALSE(refused);
        EXPECT_EQ(refused.error().code, Code::cannot_replace);
        EXPECT_TRUE(refused.error().what.contains("may have named it")) << refused.error().what;
      }
    });
  }
}

TEST_F(LeftBehind, ASecondNameOfTheUsersFileGoesAndTheFileStays) {
  const Handle root = fs.open_root("/root").value();
  const Handle aside = fs.open_root(tx).value();
  ASSERT_TRUE(fs.link(root, "a", aside, "abc-0"));
  for (const ChangeKind kind : {ChangeKind::replace, ChangeKind::remove}) {
    others.make_file(tx + "abc", record_of(entry_for_a(kind)), 0600);
    recovered([this](MemoryFileSystem& memory) {
      EXPECT_TRUE(Workspace::open(memory, settings()));
      EXPECT_EQ(ForeignParty(memory).read("/root/a"), "old a");
      EXPECT_EQ(left_in_tx(memory), 0U);
    });
  }
}

TEST_F(LeftBehind, ANewFileThatSomebodyHasWrittenToStaysWhenTheBatchIsTakenBack) {
  JournalEntry entry = entry_for_a(ChangeKind::create);
  entry.staged_inode = std::exchange(entry.base_inode, 0);
  entry.before = std::nullopt;
  others.make_file(tx + "abc", record_of(entry), 0600);
  for (const bool written : {false, true}) {
    others.rewrite("/root/a", written ? "new a and theirs" : "new a");
    recovered([&](MemoryFileSystem& memory) {
      EXPECT_TRUE(Workspace::open(memory, settings()));
      EXPECT_EQ(ForeignParty(memory).read("/root/a"), written ? std::optional<std::string>("new a and theirs") : std::nullopt);
      EXPECT_EQ(left_in_tx(memory), 0U);
    });
  }
}

TEST_F(LeftBehind, ACopyThatIsNotWhatTheFileHeldIsKeptAndNotWrittenBack) {
  JournalEntry entry = entry_for_a(ChangeKind::replace);
  entry.in_place = true;
  others.make_file(tx + "abc", record_of(entry), 0600);
  others.make_file(tx + "abc-0", "other bytes", 0600);
  others.rewrite("/root/a", "new");
  recovered([this](MemoryFileSystem& memory) {
    EXPECT_TRUE(Workspace::open(memory, settings()));
    EXPECT_EQ(ForeignParty(memory).read("/root/a"), "new");
    EXPECT_EQ(left_in_tx(memory), 0U);
    EXPECT_TRUE(std::ranges::any_of(ForeignParty(memory).tree("/state"), [](const auto& file) {
      return file.first.contains("/kept/a.") && file.second == "other bytes";
    }));
  });
}

TEST_F(LeftBehind, WhatWasDisplacedBesideItsTargetIsGoneAtOnceAndTheRestAfterAWhile) {
  others.make_mount("/root/mnt");
  others.make_file("/root/mnt/b", "old b");
  const FileChange changes[] = {replacement("a", "old a", "new a"), replacement("mnt/b", "old b", "new b")};
  {
    Workspace workspace = Workspace::open(fs, settings()).value();
    ASSERT_TRUE(commit(workspace, changes));
  }
  const std::map<std::string, std::string> expected{{"a", "new a"}, {"c", "old c"}, {"mnt/", ""}, {"mnt/b", "new b"}};
  EXPECT_EQ(others.tree("/root"), expected);
  EXPECT_EQ(left_in_tx(fs), 2U);  // the old a, and a record of it
  fs.advance(3'600'000'000'000);
  recovered([&](MemoryFileSystem& memory) {
    EXPECT_TRUE(Workspace::open(memory, settings()));
    EXPECT_EQ(ForeignParty(memory).tree("/root"), expected);
    EXPECT_EQ(left_in_tx(memory), 0U);
  });
}

TEST_F(LeftBehind, AFileThatItsMakerRemovesMeanwhileIsNotMissed) {
  others.make_file(tx + "abc-0", "staged", 0600);
  for (std::size_t call = 1; call < 40; ++call) {
    MemoryFileSystem memory({}, fs.disk());
    memory.before_call(call, [&] { ForeignParty(memory).remove(tx + "abc-0"); });
    EXPECT_TRUE(Workspace::open(memory, settings())) << call;
    EXPECT_EQ(left_in_tx(memory), 0U) << call;
  }
}

}  // namespace
}  // namespace kedge
