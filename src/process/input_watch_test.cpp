#include "process/input_watch.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <memory>
#include <thread>

#include "process/new_descriptors.hpp"

namespace kedge {
namespace {

class InputWatchTest : public testing::Test {
 protected:
  InputWatchTest() {
    EXPECT_TRUE(make_pipe(input) && make_pipe(ending));
    watch = InputWatch::over(input[0], ending[0]);
  }
  ~InputWatchTest() override {
    watch = nullptr;
    for (const int descriptor : {input[0], input[1], ending[0], ending[1]}) ::close(descriptor);
  }

  std::array<int, 2> input{}, ending{};
  std::unique_ptr<InputWatch> watch;
};

TEST_F(InputWatchTest, OneThreadSeesTheInputAndTheOthersTheRest) {
  if (!watch) GTEST_SKIP() << "this system has none";
  std::atomic<int> seen = 0;
  std::array<std::thread, 2> threads;
  for (std::thread& thread : threads) {
    thread = std::thread([&] {
      EXPECT_EQ(watch->wait(), InputWatch::Seen::input);
      ++seen;
    });
  }
  ASSERT_EQ(::write(input[1], "ab", 2), 2);
  while (seen == 0) std::this_thread::yield();
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  EXPECT_EQ(seen, 1);
  watch->watch_on();  // nothing was read, so there is still something to see
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(seen, 2);
}

TEST_F(InputWatchTest, EverybodySeesTheEnd) {
  if (!watch) GTEST_SKIP() << "this system has none";
  std::array<std::thread, 3> threads;
  for (std::thread& thread : threads) {
    thread = std::thread([&] { EXPECT_EQ(watch->wait(), InputWatch::Seen::end); });
  }
  ASSERT_EQ(::write(ending[1], "", 1), 1);
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(watch->wait(), InputWatch::Seen::end) << "and it stays so";
}

TEST_F(InputWatchTest, AClosedPipeIsSeenAsInput) {
  if (!watch) GTEST_SKIP() << "this system has none";
  ::close(input[1]);
  input[1] = ::dup(0);
  EXPECT_EQ(watch->wait(), InputWatch::Seen::input);
}

TEST_F(InputWatchTest, AnOrdinaryFileCannotBeWatched) {
  std::FILE* const file = std::tmpfile();
  ASSERT_NE(file, nullptr);
  EXPECT_EQ(InputWatch::over(::fileno(file), ending[0]), nullptr);
  std::fclose(file);
}

}  // namespace
}  // namespace kedge
