#include "fs/lock_thread.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/file.h>

#include <atomic>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <thread>

#include "process/descriptor.hpp"

namespace kedge {
namespace {

using namespace std::chrono_literals;

constexpr std::uint32_t a_moment = 1000, long_enough = 20'000'000;  // microseconds

bool yes() { return true; }
bool no() { return false; }

class LockThreadTest : public testing::Test {
 protected:
  LockThreadTest() {
    const int made = ::mkstemp(path.data());
    EXPECT_GE(made, 0);
    ::close(made);
  }
  ~LockThreadTest() override { std::filesystem::remove(path); }

  // As another process has it: a lock belongs to what was opened.
  int open(int flags = O_RDWR) const { return ::open(path.c_str(), flags | O_CLOEXEC); }
  static bool is_free_for(const Descriptor& file) { return ::flock(file.get(), LOCK_EX | LOCK_NB) == 0; }
  static bool becomes_free_for(const Descriptor& file) {
    for (int looks = 0; looks < 10'000; ++looks) {
      if (is_free_for(file)) return true;
      std::this_thread::sleep_for(1ms);
    }
    return false;
  }

  // Waits for a lock that another has, and gives up once the thread has begun to wait.
  void leave_behind(LockThread& thread) const {
    const Descriptor given_up(open());
    std::optional<bool> locked = false;
    while (locked) {
      locked = thread.lock(given_up.get(), a_moment, yes);
      ASSERT_NE(locked, true);
    }
  }

  std::string path = std::filesystem::temp_directory_path() / "kedge-lock-XXXXXX";
};

TEST_F(LockThreadTest, ALockIsHadOnceItIsGivenBack) {
  LockThread thread;
  for (int i = 0; i < 20; ++i) {
    Descriptor holder(open());
    ASSERT_TRUE(is_free_for(holder));
    Descriptor waiting(open());
    std::atomic<bool> given_back = false;
    const std::jthread other([&] {
      std::this_thread::sleep_for(2ms);
      given_back = true;
      holder.close();
    });
    ASSERT_EQ(thread.lock(waiting.get(), long_enough, yes), true);
    ASSERT_TRUE(given_back);
    const Descriptor third(open());
    ASSERT_FALSE(is_free_for(third));
    waiting.close();
    ASSERT_TRUE(is_free_for(third)) << "nothing else keeps it";
  }
}

TEST_F(LockThreadTest, TheTimeCanBeOver) {
  LockThread thread;
  const Descriptor holder(open());
  ASSERT_TRUE(is_free_for(holder));
  const Descriptor waiting(open());
  EXPECT_EQ(thread.lock(waiting.get(), a_moment, yes), false);
}

TEST_F(LockThreadTest, ItCanBeUnwantedFromTheStartOrAfterAWhile) {
  const Descriptor holder(open());
  ASSERT_TRUE(is_free_for(holder));
  const Descriptor waiting(open());
  {
    LockThread thread;
    EXPECT_EQ(thread.lock(waiting.get(), long_enough, no), false);
  }
  LockThread thread;
  int questions = 0;
  EXPECT_EQ(thread.lock(waiting.get(), long_enough, [&] { return ++questions < 3; }), false);
  EXPECT_EQ(questions, 3);
}

TEST_F(LockThreadTest, WhatIsNoLongerWaitedForIsGivenBackAndThenTheNextOneCanWait) {
  LockThread thread;
  Descriptor holder(open());
  ASSERT_TRUE(is_free_for(holder));
  leave_behind(thread);
  Descriptor next(open());
  EXPECT_EQ(thread.lock(next.get(), long_enough, yes), std::nullopt) << "the thread still waits for the first one";
  holder.close();
  ASSERT_TRUE(becomes_free_for(next));
  Descriptor last(open());
  const std::jthread other([&] {
    std::this_thread::sleep_for(2ms);
    next.close();
  });
  // If `next` was faster than the thread, that has to wait for it as well before it can wait for another.
  std::optional<bool> locked;
  for (int tries = 0; !locked && tries < 10'000; ++tries) {
    locked = thread.lock(last.get(), long_enough, yes);
    if (!locked) std::this_thread::sleep_for(1ms);
  }
  EXPECT_EQ(locked, true);
}

TEST_F(LockThreadTest, ItsEndDoesNotWaitForWhoeverHasTheLock) {
  Descriptor holder(open());
  ASSERT_TRUE(is_free_for(holder));
  {
    LockThread thread;
    leave_behind(thread);
  }
  holder.close();
  EXPECT_TRUE(becomes_free_for(Descriptor(open())));
}

TEST_F(LockThreadTest, WhatCannotBeLockedIsNotWaitedFor) {
  LockThread thread;
  EXPECT_EQ(thread.lock(-1, long_enough, yes), std::nullopt);
#ifdef O_PATH
  const Descriptor only_a_name(open(O_PATH));
  EXPECT_EQ(thread.lock(only_a_name.get(), long_enough, yes), std::nullopt);
#endif
  const Descriptor file(open());
  EXPECT_EQ(thread.lock(file.get(), long_enough, yes), true);
}

}  // namespace
}  // namespace kedge
