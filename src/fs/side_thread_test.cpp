#include "fs/side_thread.hpp"

#include <gtest/gtest.h>

#include <array>
#include <stdexcept>
#include <vector>

namespace kedge {
namespace {

TEST(SideThread, DoesBothBeforeItReturns) {
  SideThread side;
  int beside = 0;
  int work = 0;
  for (int i = 1; i <= 1000; ++i) {
    side.run([&] { ++beside; }, [&] { ++work; });
    ASSERT_EQ(beside, i);
    ASSERT_EQ(work, i);
  }
}

TEST(SideThread, IsTheSameThreadEachTimeAndAnotherThanTheCallers) {
  SideThread side;
  std::vector<std::thread::id> ids;
  for (int i = 0; i < 3; ++i) side.run([&] { ids.push_back(std::this_thread::get_id()); }, [] {});
  EXPECT_EQ(ids[0], ids[1]);
  EXPECT_EQ(ids[1], ids[2]);
  EXPECT_NE(ids[0], std::this_thread::get_id());
}

TEST(SideThread, CompletesTheOtherTaskIfTheWorkThrows) {
  SideThread side;
  bool done = false;
  EXPECT_THROW(side.run([&] { done = true; }, [] { throw std::runtime_error("no"); }), std::runtime_error);
  EXPECT_TRUE(done);
  side.run([&] { done = false; }, [] {});
  EXPECT_FALSE(done);
}

TEST(SideThread, ServesSeveralCallersAtOnce) {
  SideThread side;
  std::atomic<int> done = 0;
  std::array<std::thread, 4> callers;
  for (std::thread& caller : callers) {
    caller = std::thread([&] {
      for (int i = 0; i < 200; ++i) side.run([&] { ++done; }, [] {});
    });
  }
  for (std::thread& caller : callers) caller.join();
  EXPECT_EQ(done, 800);
}

TEST(SideThread, EndsWithoutHavingBeenUsed) { const SideThread side; }

}  // namespace
}  // namespace kedge
