// Somebody else at the files of a commit, at every moment of it. foreign_writers.cpp asks whether their bytes are lost;
// this, where they are.
#include <gtest/gtest.h>

#include <algorithm>
#include <cerrno>
#include <functional>
#include <optional>

#include "commit/commit.hpp"
#include "model/named_changes.hpp"
#include "support/strings.hpp"
#include "tests/support/faulty_file_system.hpp"
#include "tests/support/foreign_party.hpp"

namespace kedge {
namespace {

constexpr std::size_t more_calls_than_a_commit_makes = 200;
constexpr std::int64_t one_second = 1'000'000'000;

// The files before; each moment is tried with a disk of its own.
struct Scene {
  explicit Scene(const MemoryOptions& options) : memory(options) {
    others.make_file("/root/a", "old a");
    others.make_file("/root/b", "old b");
    others.make_folder("/state");
    memory.disk().sync_everything();
  }

  Workspace open(FileSystem& fs) {
    return Workspace::open(fs, {.root = {.path = "/root"}, .state = {.folder = "/state"}}).value();
  }

  MemoryFileSystem memory;
  ForeignParty others{memory};
};

class Interference : public testing::TestWithParam<bool> {
 protected:
  static MemoryOptions options() { return {.leases = GetParam()}; }
};

TEST_P(Interference, OfSeveralFilesThatAreMovedOverOursTheNewestStays) {
  const FileChange changes[] = {replaced("a", "old a", "new a")};
  std::size_t refusals = 0;
  for (std::size_t first = 1; first < more_calls_than_a_commit_makes; ++first) {
    bool came = false;
    for (std::size_t then = first; then < more_calls_than_a_commit_makes; ++then) {
      Scene scene(options());
      Workspace workspace = scene.open(scene.memory);
      bool both = false;
      scene.memory.before_call(first, [&] {
        came = true;
        scene.others.replace("/root/a", "the first");
      });
      if (then > first) {
        scene.memory.before_call(then, [&] {
          both = true;
          scene.others.replace("/root/a", "the second");
        });
      }
      const Result<CommitReceipt> receipt = commit(workspace, changes);
      refusals += receipt ? 0 : 1;
      if (!came || (then > first && !both)) break;
      ASSERT_EQ(scene.others.read("/root/a"), both ? "the second" : "the first") << "before calls " << first << " and " << then;
    }
    if (!came) break;
  }
  EXPECT_GT(refusals, 0U);
}

TEST_P(Interference, AFileThatWasMadeAndThenWrittenToByOthersIsTheirs) {
  const FileChange changes[] = {{ChangeKind::create, "d", "new d"}, replaced("a", "old a", "new a")};
  std::size_t written = 0;
  for (std::size_t call = 1; call < more_calls_than_a_commit_makes; ++call) {
    Scene scene(options());
    Workspace workspace = scene.open(scene.memory);
    bool came = false;
    bool wrote = false;
    scene.memory.before_call(call, [&] {
      came = true;
      wrote = scene.others.read("/root/d").has_value();
      scene.others.append("/root/d", " and theirs");
      scene.others.replace("/root/a", "their a");  // which refuses the whole
    });
    const Result<CommitReceipt> receipt = commit(workspace, changes);
    if (!came) break;
    if (!wrote) continue;
    ++written;
    ASSERT_EQ(scene.others.read("/root/d"), "new d and theirs") << "before call " << call << (receipt ? "" : ", refused");
    ASSERT_EQ(scene.others.read("/root/a"), "their a") << "before call " << call;
  }
  EXPECT_GT(written, 0U);
}

TEST_P(Interference, AlsoIfTheProcessDiesAndARecoveryTakesItBack) {
  const FileChange changes[] = {{ChangeKind::create, "d", "new d"}, replaced("a", "old a", "new a")};
  std::size_t written = 0;
  for (std::size_t call = 1; call < more_calls_than_a_commit_makes; ++call) {
    Scene scene(options());
    bool stopped = false;
    {
      FaultyFileSystem fs(scene.memory);
      Workspace workspace = scene.open(fs);
      fs.stop_at(fs.calls() + call);
      try {
        (void)commit(workspace, changes);
      } catch (const Stopped&) {
        stopped = true;
      }
    }
    scene.memory.end_process();
    if (!stopped) break;
    if (!scene.others.read("/root/d")) continue;
    scene.others.append("/root/d", " and theirs");
    ++written;
    (void)scene.open(scene.memory);
    ASSERT_EQ(scene.others.read("/root/d"), "new d and theirs") << "stopped at call " << call;
  }
  EXPECT_GT(written, 0U);
}

// Nothing but the look just before stands between a file that is rewritten in place and others.
TEST_P(Interference, WhatOthersDidBeforeAFileIsRewrittenInPlaceIsNotOverwritten) {
  MemoryOptions unknown_mounts = options();
  unknown_mounts.tells_mounts = false;
  const FileChange changes[] = {replaced("a", "old a", "new a")};
  enum class Deed { replace, map, map_at_once };
  for (const Deed deed : {Deed::replace, Deed::map, Deed::map_at_once}) {
    if (deed == Deed::map_at_once && GetParam()) continue;  // no lease knows of it, and no time and no size tells
    std::size_t lost = 0;
    std::size_t meetings = 0;
    for (std::size_t call = 1; call < more_calls_than_a_commit_makes; ++call) {
      Scene scene(unknown_mounts);
      Workspace workspace = scene.open(scene.memory);
      bool came = false;
      scene.memory.before_call(call, [&] {
        came = true;
        if (deed == Deed::replace) return scene.others.replace("/root/a", "their a");
        if (deed == Deed::map) scene.memory.advance(one_second);
        scene.others.rewrite_mapped("/root/a", "their");  // as long as the old bytes
      });
      (void)commit(workspace, changes, {.in_place = true});
      if (!came) break;
      ++meetings;
      const std::optional<std::string> found = scene.others.read("/root/a");
      if (found == "new a") ++lost;
    }
    EXPECT_GT(meetings, 10U);
    EXPECT_LE(lost, 4U) << "only between the last look and the write";
  }
}

// Others come twice, and then a call fails: whatever is answered, the bytes that they wrote are in the root or are kept.
class TwiceAndAFailure : public testing::TestWithParam<bool> {
 protected:
  using Deed = std::function<void(ForeignParty&)>;

  static void check(const std::vector<FileChange>& changes, const Deed& deed, const Deed& again, std::string_view once,
                    std::string_view twice) {
    const MemoryOptions portable{.exchange = false, .move_new = false, .make_unnamed = false, .leases = false};
    const MemoryOptions options = GetParam() ? MemoryOptions{.leases = false} : portable;
    bool came = true;
    for (std::size_t first = 1; came && first < more_calls_than_a_commit_makes; ++first) {
      for (std::size_t then = first; then < first + 8; ++then) {
        for (std::size_t failing = then + 1; failing < then + 12; ++failing) {
          Scene scene(options);
          came = false;
          bool both = false;
          {
            FaultyFileSystem fs(scene.memory);
            Workspace workspace = scene.open(fs);
            fs.fail_at(fs.calls() + failing, EIO, Repeat::once);
            scene.memory.before_call(first, [&] {
              came = true;
              deed(scene.others);
            });
            if (then > first) {
              scene.memory.before_call(then, [&] {
                both = true;
                again(scene.others);
              });
            }
            (void)commit(workspace, changes);
          }
          scene.memory.end_process();
          ASSERT_TRUE(Workspace::open(scene.memory, {.root = {.path = "/root"}, .state = {.folder = "/state"}}));
          if (!came || once.empty()) continue;
          const std::string_view theirs = both ? twice : once;
          const auto holds = [&](const auto& file) { return file.second.contains(theirs); };
          ASSERT_TRUE(std::ranges::any_of(scene.others.tree("/root"), holds) ||
                      std::ranges::any_of(scene.others.tree("/state"), holds))
              << "before calls " << first << " and " << then << ", failed at " << failing << ": "
              << testing::PrintToString(scene.others.tree("/root"));
        }
      }
    }
  }
};

TEST_P(TwiceAndAFailure, LoseNothing) {
  const Deed replace = [](ForeignParty& others) { others.replace("/root/a", "first"); };
  const Deed replace_again = [](ForeignParty& others) { others.replace("/root/a", "second"); };
  const Deed make_again = [](ForeignParty& others) {
    if (!others.read("/root/a")) others.make_file("/root/a", "second");
  };
  const Deed take_away = [](ForeignParty& others) { others.remove("/root/d"); };
  const Deed make_a_folder = [](ForeignParty& others) {
    others.remove("/root/a");
    others.make_folder("/root/a");
  };
  const Deed clean_up = [](ForeignParty& others) {
    for (const auto& [name, bytes] : others.tree("/root")) {
      if (name.starts_with(".kg")) others.remove(concat("/root/", name));
    }
  };
  const FileChange replacing = replaced("a", "old a", "new a");
  const FileChange removing{ChangeKind::remove, "a", {}, {}, sha256("old a")};
  const FileChange moving{ChangeKind::move, "a", {}, "d", sha256("old a")};
  const FileChange creating{ChangeKind::create, "e", "new e"};
  // Without the kernel's help a moment is left open, and nothing is promised but that it goes on.
  const std::string_view once = GetParam() ? "first" : "";
  check({replacing}, replace, replace_again, once, "second");
  check({removing}, replace, make_again, once, "first");
  check({moving}, take_away, take_away, "", "");
  check({creating, replacing}, make_a_folder, make_a_folder, "", "");
  check({creating, replacing}, clean_up, clean_up, "", "");
}

INSTANTIATE_TEST_SUITE_P(Kernels, TwiceAndAFailure, testing::Bool(),
                         [](const auto& tried) { return tried.param ? "Exchange" : "Portable"; });

TEST(AFileWithAnotherName, KeepsItsLateBytesThere) {
  const FileChange changes[] = {replaced("a", "old a", "new a")};
  for (std::size_t call = 1; call < more_calls_than_a_commit_makes; ++call) {
    Scene scene({.leases = false});
    Workspace workspace = scene.open(scene.memory);
    const Handle root = scene.memory.open_root("/root").value();
    ASSERT_TRUE(scene.memory.link(root, "a", root, "twin"));
    bool came = false;
    scene.memory.before_call(call, [&] {
      came = true;
      scene.others.rewrite_mapped("/root/twin", "later");
    });
    (void)commit(workspace, changes);
    if (!came) break;
    EXPECT_EQ(scene.others.read("/root/twin"), "later");
  }
}

INSTANTIATE_TEST_SUITE_P(Leases, Interference, testing::Bool(),
                         [](const auto& tried) { return tried.param ? "Granted" : "Unavailable"; });

}  // namespace
}  // namespace kedge
