// Every call of a commit and of a recovery fails in every way, once or from then on. What is answered is what is on the disk.
#include <gtest/gtest.h>

#include <cerrno>

#include "model/fixed_batches.hpp"
#include "model/model_run.hpp"
#include "model/survivor.hpp"
#include "support/strings.hpp"
#include "test_form.hpp"

namespace kedge::model {
namespace {

constexpr std::array all_errors{EIO, EINTR, ENOSPC, EDQUOT, EACCES, EPERM, EMFILE, ENOMEM, EAGAIN, EROFS};
const std::span<const int> errors(all_errors.data(), is_long_form() ? all_errors.size() : 3);
const std::size_t failing_calls_between = is_long_form() ? 1 : 5;
const std::size_t calls_between_ends = is_long_form() ? 1 : 9;
constexpr std::size_t calls_to_a_second_error = 20;
constexpr std::size_t cuts_of_an_everyday_edit = 40;  // of which the effect is not known; one in twenty finds a missing sync

struct Failed {
  std::optional<Error> refused = std::nullopt;
  bool reached = false;  // the call at which it had to fail
  std::string_view at_call = {};
};

// A commit in which a call fails. The workspace was opened before, and everything is closed afterwards.
Failed commit_failing(MemoryFileSystem& memory, const Batch& batch, std::size_t call, int error, Repeat repeat) {
  Failed failed;
  {
    FaultyFileSystem fs(memory);
    Result<Workspace> workspace = Workspace::open(fs, workspace_settings());
    if (!workspace) {
      failed.refused = std::move(workspace).error();
      return failed;
    }
    fs.fail_at(fs.calls() + call, error, repeat);
    if (Result<CommitReceipt> receipt = commit(*workspace, batch, in_place_if_need_be); !receipt)
      failed.refused = std::move(receipt).error();
    failed.reached = !fs.broken_call().empty();
    failed.at_call = fs.broken_call();
  }
  memory.end_process();
  return failed;
}

// A path as `on_disk` tells of it.
std::string told_content(const Files& files, const std::string& path) {
  const auto found = files.find(path);
  if (found == files.end()) return "missing";
  std::string bytes = found->second.bytes;
  // The number of its names, which files_of() adds.
  if (bytes.ends_with(" names)")) bytes.resize(bytes.rfind(" ("));
  return to_hex(sha256(bytes));
}

class EveryError : public testing::TestWithParam<Setting> {
 protected:
  // While the fault lasts, temporary names may be left; the files themselves are as they were.
  static void check_named(const Files& found, const Files& expected, const Files& other) {
    for (const auto& [path, file] : expected) EXPECT_TRUE(found.contains(path) && found.at(path) == file) << path << " changed";
    for (const auto& [path, file] : other) {
      if (path.ends_with('/') || expected.contains(path)) continue;
      EXPECT_FALSE(found.contains(path)) << path << " is there";
    }
  }

  static void check_told(const Files& found, const Error& error) {
    const Json* const on_disk = error.facts.find("on_disk");
    ASSERT_NE(on_disk, nullptr) << "indeterminate, and no word of what is on disk";
    ASSERT_NE(on_disk->as_object(), nullptr);
    for (const auto& [path, told] : *on_disk->as_object()) {
      ASSERT_NE(told.as_string(), nullptr);
      if (told.as_string()->starts_with("unreadable")) continue;
      EXPECT_EQ(*told.as_string(), told_content(found, path)) << path;
    }
  }

  void check(MemoryFileSystem& memory, const FixedBatch& batch, const Failed& failed, std::uint64_t seed,
             std::size_t cuts = 1) {
    const Files done = after(batch.before, batch.changes);
    const Files found = files_of(memory);
    Allowed allowed{failed.refused ? &batch.before : &done};
    if (failed.refused && failed.refused->code == Code::indeterminate) {
      check_told(found, *failed.refused);
      allowed.next = &done;
      ++indeterminate;
    } else if (failed.refused) {
      check_named(found, batch.before, done);
    } else {
      check_named(found, done, batch.before);
    }
    RepeatableRandom random(seed);
    for (std::size_t i = 0; i < (allowed.next != nullptr ? cuts : 1); ++i) {
      MemoryFileSystem cut(options_for(GetParam(), 2), memory.disk());
      cut.crash(seed + i * 1'000'003);
      EXPECT_TRUE(recovers(cut, allowed, random)) << "after a power cut";
      MemoryFileSystem restarted(options_for(GetParam(), 2), memory.disk());
      if (i > 0) EXPECT_TRUE(recovers(restarted, allowed, random)) << "by another process";
    }
    EXPECT_TRUE(recovers(memory, allowed, random));
    if (seed % 16 != 0 || GetParam().in_place) return;
    EXPECT_TRUE(goes_on(memory, random));
  }

  std::size_t tried = 0;
  std::size_t indeterminate = 0;
};

TEST_P(EveryError, OfACommitIsAnsweredAsItIs) {
  for (const FixedBatch& batch : fixed_batches_for(GetParam())) {
    const MemoryDisk disk = disk_with(GetParam(), batch.before);
    for (const Repeat repeat : {Repeat::once, Repeat::from_then_on}) {
      for (const int error : errors) {
        for (std::size_t call = 1;; ++call) {
          MemoryFileSystem memory(options_for(GetParam(), 1), disk);
          const Failed failed = commit_failing(memory, batch.changes, call, error, repeat);
          if (!failed.reached) break;
          check(memory, batch, failed, ++tried);
          ASSERT_FALSE(HasFailure()) << batch.name << ": " << ::kedge::describe(OsError{error}) << " at call " << call << " ("
                                     << failed.at_call << (repeat == Repeat::once ? "), once" : "), from then on")
                                     << "\nanswer: " << (failed.refused ? to_text(*failed.refused) : "done");
        }
      }
    }
  }
  tell("model_errors", tried, concat("failures, ", indeterminate, " of them indeterminate"));
}

// The process ends, or the power does, while the steps before the failure are taken back.
TEST_P(EveryError, OfACommitThatIsCutOffAfterwardsIsMadeGood) {
  for (const FixedBatch& batch : fixed_batches_for(GetParam())) {
    const MemoryDisk disk = disk_with(GetParam(), batch.before);
    const Files done = after(batch.before, batch.changes);
    const Allowed allowed{&batch.before, &done};
    for (std::size_t call = 1;; ++call) {
      bool reached = false;
      for (std::size_t stop = call + 1;; stop += calls_between_ends) {
        MemoryFileSystem memory(options_for(GetParam(), 1), disk);
        bool stopped = false;
        {
          FaultyFileSystem fs(memory);
          Workspace workspace = Workspace::open(fs, workspace_settings()).value();
          const std::size_t opened = fs.calls();
          fs.fail_at(opened + call, EIO, Repeat::once);
          fs.stop_at(opened + stop);
          try {
            (void)commit(workspace, batch.changes, in_place_if_need_be);
            reached = !fs.broken_call().empty();
          } catch (const Stopped&) {
            reached = stopped = true;
          }
        }
        memory.end_process();
        if (!stopped) break;
        RepeatableRandom random(++tried);
        if (tried % 4 != 0) memory.crash(tried);
        ASSERT_TRUE(recovers(memory, allowed, random)) << batch.name << ": failed at call " << call << ", cut off at call "
                                                       << stop << (tried % 4 != 0 ? ", power cut" : "");
      }
      if (!reached) break;
    }
  }
  std::cout << tried << " failures that were cut off\n";
}

// The second failure meets whatever the first had to be answered with.
TEST_P(EveryError, AndASecondOneAreAnsweredAsTheyAre) {
  const std::vector<FixedBatch>& batches = fixed_batches_for(GetParam());
  for (const FixedBatch& batch : batches) {
    const MemoryDisk disk = disk_with(GetParam(), batch.before);
    // The everyday edit has no record beside its file, so that each pair is tried.
    const std::size_t step = &batch == &batches.front() ? 1 : calls_between_ends;
    for (std::size_t call = 1;; ++call) {
      bool reached = false;
      for (std::size_t second = call + 1; second <= call + calls_to_a_second_error; second += step) {
        MemoryFileSystem memory(options_for(GetParam(), 1), disk);
        Failed failed;
        {
          FaultyFileSystem inner(memory);
          FaultyFileSystem fs(static_cast<FileSystem&>(inner));
          Workspace workspace = Workspace::open(fs, workspace_settings()).value();
          fs.fail_at(fs.calls() + call, EIO, Repeat::once);
          inner.fail_at(inner.calls() + second - 1, EIO, Repeat::once);  // which the first failure did not reach
          Result<CommitReceipt> receipt = commit(workspace, batch.changes, in_place_if_need_be);
          if (!receipt) failed.refused = std::move(receipt).error();
          reached = reached || !fs.broken_call().empty();
        }
        memory.end_process();
        check(memory, batch, failed, ++tried, step == 1 ? cuts_of_an_everyday_edit : 1);
        ASSERT_FALSE(HasFailure()) << batch.name << ": failed at calls " << call << " and " << second
                                   << "\nanswer: " << (failed.refused ? to_text(*failed.refused) : "done");
      }
      if (!reached) break;
    }
  }
  std::cout << tried << " pairs of failures, " << indeterminate << " of them indeterminate\n";
}

TEST_P(EveryError, OfARecoveryIsMadeGoodByTheNext) {
  for (const FixedBatch& batch : fixed_batches_for(GetParam())) {
    const MemoryDisk disk = disk_with(GetParam(), batch.before);
    const Files done = after(batch.before, batch.changes);
    for (std::size_t stop = 1;; ++stop) {
      MemoryFileSystem stopped(options_for(GetParam(), 1), disk);
      const Ran ran = run(stopped, std::span(&batch.changes, 1), stop);
      const Allowed allowed = ran.acknowledged == 1 ? Allowed{&done} : Allowed{&batch.before, &done};
      for (const Repeat repeat : {Repeat::once, Repeat::from_then_on}) {
        for (std::size_t call = 1;; call += failing_calls_between) {
          MemoryFileSystem left(options_for(GetParam(), 2), stopped.disk());
          bool reached = false;
          {
            FaultyFileSystem fs(left);
            fs.fail_at(call, call % 2 == 0 ? EIO : ENOSPC, repeat);
            (void)Workspace::open(fs, workspace_settings());
            reached = !fs.broken_call().empty();
          }
          left.end_process();
          if (!reached) break;
          RepeatableRandom random(++tried);
          if (tried % 2 == 0) left.crash(tried);
          ASSERT_TRUE(recovers(left, allowed, random))
              << batch.name << ": stopped at call " << stop << " (" << ran.at_call << "), recovery failed at call " << call
              << (repeat == Repeat::once ? ", once" : ", from then on") << (tried % 2 == 0 ? ", power cut" : "");
        }
      }
      if (!ran.stopped) break;
    }
  }
  tell("model_errors", tried, "failures");
}

INSTANTIATE_TEST_SUITE_P(Settings, EveryError, testing::ValuesIn(settings),
                         [](const auto& tried) { return std::string(tried.param.name); });
INSTANTIATE_TEST_SUITE_P(InPlace, EveryError, testing::ValuesIn(settings_in_place),
                         [](const auto& tried) { return std::string(tried.param.name); });

}  // namespace
}  // namespace kedge::model
