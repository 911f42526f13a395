// What a process that died has left, changed by others before somebody looks; and every call of that recovery may fail.
// crash_at_every_call.cpp asks for the bytes that a power cut leaves; this, for what others have made of the names meanwhile.
#include "commit/recovery.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cerrno>
#include <functional>
#include <optional>

#include "commit/commit.hpp"
#include "commit/journal.hpp"
#include "model/named_changes.hpp"
#include "support/strings.hpp"
#include "tests/support/faulty_file_system.hpp"
#include "tests/support/foreign_party.hpp"

namespace kedge {
namespace {

using Changes = std::vector<FileChange>;
using Twist = std::function<void(ForeignParty&)>;

constexpr std::size_t more_calls_than_are_made = 400;
constexpr std::int64_t hour = 3'600'000'000'000;

struct System {
  std::string_view name;
  MemoryOptions options;
  bool one_mount;
};

class RecoveryTest : public testing::TestWithParam<System> {
 protected:
  static WorkspaceSettings settings() { return {.root = {.path = "/root"}, .state = {.folder = "/state"}}; }

  static MemoryDisk disk() {
    MemoryFileSystem fs;
    ForeignParty others(fs);
    others.make_file("/root/a", "old a");
    others.make_file("/root/sub/b", "old b");
    others.make_file("/root/c", "old c");
    if (GetParam().one_mount) {
      others.make_folder("/state");
    } else {
      others.make_mount("/state");
    }
    fs.disk().sync_everything();
    return fs.disk();
  }

  // The disk as a process leaves it that ends at a call of its commit; nothing if it comes to its end before.
  static std::optional<MemoryDisk> left_at(std::size_t call, const Changes& changes, const CommitOptions& options,
                                           const Twist& before_the_last_call) {
    MemoryFileSystem memory(GetParam().options, disk());
    bool stopped = false;
    {
      FaultyFileSystem fs(memory);
      Workspace workspace = Workspace::open(fs, settings()).value();
      fs.stop_at(fs.calls() + call);
      if (before_the_last_call && call > 1) {
        memory.before_call(call - 1, [&] {
          ForeignParty others(memory);
          before_the_last_call(others);
        });
      }
      try {
        (void)commit(workspace, changes, options);
      } catch (const Stopped&) {
        stopped = true;
      }
    }
    memory.end_process();
    return stopped ? std::optional(memory.disk()) : std::nullopt;
  }

  // A recovery that fails at a call, or ends there; whether it was reached.
  static bool disturbed(MemoryFileSystem& memory, std::size_t call, std::optional<int> error) {
    bool reached = false;
    {
      FaultyFileSystem fs(memory);
      if (error) {
        fs.fail_at(call, *error, Repeat::once);
      } else {
        fs.stop_at(call);
      }
      try {
        (void)Workspace::open(fs, settings());
      } catch (const Stopped&) {
      }
      reached = !fs.broken_call().empty();
    }
    memory.end_process();
    return reached;
  }

  // Cut off anywhere, twisted, disturbed anywhere: the next recovery finds its way, the one behind that has nothing to do, and
  // what others wrote is there or kept.
  void check(const Changes& changes, const Twist& twist, std::string_view theirs = {}, const CommitOptions& options = {},
             const Twist& before_the_last_call = {}) {
    std::size_t tried = 0;
    for (std::size_t call = 1; call < more_calls_than_are_made; ++call) {
      const std::optional<MemoryDisk> left = left_at(call, changes, options, before_the_last_call);
      if (!left) break;
      // With a twist every third call, the others at the next moment.
      const std::size_t step = twist ? 3 : 1;
      const std::optional<int> error = call % 4 == 3 ? std::nullopt : std::optional(EIO);
      for (std::size_t at = 1 + call % step; at < more_calls_than_are_made; at += step) {
        MemoryFileSystem memory(GetParam().options, *left);
        ForeignParty others(memory);
        // Before the recovery, or between it and the next.
        const bool at_once = call % 2 == 0;
        if (twist && at_once) twist(others);
        const bool reached = disturbed(memory, at, error);
        if (twist && !at_once) twist(others);
        ++tried;
        const Result<Workspace> workspace = Workspace::open(memory, settings());
        ASSERT_TRUE(workspace) << "stopped at call " << call << ", recovery disturbed at " << at << ": "
                               << to_text(workspace.error());
        const auto found = others.tree("/root");
        EXPECT_TRUE(Workspace::open(memory, settings()));
        EXPECT_EQ(others.tree("/root"), found);
        if (!theirs.empty()) {
          EXPECT_TRUE(holds(found, theirs) || holds(others.tree("/state"), theirs))
              << "stopped at call " << call << ", recovery disturbed at " << at << ": " << testing::PrintToString(found);
        }
        ASSERT_FALSE(HasFailure());
        if (!reached) break;
      }
    }
    EXPECT_GT(tried, 100U);
  }

  static bool holds(const std::map<std::string, std::string>& tree, std::string_view bytes) {
    return std::ranges::any_of(tree, [&](const auto& file) { return file.second.contains(bytes); });
  }

  // A disk on which a process has worked, with a file of this name in its tx folder.
  static MemoryDisk with_record(const std::string& name, std::string_view bytes) {
    MemoryFileSystem memory(GetParam().options, disk());
    std::string tx;
    {
      const Workspace workspace = Workspace::open(memory, settings()).value();
      tx = workspace.state().path + "/tx/";
    }
    ForeignParty(memory).make_file(tx + name, std::string(bytes), 0600);
    memory.end_process();
    return memory.disk();
  }

  static const Changes& all_kinds() {
    static const Changes changes{replaced("a", "old a", "new a"), removed("sub/b", "old b"), created("new/deep/d", "new d"),
                                 moved("c", "new/c", "old c")};
    return changes;
  }
};

TEST_P(RecoveryTest, OfAllKindsOfChangesWhenNobodyComes) { check(all_kinds(), {}); }

TEST_P(RecoveryTest, WhenOthersHaveReplacedTheFile) {
  const Twist twist = [](ForeignParty& others) { others.replace("/root/a", "their a"); };
  check({replaced("a", "old a", "new a")}, twist, "their a");
  check({replaced("a", "old a", "new a"), created("d", "new d")}, twist, "their a");
  check({replaced("a", "old a", "new a")}, {}, {}, {}, twist);
  check({replaced("a", "old a", "new a"), created("d", "new d")}, {}, {}, {}, twist);
  check({removed("a", "old a")}, {}, {}, {}, twist);
  check({removed("a", "old a"), created("d", "new d")}, {}, {}, {}, twist);
}

TEST_P(RecoveryTest, WhenOthersHaveRemovedTheFileOrMadeSomethingElseOfIt) {
  const Changes replacing{replaced("a", "old a", "new a")};
  const Changes two{replaced("a", "old a", "new a"), created("d", "new d")};
  const Changes removing{removed("a", "old a"), created("d", "new d")};
  for (const Changes& changes : {replacing, two, removing}) {
    check(changes, [](ForeignParty& others) { others.remove("/root/a"); });
    check(changes, [](ForeignParty& others) {
      others.remove("/root/a");
      others.make_link("/root/a", "sub/b");
    });
    check(changes, [](ForeignParty& others) {
      others.remove("/root/a");
      others.make_folder("/root/a");
    });
  }
}

TEST_P(RecoveryTest, WhenOthersHaveMadeAFileOfTheNameAgain) {
  const Twist twist = [](ForeignParty& others) {
    if (!others.read("/root/a")) others.make_file("/root/a", "their a");
    if (!others.read("/root/d")) others.make_file("/root/d", "their d");
  };
  check({removed("a", "old a")}, twist, "their d");
  check({removed("a", "old a"), created("e", "new e")}, twist, "their d");
  check({moved("a", "d", "old a")}, twist);
  check({moved("a", "d", "old a"), created("e", "new e")}, twist);
}

TEST_P(RecoveryTest, WhenAFolderOnTheWayIsGoneOrIsSomethingElse) {
  const Changes many{replaced("sub/b", "old b", "new b"), created("sub/d", "new d"), moved("a", "sub/a", "old a"),
                     moved("c", "e", "old c")};
  const Changes one{replaced("sub/b", "old b", "new b")};
  const Changes from{moved("sub/b", "b", "old b"), removed("c", "old c")};
  const auto without = [](ForeignParty& others, const std::string& folder) {
    std::vector<std::string> names;
    for (const auto& [name, bytes] : others.tree(folder)) names.push_back(name);
    for (const std::string& name : names) others.remove(concat(folder, '/', name));
    others.remove(folder);
  };
  for (const Changes& tried : {one, many, from}) {
    check(tried, [&](ForeignParty& others) { without(others, "/root/sub"); });
    check(tried, [&](ForeignParty& others) {
      without(others, "/root/sub");
      others.make_file("/root/sub", "their file");
    });
    check(tried, [&](ForeignParty& others) {
      without(others, "/root/sub");
      others.make_link("/root/sub", "elsewhere");
    });
    check(tried, [&](ForeignParty& others) {
      without(others, "/root/sub");
      others.make_mount("/root/sub");
    });
  }
}

TEST_P(RecoveryTest, WhenOthersUseTheNewFoldersOrHaveRemovedThem) {
  const Changes changes{created("new/deep/d", "new d"), replaced("a", "old a", "new a")};
  check(changes, [](ForeignParty& others) { others.make_file("/root/new/deep/theirs", "their file"); }, "their file");
  check(changes, [](ForeignParty& others) {
    for (const char* const name : {"/root/new/deep/d", "/root/new/deep", "/root/new"}) others.remove(name);
  });
  check(
      changes,
      [](ForeignParty& others) {
        for (const char* const name : {"/root/new/deep/d", "/root/new/deep"}) others.remove(name);
        others.make_file("/root/new/deep", "their file");
      },
      "their file");
}

TEST_P(RecoveryTest, WhenTheFileWasRewrittenInPlace) {
  const CommitOptions options{.in_place = true};
  const Changes changes{replaced("a", "old a", "new a")};
  const Changes two{replaced("a", "old a", "new a"), created("d", "new d")};
  for (const Changes& tried : {changes, two}) {
    check(tried, {}, {}, options);
    check(tried, [](ForeignParty& others) { others.rewrite("/root/a", "their a"); }, {}, options);
    check(tried, [](ForeignParty& others) { others.remove("/root/a"); }, {}, options);
  }
}

TEST_P(RecoveryTest, ARecordThatCannotBeReadBlocksTheFilesThatItNames) {
  const std::string row = concat("file\treplace\texchange\ta\t-\ttx:x\t-\t-\t1\t2\n");
  for (const std::string& bytes : {concat("kedge-journal 2\n", row, "end x\n"), concat("kedge-journal 2\n", row),
                                   std::string("kedge-journal 1\nphase"), std::string("no record"), std::string()}) {
    const MemoryDisk left = with_record("abc", bytes);
    for (std::size_t at = 1; at < more_calls_than_are_made; ++at) {
      MemoryFileSystem memory(GetParam().options, left);
      const bool reached = disturbed(memory, at, EIO);
      Workspace workspace = Workspace::open(memory, settings()).value();
      EXPECT_GE(workspace.warnings().size(), 1U);
      const Changes changes{replaced("a", "old a", "new a")};
      const Changes others{replaced("c", "old c", "new c")};
      const Result<CommitReceipt> receipt = commit(workspace, changes);
      EXPECT_FALSE(receipt) << bytes;
      // Cut short, it may have named any.
      EXPECT_EQ(commit(workspace, others).has_value(), bytes.contains("\nend ")) << bytes;
      if (!reached) break;
    }
  }
}

TEST_P(RecoveryTest, ARecordOfAnotherRootIsLeftAloneAndItsFilesToo) {
  JournalRecord record{Phase::prepared, CommitPoint::record, "another root", {}, {}};
  record.entries.push_back({.kind = ChangeKind::create, .path = "a", .aside = {false, "x-0"}, .after = sha256("old a")});
  MemoryFileSystem memory(GetParam().options, with_record("abc", encode(record)));
  Workspace workspace = Workspace::open(memory, settings()).value();
  EXPECT_EQ(ForeignParty(memory).read("/root/a"), "old a");
  const Changes changes{replaced("a", "old a", "new a")};
  EXPECT_FALSE(commit(workspace, changes));
}

TEST_P(RecoveryTest, DisplacedFilesGoAfterAWhileAFewAtATime) {
  MemoryFileSystem memory(GetParam().options, disk());
  ForeignParty others(memory);
  std::string old = "old a";
  for (int i = 0; i < 80; ++i) {
    Workspace workspace = Workspace::open(memory, settings()).value();
    const Changes changes{replaced("a", old, concat("new a ", i)), moved("c", "e", "old c")};
    const Changes back{moved("e", "c", "old c")};
    ASSERT_TRUE(commit(workspace, changes));
    ASSERT_TRUE(commit(workspace, back));
    old = concat("new a ", i);
  }
  const auto in_tx = [&] {
    return std::ranges::count_if(others.tree("/state"), [](const auto& file) { return file.first.contains("/tx/"); });
  };
  EXPECT_LE(in_tx(), 1 + 2 * 80);
  for (std::size_t at = 1; at < more_calls_than_are_made; ++at) {
    MemoryFileSystem failing(GetParam().options, memory.disk());
    failing.advance(hour);
    if (!disturbed(failing, at, EIO)) break;
    EXPECT_TRUE(Workspace::open(failing, settings()));
  }
  memory.advance(hour);
  for (int i = 0; i < 30; ++i) EXPECT_TRUE(Workspace::open(memory, settings()));
  EXPECT_EQ(in_tx(), 1);
}

TEST_P(RecoveryTest, AFileFromTheFutureAndARecordOfOneThatIsDoneAndCannotBeReadGoToo) {
  for (const bool future : {false, true}) {
    MemoryFileSystem memory(GetParam().options, with_record("abc.done", "no record"));
    memory.advance(future ? -hour : hour);
    EXPECT_TRUE(Workspace::open(memory, settings()));
    EXPECT_FALSE(holds(ForeignParty(memory).tree("/state"), "no record"));
  }
}

TEST_P(RecoveryTest, WhatWasStagedGoesUnlessARecordOrOneThatCannotBeReadNamesIt) {
  for (const std::string& name : {std::string("abc-0"), std::string("abc.new")}) {
    MemoryFileSystem memory(GetParam().options, with_record(name, "staged"));
    EXPECT_TRUE(Workspace::open(memory, settings()));
    EXPECT_FALSE(holds(ForeignParty(memory).tree("/state"), "staged"));
  }
  MemoryFileSystem memory(GetParam().options, with_record("abc.bad", "no record"));
  const std::string tx = Workspace::open(memory, settings())->state().path + "/tx/";
  ForeignParty(memory).make_file(tx + "abc-0", "staged");
  EXPECT_TRUE(Workspace::open(memory, settings()));
  EXPECT_TRUE(holds(ForeignParty(memory).tree("/state"), "staged"));
}

constexpr MemoryOptions portable_disk{.exchange = false, .move_new = false, .make_unnamed = false, .leases = false};
constexpr MemoryOptions in_place{.tells_mounts = false};
INSTANTIATE_TEST_SUITE_P(Systems, RecoveryTest,
                         testing::Values(System{"Best", {}, true}, System{"TwoMounts", {}, false},
                                         System{"Portable", portable_disk, true},
                                         System{"PortableOnTwoMounts", portable_disk, false},
                                         System{"InPlace", in_place, true}),
                         [](const auto& tried) { return std::string(tried.param.name); });

}  // namespace
}  // namespace kedge
