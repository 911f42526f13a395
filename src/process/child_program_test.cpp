#include "process/child_program.hpp"

#include <gtest/gtest.h>

#include <csignal>

namespace kedge {
namespace {

using Clock = ChildProgram::Clock;

Clock::time_point soon() { return Clock::now() + std::chrono::seconds(20); }

TEST(ChildProgram, ItReadsWhatItIsSentAndIsHeard) {
  std::signal(SIGPIPE, SIG_IGN);
  const std::unique_ptr<ChildProgram> cat = ChildProgram::start({"/bin/sh", "-c", "pwd; cat; exit 3"}, "/usr");
  ASSERT_TRUE(cat);
  EXPECT_TRUE(cat->write("some words\n", soon()));
  cat->end_input();
  std::string heard;
  while (cat->read(heard, soon()) == ChildProgram::Read::some) {
  }
  EXPECT_EQ(heard, "/usr\nsome words\n");
  EXPECT_EQ(cat->exit_status(soon()), 3);
}

TEST(ChildProgram, NothingIsWaitedForLongerThanThat) {
  const std::unique_ptr<ChildProgram> sleeper = ChildProgram::start({"/bin/sh", "-c", "sleep 100"}, "/");
  ASSERT_TRUE(sleeper);
  std::string heard;
  const Clock::time_point now = Clock::now() + std::chrono::milliseconds(20);
  EXPECT_EQ(sleeper->read(heard, now), ChildProgram::Read::late);
  EXPECT_FALSE(sleeper->write(std::string(1'000'000, 'x'), now)) << "it reads nothing";
  EXPECT_EQ(sleeper->exit_status(now), std::nullopt);
}

TEST(ChildProgram, WhatIsNotThereIsNotStarted) { EXPECT_FALSE(ChildProgram::start({"/no/such/program"}, "/")); }

}  // namespace
}  // namespace kedge
