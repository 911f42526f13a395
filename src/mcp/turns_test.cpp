#include "mcp/turns.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace kedge::mcp {
namespace {

std::string all_of(Turns<std::string>& turns) {
  std::string all;
  while (!turns.empty()) all += turns.take();
  return all;
}

TEST(Turns, OneAgentsItemsKeepTheirOrder) {
  Turns<std::string> turns;
  for (const char* const item : {"1", "2", "3", "4"}) turns.add("ann", item);
  EXPECT_EQ(all_of(turns), "1234");
}

TEST(Turns, AgentsTakeTurns) {
  Turns<std::string> turns;
  for (const char* const item : {"1", "2", "3", "4"}) turns.add("ann", item);
  for (const char* const item : {"a", "b"}) turns.add("bob", item);
  turns.add("eve", "x");
  EXPECT_EQ(all_of(turns), "1ax2b34");
}

TEST(Turns, WhoeverComesLaterWaitsForOneItemOfEachOther) {
  Turns<std::string> turns;
  for (const char* const item : {"1", "2", "3", "4"}) turns.add("ann", item);
  EXPECT_EQ(turns.take(), "1");
  turns.add("bob", "a");
  EXPECT_EQ(turns.take(), "2");
  EXPECT_EQ(turns.take(), "a");
  turns.add("bob", "b");
  EXPECT_EQ(turns.take(), "3");
  EXPECT_EQ(turns.take(), "b");
  EXPECT_EQ(turns.take(), "4");
  EXPECT_TRUE(turns.empty());
}

}  // namespace
}  // namespace kedge::mcp
