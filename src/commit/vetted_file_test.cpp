// A file that was allowed to be written when a change was planned, and what it is once the change is committed.
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>

#include "commit/commit.hpp"
#include "tests/support/foreign_party.hpp"

namespace kedge {
namespace {

FileChange rewriting(std::string path, std::string_view old, std::string content) {
  return {ChangeKind::replace, std::move(path), std::move(content), {}, sha256(old)};
}

class VettedFile : public testing::Test {
 protected:
  VettedFile() { others.make_folder("/state"); }

  Result<CommitReceipt> run(const std::vector<FileChange>& changes) {
    Workspace workspace = Workspace::open(fs, {.root = {.path = "/root"}, .state = {.folder = "/state"}}).value();
    return commit(workspace, changes);
  }
  Code refused(const std::vector<FileChange>& changes) {
    const auto before = others.tree("/root");
    const Result<CommitReceipt> receipt = run(changes);
    EXPECT_FALSE(receipt);
    EXPECT_EQ(others.tree("/root"), before);
    return receipt ? Code::indeterminate : receipt.error().code;
  }

  MemoryFileSystem fs;
  ForeignParty others{fs};
};

// A file that was allowed to be written when the change was planned is opened without being looked for.
TEST_F(VettedFile, AVettedFileIsHeldToWhatItIsOnceItIsOpen) {
  const auto vetted = [&] {
    FileChange change = rewriting("a", "old a", "new a");
    change.vetted = Vetted{"a", fs.look_at(fs.open_root("/root").value(), "a")->identity};
    return change;
  };
  const auto put = [&](const std::function<void()>& meanwhile) {
    others.replace("/root/a", "old a");
    const FileChange change = vetted();
    meanwhile();
    return change;
  };
  const auto bytes = [&] { return others.read("/root/a"); };
  EXPECT_TRUE(run({put([] {})}));
  EXPECT_EQ(bytes(), "new a");

  EXPECT_TRUE(run({put([&] { others.replace("/root/a", "old a"); })})) << "another file with the same bytes";
  EXPECT_EQ(bytes(), "new a");
  EXPECT_EQ(refused({put([&] { others.replace("/root/a", "other"); })}), Code::file_version_mismatch);
  EXPECT_EQ(refused({put([&] { others.rewrite("/root/a", "other"); })}), Code::file_version_mismatch);
  EXPECT_EQ(refused({put([&] { others.remove("/root/a"); })}), Code::not_found);
  EXPECT_EQ(refused({put([&] { others.set_permissions("/root/a", 0444); })}), Code::permission_denied);
  EXPECT_EQ(refused({put([&] { others.set_obstacle("/root/a", "immutable"); })}), Code::permission_denied);

  const FileChange with_two_names = put([&] {
    const Handle root = fs.open_root("/root").value();
    ASSERT_TRUE(fs.link(root, "a", root, "twin"));
  });
  const Result<CommitReceipt> split = run({with_two_names});
  ASSERT_TRUE(split);
  EXPECT_EQ(split->files.front().hard_links_broken, 1U);
  EXPECT_EQ(others.read("/root/twin"), "old a");

  EXPECT_EQ(refused({put([&] {
              others.remove("/root/twin");
              const Handle root = fs.open_root("/root").value();
              ASSERT_TRUE(fs.link(root, "a", root, ".env"));
            })}),
            Code::path_protected)
      << "its other name may not even be read";
  others.remove("/root/.env");

  EXPECT_TRUE(run({put([&] {
    others.remove("/root/a");
    others.make_file("/root/target", "old a");
    others.make_link("/root/a", "target");
  })}))
      << "a link is followed, as always";
  EXPECT_EQ(others.read("/root/target"), "new a");
}

// Whoever puts a read-only file there between two calls does not see it replaced by the judgement of the one before.
TEST_F(VettedFile, AFileThatTookThePlaceOfTheOneFoundIsJudgedItself) {
  constexpr std::size_t never = 1000;
  std::size_t calls = 0, replaced = 0;
  for (std::size_t call = never; call > 0; call = std::min(call - 1, calls)) {
    MemoryFileSystem disk;
    ForeignParty somebody{disk};
    somebody.make_file("/root/a", "old a", 0751);
    somebody.make_folder("/state");
    Workspace workspace = Workspace::open(disk, {.root = {.path = "/root"}, .state = {.folder = "/state"}}).value();
    const std::size_t before = disk.calls();
    disk.before_call(call, [&] {
      somebody.replace("/root/a", "old a");
      somebody.set_permissions("/root/a", 0444);
    });
    const Result<CommitReceipt> receipt = commit(workspace, std::vector{rewriting("a", "old a", "new a")});
    if (call == never) {
      ASSERT_TRUE(receipt);
      calls = disk.calls() - before;
    }
    if (somebody.read("/root/a") == "new a") {
      EXPECT_EQ(disk.look_at(disk.open_root("/root").value(), "a")->permissions, 0751U) << "before call " << call;
      if (call != never) ++replaced;
    }
  }
  EXPECT_GT(calls, 20U);
  EXPECT_LE(replaced, 2U) << "only between the last look and the step, where the lease is asked about";
}

}  // namespace
}  // namespace kedge
