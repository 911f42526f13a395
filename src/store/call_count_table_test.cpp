#include "store/call_count_table.hpp"

#include <gtest/gtest.h>

#include "store/locked_store.hpp"
#include "store/store.hpp"
#include "support/strings.hpp"
#include "tests/support/scratch_state.hpp"

namespace kedge {
namespace {

CountedCall plain_call(std::string client, std::string dialect = "patch") {
  return {.client = std::move(client), .dialect = std::move(dialect), .time = 5};
}

CountedCall refused_call(std::string client, Code code) {
  CountedCall call = plain_call(std::move(client));
  call.is_change = true;
  call.refusal = code;
  return call;
}

TEST(CallCounts, TheyAddUpByClientAndDialectAcrossProcesses) {
  test::ScratchState state;
  for (int process = 0; process < 2; ++process) {
    const std::unique_ptr<Store> store = locked(open_store(state.fs(), state.state(), ByteKeeping::when_needed));
    store->count(plain_call("b"));
    store->count(plain_call("a", "replace"));
    store->count(refused_call("b", Code::no_match));
    CountedCall repair = plain_call("b");
    repair.is_change = repair.is_repair = repair.is_retry = true;
    store->count(repair);
    if (process == 0) {
      EXPECT_EQ(store->call_counts().size(), 2U) << "before they are written";
    }
    store->flush();
    EXPECT_EQ(store->call_counts().size(), 2U);
  }
  const std::unique_ptr<Store> store = open_store(state.fs(), state.state(), ByteKeeping::at_once);
  const std::vector<CallCounts> expected{
      {.client = "a", .dialect = "replace", .calls = 2, .since = 5},
      {.client = "b",
       .dialect = "patch",
       .calls = 6,
       .changes = 4,
       .refusals = 2,
       .repairs = 2,
       .retries = 2,
       .since = 5,
       .by_code = {{"no_match", 2}}},
  };
  EXPECT_EQ(store->call_counts(), expected);
  ASSERT_TRUE(store->purge({}));
  EXPECT_TRUE(store->call_counts().empty());
  EXPECT_TRUE(store->take_warnings().empty());
}

TEST(CallCounts, AreInMemoryWhereTheStoreIs) {
  const std::unique_ptr<Store> store = memory_store();
  EXPECT_TRUE(store->call_counts().empty());
  store->count(plain_call("a"));
  store->flush();
  ASSERT_EQ(store->call_counts().size(), 1U);
  EXPECT_EQ(store->call_counts().front().calls, 1U);
}

TEST(CallCounts, AClientCannotFillTheDiskWithNames) {
  test::ScratchState state;
  const std::unique_ptr<Store> store = open_store(state.fs(), state.state(), ByteKeeping::at_once);
  constexpr std::size_t names = 3 * most_counted_clients;
  for (std::size_t i = 0; i < names; ++i) {
    store->count(refused_call(concat("client ", i), Code::no_match));
    if (i % 10 == 0) store->flush();
  }
  store->count(plain_call(std::string(10'000, 'x')));
  store->count(plain_call("\xFF"));
  store->count(plain_call(""));
  store->flush();
  const std::vector<CallCounts> all = store->call_counts();
  EXPECT_LE(all.size(), most_counted_clients + 1);
  std::uint64_t calls = 0;
  std::uint64_t refusals = 0;
  for (const CallCounts& counts : all) {
    calls += counts.calls;
    refusals += counts.by_code.contains("no_match") ? counts.by_code.at("no_match") : 0;
    EXPECT_LE(counts.client.size(), 64U);
  }
  EXPECT_EQ(calls, names + 3);
  EXPECT_EQ(refusals, names);
}

TEST(CallCounts, ANameIsNotCutInACharacter) {
  const std::unique_ptr<Store> store = memory_store();
  store->count(plain_call(concat(std::string(63, 'x'), "é")));
  EXPECT_EQ(store->call_counts().front().client, std::string(63, 'x'));
}

}  // namespace
}  // namespace kedge
