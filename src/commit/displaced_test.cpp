#include "commit/displaced.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cerrno>
#include <set>
#include <utility>

#include "commit/commit.hpp"
#include "support/strings.hpp"
#include "test_form.hpp"
#include "tests/support/faulty_file_system.hpp"
#include "tests/support/foreign_party.hpp"

namespace kedge {
namespace {

FileChange replacement(std::string path, std::string_view old, std::string content) {
  return {ChangeKind::replace, std::move(path), std::move(content), {}, sha256(old)};
}

class DisplacedTest : public testing::Test {
 protected:
  DisplacedTest() {
    others.make_file("/root/a", "old a", 0751);
    others.make_folder("/state");
  }

  Workspace open() { return Workspace::open(fs, {.root = {.path = "/root"}, .state = {.folder = "/state"}}).value(); }
  Result<CommitReceipt> run(const FileChange& change) {
    Workspace workspace = open();
    return commit(workspace, {&change, 1});
  }

  MemoryFileSystem fs;
  ForeignParty others{fs};
};

TEST_F(DisplacedTest, ADisplacedFileIsLookedAtOnceMoreAndItsLateBytesAreKept) {
  ASSERT_TRUE(run(replacement("a", "old a", "new a")));
  // Whoever had the old file open has written to it.
  std::string displaced;
  for (const auto& [path, bytes] : others.tree("/state")) {
    if (bytes == "old a") displaced = "/state/" + path;
  }
  ASSERT_NE(displaced, "");
  others.append(displaced, " and late");
  fs.advance(3'000'000'000);
  const Workspace workspace = open();
  ASSERT_EQ(workspace.warnings().size(), 1U);
  EXPECT_NE(workspace.warnings()[0].find("a: bytes that another program wrote"), std::string::npos) << workspace.warnings()[0];
  const auto state = others.tree("/state");
  EXPECT_TRUE(std::ranges::any_of(state, [](const auto& file) {
    return file.first.find("/kept/a.") != std::string::npos && file.second == "old a and late";
  }));
}

TEST_F(DisplacedTest, DisplacedFilesStayTwoSecondsHoweverManyThereAre) {
  const int changes = is_long_form() ? 300 : 100;
  std::string now = "old a";
  for (int i = 0; i < changes; ++i) {
    std::string next = concat("version ", i);
    ASSERT_TRUE(run(replacement("a", now, next)));
    now = std::move(next);
    fs.advance(1'500'000'000 / changes);
  }
  std::set<std::string> waiting;
  for (const auto& [path, bytes] : others.tree("/state")) waiting.insert(bytes);
  EXPECT_TRUE(waiting.contains("old a")) << "one and a half seconds ago";
  for (int i = 0; i + 1 < changes; ++i) EXPECT_TRUE(waiting.contains(concat("version ", i))) << i;
  fs.advance(3'000'000'000);
  for (int i = 0; i < changes; ++i) {
    std::string next = concat("again ", i);
    ASSERT_TRUE(run(replacement("a", now, next)));
    now = std::move(next);
    fs.advance(250'000'000);
  }
  for (const auto& [path, bytes] : others.tree("/state")) EXPECT_FALSE(bytes.starts_with("version 1")) << "the oldest go first";
}

TEST_F(DisplacedTest, IfOneCannotBeRemovedTheNextChangeIsRefusedAndTheOneAfterItIsMade) {
  std::size_t call = 1;
  int refused = 0;
  for (;; ++call) {
    MemoryFileSystem memory({}, fs.disk());
    FaultyFileSystem failing(memory);
    Workspace workspace = Workspace::open(failing, {.root = {.path = "/root"}, .state = {.folder = "/state"}}).value();
    const FileChange first = replacement("a", "old a", "new a");
    ASSERT_TRUE(commit(workspace, {&first, 1}));
    memory.advance(3'000'000'000);
    failing.fail_at(failing.calls() + call, EIO, Repeat::once);
    const FileChange second = replacement("a", "new a", "newer a");
    const Result<CommitReceipt> made = commit(workspace, {&second, 1});
    if (failing.broken_call().empty()) break;
    const std::string now = ForeignParty(memory).read("/root/a").value_or("");
    if (made) EXPECT_EQ(now, "newer a") << call;
    if (!made && made.error().code != Code::indeterminate) EXPECT_EQ(now, "new a") << call << failing.broken_call();
    if (!made) ++refused;
    if (now != "new a") continue;
    EXPECT_TRUE(commit(workspace, {&second, 1})) << call << failing.broken_call();
  }
  EXPECT_GT(refused, 3);
}

TEST_F(DisplacedTest, DisplacedFilesStayTwoSecondsAlsoBetweenSlowChanges) {
  std::string now = "old a";
  for (int i = 0; i < 5; ++i) {
    std::string next = concat("version ", i);
    ASSERT_TRUE(run(replacement("a", now, next)));
    now = std::move(next);
    fs.advance(300'000'000);
  }
  std::set<std::string> waiting;
  for (const auto& [path, bytes] : others.tree("/state")) waiting.insert(bytes);
  EXPECT_TRUE(waiting.contains("old a")) << "one and a half seconds ago";
  for (int i = 0; i < 4; ++i) EXPECT_TRUE(waiting.contains(concat("version ", i))) << i;
}

TEST_F(DisplacedTest, DisplacedFilesOfAQuickSeriesAreRemovedAfterwardsUnlessTheyAreMany) {
  Workspace workspace = open();
  std::string now = "old a";
  int version = 0;
  const auto change = [&](int count, std::size_t bytes = 0) {
    for (int i = 0; i < count; ++i) {
      std::string next = concat("version ", ++version, std::string(bytes, '.'));
      const FileChange changes[] = {replacement("a", now, next)};
      ASSERT_TRUE(commit(workspace, changes));
      now = std::move(next);
    }
  };
  const auto waiting = [&] {
    const auto state = others.tree("/state");
    return std::ranges::count_if(state, [](const auto& file) { return file.first.ends_with(".done"); });
  };
  change(200);
  EXPECT_EQ(waiting(), 200);
  fs.advance(3'000'000'000);
  change(1);
  EXPECT_EQ(waiting(), 201) << "no change has to wait for it";
  const auto rest = [&] { return workspace.displaced_at_rest().remove_some(fs, workspace.state()); };
  EXPECT_EQ(rest(), 2'000'000'001);
  EXPECT_EQ(waiting(), 201) << "there was a change just now";
  fs.advance(3'000'000'000);
  for (int left = 193; left > 0; left -= 8) {
    EXPECT_TRUE(rest());
    EXPECT_EQ(waiting(), left) << "a few at a time";
  }
  EXPECT_EQ(rest(), std::nullopt);
  EXPECT_EQ(waiting(), 0);
  constexpr std::size_t megabyte = 1'000'000;
  change(140, megabyte);
  EXPECT_EQ(waiting(), 140) << "not even those that take much room, for two seconds";
  fs.advance(3'000'000'000);
  change(8, megabyte);
  EXPECT_LT(waiting(), 140) << "then they go at once";
}

}  // namespace
}  // namespace kedge
