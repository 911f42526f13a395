#include "store/history_table.hpp"

#include <gtest/gtest.h>

#include "store/store.hpp"

namespace kedge {
namespace {

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

}  // namespace
}  // namespace kedge
