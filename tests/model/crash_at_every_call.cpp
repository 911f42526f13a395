// Fixed batches, cut off at every single call, and recovery at every single one of its calls.
#include <gtest/gtest.h>

#include "model/fixed_batches.hpp"
#include "model/model_run.hpp"
#include "model/survivor.hpp"
#include "support/strings.hpp"
#include "test_form.hpp"

namespace kedge::model {
namespace {

const std::uint64_t cuts_of_a_call = is_long_form() ? 50 : 5;
const std::size_t recovery_calls_between = is_long_form() ? 1 : 9;
constexpr std::uint64_t cuts_before_recovery = 3;
const std::size_t killed_recoveries_between = is_long_form() ? 4 : 20;
const std::size_t second_recoveries_between = is_long_form() ? 4 : 20;

class CrashAtEveryCall : public testing::TestWithParam<Setting> {
 protected:
  struct Cut {
    const FixedBatch* batch;
    std::size_t call;
    Ran ran;
    Allowed allowed;
    MemoryDisk disk;  // as the process left it
  };

  // Each moment at which a process with one of the batches can be cut off.
  template <class Look>
  void for_every_call(const Look& look) {
    for (const FixedBatch& batch : fixed_batches_for(GetParam())) {
      const MemoryDisk disk = disk_with(GetParam(), batch.before);
      const Files done = after(batch.before, batch.changes);
      for (std::size_t call = 1;; ++call) {
        MemoryFileSystem stopped(options_for(GetParam(), 1), disk);
        const Ran ran = run(stopped, std::span(&batch.changes, 1), call);
        ASSERT_FALSE(ran.refused) << to_text(*ran.refused);
        const Allowed allowed = ran.acknowledged == 1 ? Allowed{&done} : Allowed{&batch.before, &done};
        look(Cut{&batch, call, ran, allowed, stopped.disk()});
        if (HasFatalFailure()) return;
        if (!ran.stopped) break;
      }
    }
  }

  static std::string where(const Cut& cut) {
    return concat(cut.batch->name, ", stopped at call ", cut.call, " (", cut.ran.at_call, ")");
  }

  std::size_t states = 0;
};

TEST_P(CrashAtEveryCall, WhollyOrNotAtAll) {
  for_every_call([&](const Cut& cut) {
    for (std::uint64_t seed = 0; seed <= cuts_of_a_call; ++seed) {
      MemoryFileSystem left(options_for(GetParam(), 2), cut.disk);
      if (seed > 0) left.crash(seed);  // the first is the end of the process only
      if (seed < 2) {
        MemoryFileSystem told(options_for(GetParam(), 2), left.disk());
        ASSERT_LE(run(told, {}, 0).recovered, 1U) << "changes, though only one was begun: " << where(cut);
      }
      RepeatableRandom random(seed);
      ++states;
      ASSERT_TRUE(recovers(left, cut.allowed, random)) << where(cut) << ", power cut " << seed;
      if (seed % 10 != 0 || GetParam().in_place) continue;
      ASSERT_TRUE(goes_on(left, random)) << where(cut) << ", power cut " << seed;
    }
  });
  tell("crash_states", states, "crash states");
}

TEST_P(CrashAtEveryCall, AlsoOfTheRecovery) {
  for_every_call([&](const Cut& cut) {
    for (std::uint64_t seed = 0; seed < cuts_before_recovery; ++seed) {
      MemoryFileSystem first(options_for(GetParam(), 2), cut.disk);
      if (seed > 0) first.crash(seed);
      for (std::size_t call = 1;; call += recovery_calls_between) {
        MemoryFileSystem second(options_for(GetParam(), 3), first.disk());
        const Ran recovery = run(second, {}, call);
        ASSERT_FALSE(recovery.refused) << where(cut) << ": " << to_text(*recovery.refused);
        for (std::uint64_t again = 0; again < 2; ++again) {
          MemoryFileSystem left(options_for(GetParam(), 4), second.disk());
          if (again > 0) left.crash(call);
          RepeatableRandom random(call);
          ++states;
          ASSERT_TRUE(recovers(left, cut.allowed, random))
              << where(cut) << ", power cut " << seed << ", recovery stopped at call " << call << " (" << recovery.at_call
              << ")" << (again > 0 ? ", power cut again" : "");
        }
        if (!recovery.stopped) break;
      }
    }
  });
  tell("crash_states", states, "crash states");
}

// A recovery that was killed leaves names that only the running system has. The next one must not build on them: the power may
// go while it does.
TEST_P(CrashAtEveryCall, AlsoOfTheRecoveryAfterAKilledOne) {
  RepeatableRandom random(run_seed());
  for_every_call([&](const Cut& cut) {
    for (std::size_t call = 1 + random.below(killed_recoveries_between);; call += killed_recoveries_between) {
      MemoryFileSystem first(options_for(GetParam(), 2), cut.disk);
      const Ran killed = run(first, {}, call);
      ASSERT_FALSE(killed.refused) << where(cut) << ": " << to_text(*killed.refused);
      if (!killed.stopped) break;
      for (std::size_t later = 1 + random.below(second_recoveries_between);; later += second_recoveries_between) {
        MemoryFileSystem left(options_for(GetParam(), 3), first.disk());
        const Ran recovery = run(left, {}, later);
        ASSERT_FALSE(recovery.refused) << where(cut) << ": " << to_text(*recovery.refused);
        if (!recovery.stopped) break;
        left.crash(random.next());
        ++states;
        ASSERT_TRUE(recovers(left, cut.allowed, random))
            << where(cut) << ", recovery killed at call " << call << " (" << killed.at_call
            << "), the next one without power at " << later << " (" << recovery.at_call << ")";
      }
    }
  });
  tell("crash_states", states, "crash states");
}

INSTANTIATE_TEST_SUITE_P(Settings, CrashAtEveryCall, testing::ValuesIn(settings),
                         [](const auto& tried) { return std::string(tried.param.name); });
INSTANTIATE_TEST_SUITE_P(InPlace, CrashAtEveryCall, testing::ValuesIn(settings_in_place),
                         [](const auto& tried) { return std::string(tried.param.name); });

}  // namespace
}  // namespace kedge::model
