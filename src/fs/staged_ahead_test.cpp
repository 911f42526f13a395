#include "fs/staged_ahead.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

#include "fs/posix_file_system.hpp"
#include "tests/support/scratch_state.hpp"

namespace kedge {
namespace {

// Notes which thread makes a file without a name, and can refuse it.
class NotedFiles final : public PosixFileSystem {
 public:
  NotedFiles() : PosixFileSystem(022) {}

  Outcome<Handle> make_unnamed(const Handle& folder) override {
    const std::lock_guard lock(mutex_);
    makers_.push_back(std::this_thread::get_id());
    changed_.notify_all();
    if (is_full_) return failed(ENOSPC);
    Outcome<Handle> made = make_file(folder, "made");
    if (made) EXPECT_TRUE(remove(folder, "made"));
    return made;
  }
  void fill_disk() {
    const std::lock_guard lock(mutex_);
    is_full_ = true;
  }
  // By which threads, in order, once there are so many.
  std::vector<std::thread::id> makers_of(std::size_t count) {
    std::unique_lock lock(mutex_);
    EXPECT_TRUE(changed_.wait_for(lock, std::chrono::seconds(30), [&] { return makers_.size() >= count; }));
    return makers_;
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<std::thread::id> makers_;
  bool is_full_ = false;
};

class StagedAheadTest : public testing::Test {
 protected:
  const StateFolder& state() const { return scratch.state(); }
  // The file that was taken can be written and read like any other, and is nobody else's.
  void expect_new(const Outcome<Handle>& file) {
    ASSERT_TRUE(file);
    EXPECT_EQ(files.look(*file)->size, 0U);
    EXPECT_EQ(files.look(*file)->links, 0U);
    ASSERT_TRUE(files.write(*file, "taken"));
    EXPECT_EQ(files.read(*file, 100), "taken");
  }

  test::ScratchState scratch;
  NotedFiles files;
  const std::thread::id here = std::this_thread::get_id();
};

TEST_F(StagedAheadTest, BeforeItHasBegunEachChangeMakesItsOwn) {
  StagedAhead ahead;
  for (int i = 0; i < 3; ++i) expect_new(ahead.take(files, state()));
  EXPECT_EQ(files.makers_of(3), std::vector(3, here));
}

TEST_F(StagedAheadTest, TheNextOneIsMadeByAnotherThreadAndTakenOnce) {
  StagedAhead ahead;
  ahead.begin(files, state());
  ahead.ask_for_next();
  expect_new(ahead.take(files, state()));
  EXPECT_EQ(files.makers_of(1).front(), here) << "nothing was made before it was needed once";
  ahead.ask_for_next();
  // One that is taken while the next is being made is made here, so it may take a few.
  std::size_t made_here = 1, taken = 1, before = 0;
  for (; made_here != before && taken < 1000; ++taken) {
    EXPECT_NE(files.makers_of(taken + 1).at(1), here);
    expect_new(ahead.take(files, state()));
    ahead.ask_for_next();
    before = std::exchange(made_here, static_cast<std::size_t>(std::ranges::count(files.makers_of(taken + 1), here)));
  }
  EXPECT_EQ(made_here, before) << "none was made ahead";
}

TEST_F(StagedAheadTest, WhatCouldNotBeMadeAheadIsRefusedToTheChangeThatNeedsIt) {
  StagedAhead ahead;
  ahead.begin(files, state());
  files.fill_disk();
  for (std::size_t i = 0; i < 3; ++i) {
    const Outcome<Handle> taken = ahead.take(files, state());
    ASSERT_FALSE(taken);
    EXPECT_EQ(taken.error(), OsError{ENOSPC});
    ahead.ask_for_next();
    files.makers_of(2 * i + 2);
  }
}

TEST_F(StagedAheadTest, WhoeverHasTimeCanMakeTheNextOne) {
  StagedAhead ahead;
  EXPECT_FALSE(ahead.make_next()) << "none are wanted yet";
  ahead.begin(files, state());
  const std::function<void()> make_next = ahead.make_next();
  make_next();
  expect_new(ahead.take(files, state()));
  EXPECT_EQ(files.makers_of(1).size(), 1U) << "nothing was made before it was needed once";
  std::thread(make_next).join();
  make_next();  // there is one
  expect_new(ahead.take(files, state()));
  EXPECT_EQ(std::ranges::count(files.makers_of(2), here), 1);
}

TEST_F(StagedAheadTest, OnceItHasEndedNothingIsMade) {
  std::function<void()> make_next;
  {
    StagedAhead ahead;
    ahead.begin(files, state());
    expect_new(ahead.take(files, state()));
    make_next = ahead.make_next();
  }
  make_next();
  EXPECT_EQ(files.makers_of(1).size(), 1U);
}

TEST_F(StagedAheadTest, NothingIsLeftWhenItEnds) {
  {
    StagedAhead ahead;
    ahead.begin(files, state());
    expect_new(ahead.take(files, state()));
    ahead.ask_for_next();
  }  // perhaps before, perhaps while and perhaps after one is made
  EXPECT_TRUE(files.list(state().tx)->empty());
}

}  // namespace
}  // namespace kedge
