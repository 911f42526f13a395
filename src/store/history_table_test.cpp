#include "store/history_table.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "store/store.hpp"
#include "tests/support/store_kinds.hpp"
#include "tests/support/test_records.hpp"

namespace kedge {
namespace {

using test::edited;

TEST(HistoryTable, AChangeKeepsItsClientAndTheMarkThatSomebodyHasSeenIt) {
  const std::unique_ptr<Store> store = memory_store();
  const Record record = store->record({.session = "s", .client = "claude-code"}).value();
  EXPECT_EQ(store->find(record.id)->client, "claude-code");
  EXPECT_FALSE(store->find(record.id)->reviewed);
  EXPECT_TRUE(store->mark_reviewed(record.id, true).value());
  EXPECT_TRUE(store->newest(1).front().reviewed);
  EXPECT_TRUE(store->mark_reviewed(record.id, false).value());
  EXPECT_FALSE(store->find(record.id)->reviewed);
  EXPECT_FALSE(store->mark_reviewed("e1-none", true).value());
}

constexpr Moment any_moment = std::numeric_limits<std::int64_t>::max();  // all are before it

class StepsBack : public testing::TestWithParam<test::StoreKind> {
 protected:
  void edit(const std::string& before, const std::string& after, const std::string& path = "file") {
    record(edited(path, before, after));
  }
  void record(RecordedFile file) { ASSERT_TRUE(store->record({.session = "s", .files = {std::move(file)}})); }

  test::ScratchState state;
  std::unique_ptr<Store> store = test::open_kind(GetParam(), state, {});
};

INSTANTIATE_TEST_SUITE_P(Stores, StepsBack,
                         testing::Values(test::StoreKind::memory, test::StoreKind::disk_at_once, test::StoreKind::locked),
                         test::name_of_kind);
INSTANTIATE_TEST_SUITE_P(Servers, StepsBack, testing::ValuesIn(test::kinds_with_a_server()), test::name_of_kind);

TEST_P(StepsBack, LeadFromTheLastVersionToTheFirst) {
  for (int i = 0; i < 20; ++i) {
    edit(concat("version ", i), concat("version ", i + 1));
    edit(concat(i), concat(i + 1), "other");
  }
  const std::vector<StepBack> steps = store->steps_back("file", any_moment, 100);
  ASSERT_EQ(steps.size(), 20U);
  Text text("version 20");
  for (const StepBack& step : steps) {
    EXPECT_EQ(step.after, text.digest());
    ASSERT_EQ(step.inverse.base_size(), text.size());
    text = step.inverse.apply(text);
    EXPECT_EQ(step.before, text.digest());
  }
  EXPECT_EQ(text.bytes(), "version 0");
  const std::vector<StepBack> last = store->steps_back("file", any_moment, 3);
  ASSERT_EQ(last.size(), 3U);
  EXPECT_EQ(last.back().before, sha256("version 17"));
  EXPECT_EQ(store->steps_back("file", last.back().moment, 100).size(), 17U);
  EXPECT_EQ(store->steps_back("file", last.back().moment, 1).front().after, sha256("version 17"));
  EXPECT_TRUE(store->steps_back("elsewhere", any_moment, 100).empty());
}

TEST_P(StepsBack, LeaveOutWhatHasNoBytesBeforeOrAfterIt) {
  const ChangeSet all = ChangeSet::in_order(0, {{.span = {}, .text = "made"}});
  record({.path = "file", .after = sha256("made"), .changes = all, .inverse = all.invert(Text())});
  edit("made", "one");
  const std::string secret = concat("ghp", '_', std::string(36, 'a'));
  edit("one", secret);
  edit(secret, "two");
  edit("two", "three");
  const std::vector<StepBack> steps = store->steps_back("file", any_moment, 100);
  ASSERT_EQ(steps.size(), 2U);
  EXPECT_EQ(steps[0].before, sha256("two"));
  EXPECT_EQ(steps[1].after, sha256("one"));
}

TEST_P(StepsBack, StopAfterSomeMegabytes) {
  const auto version = [](int i) { return concat(i, std::string(1UL << 20U, 'x')); };
  for (int i = 0; i < 10; ++i) edit(version(i), version(i + 1));
  const std::vector<StepBack> steps = store->steps_back("file", any_moment, 100);
  EXPECT_GE(steps.size(), 4U);
  EXPECT_LE(steps.size(), 5U);
}

}  // namespace
}  // namespace kedge
