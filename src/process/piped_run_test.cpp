#include "process/piped_run.hpp"

#include <gtest/gtest.h>

namespace kedge {
namespace {

using std::chrono::milliseconds;

TEST(PipedRun, GivesItsInputAndHearsItsOutput) {
  const std::optional<PipedRun> run = run_piped({"/bin/cat"}, "one\ntwo\n", milliseconds(20'000));
  ASSERT_TRUE(run);
  EXPECT_TRUE(run->done);
  EXPECT_EQ(run->output, "one\ntwo\n");
}

TEST(PipedRun, AProgramThatFailsOrHangsIsNotDone) {
  EXPECT_FALSE(run_piped({"/bin/sh", "-c", "cat; exit 3"}, "x", milliseconds(20'000))->done);
  EXPECT_FALSE(run_piped({"/bin/sh", "-c", "cat > /dev/null; exec sleep 100"}, "x", milliseconds(50))->done);
}

TEST(PipedRun, WhatCannotBeStartedIsNotRun) { EXPECT_FALSE(run_piped({"/nowhere/program"}, "", milliseconds(1000))); }

}  // namespace
}  // namespace kedge
