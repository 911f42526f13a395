#include "fs/staged_ahead.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <functional>
#include <latch>
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
    if (before_making_) before_making_();
    const std::lock_guard lock(mutex_);
    makers_.push_back(std::this_thread::get_id());
    if (is_full_) return failed(ENOSPC);
    Outcome<Handle> made = make_file(folder, "made");
    if (made) EXPECT_TRUE(remove(folder, "made"));
    return made;
  }
  void fill_disk() { is_full_ = true; }
  void call_before_making(std::function<void()> call) { before_making_ = std::move(call); }
  // By which threads, in order.
  std::vector<std::thread::id> makers() {
    const std::lock_guard lock(mutex_);
    return makers_;
  }

 private:
  std::mutex mutex_;
  std::vector<std::thread::id> makers_;
  std::atomic<bool> is_full_ = false;
  std::function<void()> before_making_;
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
  ahead.make_more();
  EXPECT_EQ(files.makers(), std::vector(3, here));
}

TEST_F(StagedAheadTest, OnceOneWasNeededTheNextOnesAreMadeByWhoeverHasTime) {
  StagedAhead ahead;
  ahead.begin(files, state());
  ahead.make_more();
  expect_new(ahead.take(files, state()));
  EXPECT_EQ(files.makers().size(), 1U) << "nothing was made before it was needed once";
  std::thread([&] { ahead.make_more(); }).join();
  ahead.make_more();  // there are enough
  for (std::size_t i = 0; i < StagedAhead::most; ++i) expect_new(ahead.take(files, state()));
  EXPECT_EQ(files.makers().size(), 1 + StagedAhead::most);
  EXPECT_EQ(std::ranges::count(files.makers(), here), 1);
  expect_new(ahead.take(files, state()));
  EXPECT_EQ(std::ranges::count(files.makers(), here), 2) << "there were more than that";
}

TEST_F(StagedAheadTest, OneThatIsBeingMadeIsWaitedFor) {
  StagedAhead ahead;
  ahead.begin(files, state());
  expect_new(ahead.take(files, state()));
  std::latch begun(1), go(1);
  files.call_before_making([&] {
    if (!begun.try_wait()) begun.count_down();
    go.wait();
  });
  std::thread maker([&] { ahead.make_more(); });
  begun.wait();
  std::thread later([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
    go.count_down();
  });
  expect_new(ahead.take(files, state()));
  later.join();
  maker.join();
  EXPECT_EQ(std::ranges::count(files.makers(), here), 1);
}

TEST_F(StagedAheadTest, WhatCouldNotBeMadeAheadIsRefusedToTheChangeThatNeedsIt) {
  StagedAhead ahead;
  ahead.begin(files, state());
  files.fill_disk();
  for (std::size_t i = 0; i < 3; ++i) {
    const Outcome<Handle> taken = ahead.take(files, state());
    ASSERT_FALSE(taken);
    EXPECT_EQ(taken.error(), OsError{ENOSPC});
    ahead.make_more();
    EXPECT_EQ(files.makers().size(), 2 * i + 2);
  }
}

TEST_F(StagedAheadTest, NothingIsLeftWhenItEnds) {
  {
    StagedAhead ahead;
    ahead.begin(files, state());
    expect_new(ahead.take(files, state()));
    ahead.make_more();
  }
  EXPECT_TRUE(files.list(state().tx)->empty());
}

}  // namespace
}  // namespace kedge
