// What a commit left undone, or a recovery took back, somebody then does by other means, and makes it certain. The record of
// the commit must not come back after a power cut and take it for its own.
#include <gtest/gtest.h>

#include <cerrno>
#include <iostream>

#include "model/fixed_batches.hpp"
#include "model/survivor.hpp"
#include "support/strings.hpp"
#include "test_form.hpp"

namespace kedge::model {
namespace {

const std::uint64_t cuts = is_long_form() ? 8 : 2;

// By somebody else, file by file.
void do_and_make_certain(MemoryFileSystem& memory, const Files& before, const Files& wanted) {
  ForeignParty user(memory);
  for (const auto& [path, file] : before) {
    if (!wanted.contains(path)) user.remove(concat("/root/", path));
  }
  for (const auto& [path, file] : wanted) {
    const auto found = before.find(path);
    if (path.ends_with('/') || (found != before.end() && found->second == file)) continue;
    user.make_file(concat("/root/", path), file.bytes, file.permissions);
  }
  MemoryDisk& disk = memory.disk();
  disk.sync(*disk.resolve("/root"));
  for (const auto& [path, file] : wanted) disk.sync(*disk.resolve(concat("/root/", path)));
}

class LaterDeeds : public testing::TestWithParam<Setting> {
 protected:
  void check(MemoryFileSystem& memory, const FixedBatch& batch, const Files& done) {
    do_and_make_certain(memory, batch.before, done);
    for (std::uint64_t seed = 1; seed <= cuts; ++seed) {
      MemoryFileSystem cut(options_for(GetParam(), 2), memory.disk());
      cut.crash(seed);
      RepeatableRandom random(++tried);
      ASSERT_TRUE(recovers(cut, {&done}, random)) << "power cut " << seed;
    }
  }

  std::size_t tried = 0;
};

TEST_P(LaterDeeds, StayWhereACommitWasRefused) {
  for (const FixedBatch& batch : fixed_batches_for(GetParam())) {
    const MemoryDisk disk = disk_with(GetParam(), batch.before);
    const Files done = after(batch.before, batch.changes);
    for (std::size_t call = 1;; ++call) {
      MemoryFileSystem memory(options_for(GetParam(), 1), disk);
      bool refused = false;
      std::string failed_call;
      {
        FaultyFileSystem fs(memory);
        Workspace workspace = Workspace::open(fs, workspace_settings()).value();
        fs.fail_at(fs.calls() + call, EIO, Repeat::once);
        refused = !commit(workspace, batch.changes, in_place_if_need_be);
        failed_call = fs.broken_call();
      }
      memory.end_process();
      if (failed_call.empty()) break;
      if (!refused || files_of(memory) != batch.before) continue;
      check(memory, batch, done);
      ASSERT_FALSE(HasFailure()) << batch.name << ": failed at call " << call << " (" << failed_call << ")";
    }
  }
  std::cout << tried << " power cuts\n";
}

TEST_P(LaterDeeds, StayWhereARecoveryHasTakenACommitBack) {
  for (const FixedBatch& batch : fixed_batches_for(GetParam())) {
    const MemoryDisk disk = disk_with(GetParam(), batch.before);
    const Files done = after(batch.before, batch.changes);
    for (std::size_t call = 1;; ++call) {
      MemoryFileSystem memory(options_for(GetParam(), 1), disk);
      const Ran ran = run(memory, std::span(&batch.changes, 1), call);
      if (!ran.stopped) break;
      ASSERT_FALSE(run(memory, {}, 0).refused);
      if (files_of(memory) != batch.before) continue;
      check(memory, batch, done);
      ASSERT_FALSE(HasFailure()) << batch.name << ": stopped at call " << call << " (" << ran.at_call << ")";
    }
  }
  std::cout << tried << " power cuts\n";
}

INSTANTIATE_TEST_SUITE_P(Settings, LaterDeeds, testing::ValuesIn(settings),
                         [](const auto& tried) { return std::string(tried.param.name); });
INSTANTIATE_TEST_SUITE_P(InPlace, LaterDeeds, testing::ValuesIn(settings_in_place),
                         [](const auto& tried) { return std::string(tried.param.name); });

}  // namespace
}  // namespace kedge::model
