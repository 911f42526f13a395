#include "process/doorbell.hpp"

#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <thread>

namespace kedge {
namespace {

TEST(Doorbell, WaitsAsOftenAsItWasRung) {
  Doorbell bell;
  for (int i = 0; i < 3; ++i) bell.ring();
  for (int i = 0; i < 3; ++i) bell.wait();
  std::atomic<bool> went_on = false;
  std::thread waiting([&] {
    bell.wait();
    went_on = true;
  });
  EXPECT_FALSE(went_on);
  bell.ring();
  waiting.join();
  EXPECT_TRUE(went_on);
}

TEST(Doorbell, WakesOneThreadForEachRing) {
  Doorbell asked;
  Doorbell answered;
  std::atomic<int> done = 0;
  std::array<std::thread, 3> threads;
  for (std::thread& thread : threads) {
    thread = std::thread([&] {
      for (int i = 0; i < 500; ++i) {
        asked.wait();
        ++done;
        answered.ring();
      }
    });
  }
  for (int i = 1; i <= 1500; ++i) {
    asked.ring();
    answered.wait();
    EXPECT_EQ(done, i);
  }
  for (std::thread& thread : threads) thread.join();
}

}  // namespace
}  // namespace kedge
