#include "engine/transaction.hpp"

#include <gtest/gtest.h>

#include <cerrno>

#include "engine/commit.hpp"
#include "fs/faulty_file_system.hpp"
#include "fs/foreign_party.hpp"
#include "support/strings.hpp"

namespace kedge {
namespace {

TEST(TakenBack, AStagedFileThatSomebodyRemovedIsNotMissed) {
  const WorkspaceSettings settings{.root = {.path = "/root"}, .state = {.folder = "/state"}};
  const FileChange changes[] = {{ChangeKind::replace, "a", "new a", {}, sha256("old a")}};
  std::size_t refusals = 0;
  for (std::size_t call = 1; call < 60; ++call) {
    MemoryFileSystem memory;
    ForeignParty others(memory);
    others.make_file("/root/a", "old a");
    others.make_folder("/state");
    Result<CommitReceipt> receipt = std::unexpected(refuse(Code::busy));
    {
      FaultyFileSystem fs(memory);
      Workspace workspace = Workspace::open(fs, settings).value();
      memory.before_call(call, [&] {
        for (const auto& [path, bytes] : others.tree("/state")) {
          if (bytes == "new a") others.remove(concat("/state/", path));
        }
      });
      fs.fail_at(fs.calls() + call + 1, EIO, Repeat::once);
      receipt = commit(workspace, changes);
    }
    memory.end_process();
    const bool unclear = !receipt && receipt.error().code == Code::indeterminate;  // a sync behind the step has failed
    const std::optional<std::string> left = others.read("/root/a");
    if (!unclear) EXPECT_EQ(left, receipt ? "new a" : "old a") << call;
    EXPECT_TRUE(Workspace::open(memory, settings)) << call;
    EXPECT_EQ(others.read("/root/a"), left) << call;
    if (!receipt && !unclear) ++refusals;
  }
  EXPECT_GT(refusals, 10U);
}

}  // namespace
}  // namespace kedge
