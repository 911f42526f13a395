// Commits on a disk whose calls fail: what is told is what is there, and the next process leaves all of it or nothing. The
// model (tests/model) has every call of many changes; here is what it has no change for.
#include <gtest/gtest.h>

#include <cerrno>
#include <map>

#include "commit/commit.hpp"
#include "support/strings.hpp"
#include "tests/support/faulty_file_system.hpp"
#include "tests/support/foreign_party.hpp"

namespace kedge {
namespace {

class FailingCalls : public testing::Test {
 protected:
  FailingCalls() {
    others.make_file("/root/a", "old a", 0751);
    others.make_file("/root/made/for/it", "it");
    others.make_folder("/state");
    // A file that was removed comes back with its metadata, and one goes with the folders that were made for it.
    restored.attributes = fs.attributes_of(fs.open_file(fs.open_root("/root").value(), "a").value()).value();
    taken_back.folders_to_remove = 2;
  }

  static WorkspaceSettings settings() { return {.root = {.path = "/root"}, .state = {.folder = "/state"}}; }
  static std::map<std::string, std::string> files_in(MemoryFileSystem& memory) {
    std::map<std::string, std::string> files = ForeignParty(memory).tree("/root");
    std::erase_if(files, [](const auto& file) { return file.first.ends_with('/'); });
    return files;
  }

  std::map<std::string, std::string> after(const std::vector<FileChange>& changes) {
    MemoryFileSystem whole({}, fs.disk());
    Workspace workspace = Workspace::open(whole, settings()).value();
    EXPECT_TRUE(commit(workspace, changes, {}));
    return files_in(whole);
  }

  // With a failure at this call, and another one at a later call; 0: none. False: it is beyond the last call.
  bool holds(const std::vector<FileChange>& changes, const std::map<std::string, std::string>& done_files, std::size_t call,
             int error, std::size_t second = 0, int second_error = 0) {
    MemoryFileSystem memory({}, fs.disk());
    FaultyFileSystem inner(memory);
    FaultyFileSystem failing(static_cast<FileSystem&>(inner));
    bool done = false;
    bool indeterminate = false;
    {
      Workspace workspace = Workspace::open(failing, settings()).value();
      failing.fail_at(failing.calls() + call, error, Repeat::once);
      if (second > 0) inner.fail_at(inner.calls() + second - 1, second_error, Repeat::once);
      const Result<CommitReceipt> receipt = commit(workspace, changes, {});
      done = receipt.has_value();
      indeterminate = !done && receipt.error().code == Code::indeterminate;
    }
    if (failing.broken_call().empty()) return false;
    SCOPED_TRACE(
        concat("error ", error, " at call ", call, ": ", failing.broken_call(), "; ", second_error, " at call ", second));
    const auto before = files_in(fs);
    EXPECT_TRUE(indeterminate || files_in(memory) == (done ? done_files : before));
    memory.end_process();
    EXPECT_TRUE(Workspace::open(memory, settings()));
    const auto left = files_in(memory);
    EXPECT_TRUE(left == before || left == done_files);
    EXPECT_TRUE(!done || left == done_files);
    return true;
  }

  MemoryFileSystem fs;
  ForeignParty others{fs};
  FileChange restored{ChangeKind::create, "again", "was there before"};
  FileChange taken_back{ChangeKind::remove, "made/for/it", {}, {}, sha256("it")};
  FileChange replaced{ChangeKind::replace, "a", "new a", {}, sha256("old a")};
};

TEST_F(FailingCalls, LeaveAllOrNothing) {
  for (const std::vector<FileChange>& changes :
       {std::vector{restored}, std::vector{taken_back}, std::vector{restored, taken_back, replaced}}) {
    const auto done = after(changes);
    for (const int error : {EIO, ENOENT}) {
      for (std::size_t call = 1; holds(changes, done, call, error); ++call) {
      }
    }
  }
}

// The second failure meets what the first has to be answered with.
TEST_F(FailingCalls, LeaveAllOrNothingAlsoIfAnotherFollows) {
  constexpr std::size_t reach = 8;
  const std::vector<FileChange> changes{replaced};
  const auto done = after(changes);
  for (std::size_t call = 1; holds(changes, done, call, EIO); ++call) {
    for (std::size_t second = call + 1; second <= call + reach; ++second) holds(changes, done, call, EIO, second, ENOENT);
  }
}

}  // namespace
}  // namespace kedge
