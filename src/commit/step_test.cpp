// Steps of a batch that are taken back because a later call fails, after somebody else came.
#include <gtest/gtest.h>

#include <algorithm>
#include <cerrno>
#include <functional>

#include "commit/commit.hpp"
#include "tests/support/faulty_file_system.hpp"
#include "tests/support/foreign_party.hpp"

namespace kedge {
namespace {

class StepBack : public testing::Test {
 protected:
  using Deed = std::function<bool(ForeignParty&)>;  // whether there was something to do
  using Check = std::function<void(ForeignParty&)>;

  // Others come before a call, and one of the next calls fails. `check` is for what is refused after they were there.
  static void run(const std::vector<FileChange>& changes, const MemoryOptions& options, const Deed& deed, const Check& check) {
    const WorkspaceSettings settings{.root = {.path = "/root"}, .state = {.folder = "/state"}};
    std::size_t met = 0;
    for (std::size_t call = 1; call < 90; ++call) {
      for (std::size_t failing = call + 1; failing < call + 8; ++failing) {
        MemoryFileSystem memory(options);
        ForeignParty others(memory);
        others.make_file("/root/a", "old a");
        others.make_file("/root/z", "old z");
        others.make_folder("/state");
        bool came = false;
        bool refused = false;
        {
          FaultyFileSystem fs(memory);
          Workspace workspace = Workspace::open(fs, settings).value();
          memory.before_call(call, [&] { came = deed(others); });
          fs.fail_at(fs.calls() + failing, EIO, Repeat::once);
          const Result<CommitReceipt> receipt = commit(workspace, changes);
          refused = !receipt && receipt.error().code != Code::indeterminate;
        }
        memory.end_process();
        if (!came || !refused) continue;
        ++met;
        EXPECT_TRUE(Workspace::open(memory, settings));
        check(others);
        EXPECT_EQ(others.read("/root/z"), "old z");
        ASSERT_FALSE(HasFailure()) << "before call " << call << ", failed at " << failing;
      }
    }
    EXPECT_GT(met, 0U);
  }

  static bool kept(const ForeignParty& others, std::string_view bytes) {
    return std::ranges::any_of(others.tree("/state"),
                               [&](const auto& file) { return file.first.contains("/kept/") && file.second == bytes; });
  }
  static bool make_a_again(ForeignParty& others) {
    if (others.read("/root/a")) return false;
    others.make_file("/root/a", "their a");
    return true;
  }
  static std::vector<MemoryOptions> systems() {
    return {{}, {.exchange = false, .move_new = false, .make_unnamed = false, .leases = false}};
  }
  static FileChange last() { return {ChangeKind::replace, "z", "new z", {}, sha256("old z")}; }
};

TEST_F(StepBack, WhereANewFileHasTheNameOfOneThatWasRemovedItStaysAndTheOldOneIsKept) {
  const FileChange removed{ChangeKind::remove, "a", {}, {}, sha256("old a")};
  for (const MemoryOptions& options : systems()) {
    run({removed, last()}, options, make_a_again, [](ForeignParty& others) {
      EXPECT_EQ(others.read("/root/a"), "their a");
      EXPECT_TRUE(kept(others, "old a"));
    });
  }
}

TEST_F(StepBack, WhereANewFileHasTheNameOfOneThatWasMovedItStaysAndTheOldOneKeepsItsNewName) {
  const FileChange moved{ChangeKind::move, "a", {}, "m", sha256("old a")};
  for (const MemoryOptions& options : systems()) {
    run({moved, last()}, options, make_a_again, [](ForeignParty& others) {
      EXPECT_EQ(others.read("/root/a"), "their a");
      EXPECT_EQ(others.read("/root/m"), "old a");
    });
  }
}

TEST_F(StepBack, ANewFileThatSomebodyReplacedOrWroteToStaysOrIsKept) {
  const FileChange created{ChangeKind::create, "n", "new n"};
  for (const MemoryOptions& options : systems()) {
    for (const bool in_place : {false, true}) {
      const Deed deed = [&](ForeignParty& others) {
        if (!others.read("/root/n")) return false;
        in_place ? others.rewrite("/root/n", "their n") : others.replace("/root/n", "their n");
        return true;
      };
      // Where they come in the very moment in which it is taken back, theirs is kept.
      run({created, last()}, options, deed,
          [](ForeignParty& others) { EXPECT_TRUE(others.read("/root/n") == "their n" || kept(others, "their n")); });
    }
  }
}

}  // namespace
}  // namespace kedge
