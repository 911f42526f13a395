// What can be done while a change becomes durable.
#include <gtest/gtest.h>

#include <algorithm>
#include <new>

#include "commit/commit.hpp"
#include "tests/support/faulty_file_system.hpp"
#include "tests/support/foreign_party.hpp"

namespace kedge {
namespace {

class WhenChanged : public testing::Test {
 protected:
  WhenChanged() {
    others.make_file("/root/a", "old a");
    others.make_file("/root/b", "old b");
    others.make_folder("/state");
  }
  static FileChange replacement(std::string path, std::string_view old, std::string content) {
    return {ChangeKind::replace, std::move(path), std::move(content), {}, sha256(old)};
  }
  Result<CommitReceipt> run(FileSystem& on, const std::vector<FileChange>& changes, const CommitOptions& options) {
    Workspace workspace = Workspace::open(on, {.root = {.path = "/root"}, .state = {.folder = "/state"}}).value();
    return commit(workspace, changes, options);
  }
  std::vector<std::string> left_in_tx() {
    std::vector<std::string> names;
    for (const auto& [path, bytes] : others.tree("/state")) {
      const std::size_t found = path.find("/tx/");
      if (found != std::string::npos && found + 4 < path.size()) names.push_back(path.substr(found + 4));
    }
    return names;
  }

  MemoryFileSystem fs;
  ForeignParty others{fs};
};

TEST_F(WhenChanged, ItIsCalledOnceWithWhatWasDone) {
  for (const Durability durability : {Durability::full, Durability::none}) {
    int calls = 0;
    CommitOptions options{.durability = durability};
    options.when_changed = [&](const CommitReceipt& receipt) {
      ++calls;
      ASSERT_EQ(receipt.files.size(), 1U);
      EXPECT_EQ(receipt.files.front().path, "a");
      EXPECT_EQ(receipt.files.front().guard, Guard::lease);
      EXPECT_EQ(others.read("/root/a"), "new a") << "the file is changed by then";
    };
    ASSERT_TRUE(run(fs, {replacement("a", "old a", "new a")}, options));
    EXPECT_EQ(calls, 1);
    options.when_changed = {};
    ASSERT_TRUE(run(fs, {replacement("a", "new a", "old a")}, options));
  }
}

TEST_F(WhenChanged, OfSeveralFilesItIsCalledAfterAllOfThem) {
  int calls = 0;
  CommitOptions options;
  options.when_changed = [&](const CommitReceipt& receipt) {
    ++calls;
    EXPECT_EQ(receipt.files.size(), 2U);
    EXPECT_EQ(others.read("/root/a"), "new a");
    EXPECT_EQ(others.read("/root/b"), "new b");
  };
  ASSERT_TRUE(run(fs, {replacement("a", "old a", "new a"), replacement("b", "old b", "new b")}, options));
  EXPECT_EQ(calls, 1);
}

TEST_F(WhenChanged, ItIsNotCalledForARefusal) {
  CommitOptions options;
  options.when_changed = [](const CommitReceipt&) { FAIL(); };
  EXPECT_FALSE(run(fs, {replacement("a", "something else", "new a")}, options));
}

TEST_F(WhenChanged, TheChangeStandsIfMemoryRunsOutInIt) {
  CommitOptions options;
  options.when_changed = [](const CommitReceipt&) { throw std::bad_alloc(); };
  EXPECT_TRUE(run(fs, {replacement("a", "old a", "new a")}, options));
  EXPECT_EQ(others.read("/root/a"), "new a");
}

// One file, whose change is on record while it becomes durable, and two, whose is not yet.
TEST_F(WhenChanged, WhereverMemoryRunsOutTheFilesAreAllOldOrAllNewAfterTheNextStart) {
  const std::vector<FileChange> one{replacement("a", "old a", "new a")};
  const std::vector<FileChange> two{replacement("a", "old a", "new a"), replacement("b", "old b", "new b")};
  for (const std::vector<FileChange>& changes : {one, two}) {
    std::size_t call = 1;
    for (;; ++call) {
      MemoryFileSystem memory({}, fs.disk());
      bool told = false;
      std::string_view broken;
      {
        FaultyFileSystem scarce(memory);
        Workspace workspace = Workspace::open(scarce, {.root = {.path = "/root"}, .state = {.folder = "/state"}}).value();
        scarce.lack_memory_at(scarce.calls() + call);
        CommitOptions options;
        options.when_changed = [&](const CommitReceipt&) { told = true; };
        try {
          [[maybe_unused]] const Result<CommitReceipt> done = commit(workspace, changes, options);
        } catch (const std::bad_alloc&) {  // NOLINT(bugprone-empty-catch)
          // The caller answers that; here it is about the files.
        }
        broken = scarce.broken_call();
      }
      if (broken.empty()) break;
      [[maybe_unused]] const Result<Workspace> next =
          Workspace::open(memory, {.root = {.path = "/root"}, .state = {.folder = "/state"}});
      const std::string a = ForeignParty(memory).read("/root/a").value_or("");
      const std::string b = ForeignParty(memory).read("/root/b").value_or("");
      EXPECT_TRUE(a == "old a" || a == "new a") << call << ' ' << broken << ": " << a;
      if (changes.size() == 2) EXPECT_EQ(a == "new a", b == "new b") << call << ' ' << broken;
      if (told) EXPECT_EQ(a, "new a") << call << ' ' << broken << ": what is on record stays";
    }
    EXPECT_GT(call, 20U);
  }
}

TEST_F(WhenChanged, AnExchangeNeedsNoJournalRecord) {
  ASSERT_TRUE(run(fs, {replacement("a", "old a", "new a")}, {}));
  const std::vector<std::string> names = left_in_tx();
  ASSERT_EQ(names.size(), 1U) << "the displaced file alone";
  EXPECT_TRUE(names.front().contains("-0=")) << names.front();
  EXPECT_TRUE(names.front().ends_with(".done")) << names.front();
}

TEST_F(WhenChanged, WhereNamesCannotBeExchangedThereIsARecord) {
  MemoryFileSystem without({.exchange = false, .leases = false}, fs.disk());
  ASSERT_TRUE(run(without, {replacement("a", "old a", "new a")}, {}));
  EXPECT_EQ(ForeignParty(without).read("/root/a"), "new a");
  const auto state = ForeignParty(without).tree("/state");
  EXPECT_TRUE(std::ranges::any_of(state, [](const auto& file) { return file.second.starts_with("kedge-journal"); }));
}

}  // namespace
}  // namespace kedge
