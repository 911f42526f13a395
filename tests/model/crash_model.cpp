// Random batches, cut off at a random call, by the end of the process or of the power, with recovery cut off in its turn.
#include <gtest/gtest.h>

#include "model/model_run.hpp"
#include "model/random_batch.hpp"
#include "model/survivor.hpp"
#include "support/strings.hpp"

namespace kedge::model {
namespace {

constexpr std::size_t stops_of_a_case = 4;
constexpr std::size_t cuts_of_a_stop = 4;
constexpr int deepest_recovery = 3;
constexpr std::size_t calls_of_a_recovery = 80;  // about

struct Case {
  Setting setting;
  std::vector<Files> versions;  // before the first batch, after it, after the second ...
  std::vector<Batch> batches;
};

Case random_case(const Setting& setting, RepeatableRandom& random) {
  Case made{setting, {random_files(random)}, {}};
  made.setting.leases = setting.leases && random.below(2) == 0;
  for (std::size_t left = 1 + random.below(3); left > 0; --left) {
    made.batches.push_back(random_batch(random, made.versions.back()));
    made.versions.push_back(after(made.versions.back(), made.batches.back()));
  }
  return made;
}

// The process ends, or the power does; perhaps recovery begins and is ended, too.
std::string cut_off(MemoryFileSystem& left, RepeatableRandom& random) {
  std::string story;
  for (int depth = 0;; ++depth) {
    if (random.below(4) == 0) {
      append(story, "; killed");
    } else {
      append(story, "; power cut");
      left.crash(random.next());
    }
    if (depth == deepest_recovery || random.below(2) == 0) return story;
    const Ran recovery = run(left, {}, 1 + random.below(calls_of_a_recovery));
    if (recovery.refused) append(story, concat("; recovery refused: ", to_text(*recovery.refused)));
    append(story, recovery.stopped ? concat("; recovery stopped at call ", recovery.calls, " (", recovery.at_call, ")")
                                   : std::string("; recovery done"));
  }
}

std::string story_of(const Case& tried) {
  std::string out = concat("before: ", testing::PrintToString(tried.versions.front()), "\n");
  for (const Batch& batch : tried.batches) append(out, concat("batch:  ", describe(batch), "\n"));
  return out;
}

class CrashModel : public testing::TestWithParam<Setting> {
 protected:
  void try_case(RepeatableRandom& random) {
    const Case tried = random_case(GetParam(), random);
    MemoryDisk disk = disk_with(tried.setting, tried.versions.front());
    const MemoryOptions options = options_for(tried.setting, random.next());
    MemoryFileSystem whole(options, disk);
    const Ran full = run(whole, tried.batches, 0);
    ASSERT_FALSE(full.refused) << story_of(tried) << "a commit was refused: " << to_text(*full.refused);
    ASSERT_EQ(files_of(whole), tried.versions.back()) << story_of(tried);

    for (std::size_t i = 0; i < stops_of_a_case; ++i) {
      MemoryFileSystem stopped(options, disk);
      const Ran ran = run(stopped, tried.batches, 1 + random.below(full.calls + 1));
      const Allowed allowed{&tried.versions[ran.acknowledged],
                            ran.acknowledged < tried.batches.size() ? &tried.versions[ran.acknowledged + 1] : nullptr};
      for (std::size_t cut = 0; cut < cuts_of_a_stop; ++cut) {
        MemoryFileSystem left(options_for(tried.setting, random.next()), stopped.disk());
        const std::string story = cut_off(left, random);
        const auto where = [&] {
          return concat(story_of(tried), "leases: ", tried.setting.leases ? "yes" : "no", "; acknowledged: ", ran.acknowledged,
                        "; stopped at call ", ran.calls, " of ", full.calls, " (", ran.at_call, ")", story);
        };
        ++states;
        ASSERT_TRUE(recovers(left, allowed, random)) << where();
        if (cut > 0) continue;
        ASSERT_TRUE(goes_on(left, random)) << where();
      }
    }
  }

  std::size_t states = 0;
};

TEST_P(CrashModel, ABatchIsThereWhollyOrNotAtAll) {
  const std::size_t wanted = states_wanted() / settings.size();
  for (std::size_t i = only_case().value_or(0); states < wanted; ++i) {
    RepeatableRandom random = random_for_case(i);
    try_case(random);
    if (HasFailure()) GTEST_FAIL() << "in case " << i << ": KEDGE_MODEL_CASE=" << i << " KEDGE_MODEL_SEED=" << run_seed();
    if (only_case()) break;
  }
  tell("crash_states", states, "crash states");
}

INSTANTIATE_TEST_SUITE_P(Settings, CrashModel, testing::ValuesIn(settings),
                         [](const auto& tried) { return std::string(tried.param.name); });

}  // namespace
}  // namespace kedge::model
