// Two commits of one process that have the root's lock together: the second one is made in between two calls of the first one.
// Wherever the process or the power ends, each of them is there as a whole or not at all, and what was acknowledged is there.
#include <gtest/gtest.h>

#include "model/model_run.hpp"
#include "model/survivor.hpp"
#include "support/strings.hpp"
#include "test_form.hpp"

namespace kedge::model {
namespace {

const std::size_t stops_between = is_long_form() ? 1 : 13;
const std::uint64_t cuts_of_a_pair = is_long_form() ? 12 : 3;

const Files& files_of_pairs() {
  static const Files files{{"a", {"the old a\n"}}, {"b", {"the old b\n"}}, {"sub/", {"", 0}}, {"sub/c", {"the old c\n", 0755}}};
  return files;
}

struct Changes {
  FileChange first;
  FileChange second;
};

std::vector<Changes> pairs() {
  const Files& files = files_of_pairs();
  return {{replace(files, "a", "the new a\n"), replace(files, "b", "the new b, which is longer\n")},
          {replace(files, "sub/c", "the new c\n"), replace(files, "a", "the new a\n")}};
}

struct BothRan {
  bool has_met = false;
  bool stopped = false;
  bool first_acknowledged = false;
  bool second_acknowledged = false;
  std::optional<Error> refused = std::nullopt;
};

// The second one before the n-th call of the first one; the process ends at a call of either of them, if `stop` is not 0.
BothRan run_both(MemoryFileSystem& memory, const Changes& pair, std::size_t call, std::size_t stop) {
  BothRan ran;
  {
    FaultyFileSystem fs(memory);
    const auto make = [&](Workspace& workspace, const FileChange& change, const CommitOptions& options, bool& acknowledged) {
      const Result<CommitReceipt> receipt = commit(workspace, std::span(&change, 1), options);
      acknowledged = receipt.has_value();
      if (!receipt) ran.refused = receipt.error();
    };
    try {
      Workspace workspace = Workspace::open(fs, workspace_settings()).value();
      if (stop > 0) fs.stop_at(fs.calls() + stop);
      CommitOptions options;
      options.after_lock_wait = [&](std::int64_t, bool) {
        memory.before_call(call, [&] {
          ran.has_met = true;
          make(workspace, pair.second, {}, ran.second_acknowledged);
        });
      };
      make(workspace, pair.first, options, ran.first_acknowledged);
    } catch (const Stopped&) {
      ran.stopped = true;
    }
  }
  memory.end_process();
  return ran;
}

bool is_as(const Files& found, const Files& wanted, const std::string& path) { return found.at(path) == wanted.at(path); }

class SharedRound : public testing::TestWithParam<Setting> {};

TEST_P(SharedRound, EachCommitWhollyOrNotAtAll) {
  RepeatableRandom random(run_seed());
  std::size_t states = 0;
  std::size_t meetings = 0;
  for (const Changes& pair : pairs()) {
    const MemoryDisk disk = disk_with(GetParam(), files_of_pairs());
    const FileChange both[] = {pair.first, pair.second};
    const Files done = after(files_of_pairs(), both);
    for (std::size_t call = 1;; ++call) {
      MemoryFileSystem whole(options_for(GetParam(), 1), disk);
      const BothRan to_the_end = run_both(whole, pair, call, 0);
      ASSERT_FALSE(to_the_end.refused) << to_text(*to_the_end.refused) << " at call " << call;
      if (!to_the_end.has_met) break;
      ASSERT_EQ(files_of(whole), done) << "at call " << call;
      ++meetings;
      for (std::size_t stop = 1 + random.below(stops_between);; stop += 1 + random.below(2 * stops_between - 1)) {
        MemoryFileSystem stopped(options_for(GetParam(), 1), disk);
        const BothRan ran = run_both(stopped, pair, call, stop);
        for (std::uint64_t seed = 0; seed <= cuts_of_a_pair; ++seed) {
          MemoryFileSystem left(options_for(GetParam(), 2), stopped.disk());
          if (seed > 0) left.crash(seed);  // the first is the end of the process only
          MemoryFileSystem recovered(options_for(GetParam(), 2), left.disk());
          ASSERT_FALSE(run(recovered, {}, 0).refused);
          const Files found = files_of(recovered);
          const std::string where = concat("met at call ", call, ", stopped at ", stop, ", power cut ", seed);
          for (const auto& [change, acknowledged] :
               {std::pair(&pair.first, ran.first_acknowledged), std::pair(&pair.second, ran.second_acknowledged)}) {
            ASSERT_TRUE(found.contains(change->path)) << where;
            const bool is_new = is_as(found, done, change->path);
            ASSERT_TRUE(is_new || is_as(found, files_of_pairs(), change->path)) << where;
            ASSERT_TRUE(is_new || !acknowledged) << change->path << ": " << where;
          }
          ++states;
          ASSERT_TRUE(recovers(left, {&found}, random)) << where;
          if (seed == 1 && stop % 5 == 0) ASSERT_TRUE(goes_on(left, random)) << where;
        }
        if (!ran.stopped) break;
      }
    }
  }
  EXPECT_GT(meetings, 50U);
  tell("crash_states", states, "crash states");
}

INSTANTIATE_TEST_SUITE_P(Settings, SharedRound, testing::Values(settings[0], settings[1]),
                         [](const auto& tried) { return std::string(tried.param.name); });

}  // namespace
}  // namespace kedge::model
