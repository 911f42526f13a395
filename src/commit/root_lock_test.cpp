#include "commit/root_lock.hpp"

#include <gtest/gtest.h>

#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <thread>

#include "commit/workspace.hpp"
#include "fs/posix_file_system.hpp"

namespace kedge {
namespace {

// Tells how the lock was waited for.
class CountingFileSystem final : public PosixFileSystem {
 public:
  CountingFileSystem() : PosixFileSystem(022) {}
  Outcome<bool> try_lock(const Handle& file) override {
    if (pauses > 0 && fails_after_a_pause) return std::unexpected(OsError{ENOLCK});
    return PosixFileSystem::try_lock(file);
  }
  Outcome<bool> lock_within(const Handle& file, std::uint32_t microseconds, const std::function<bool()>& is_wanted) override {
    ++waits;
    return PosixFileSystem::lock_within(file, microseconds, is_wanted);
  }
  void pause(std::uint32_t microseconds) override {
    ++pauses;
    if (when_pausing) when_pausing();
    if (sleeps) PosixFileSystem::pause(microseconds);
  }

  int waits = 0;
  int pauses = 0;
  bool sleeps = true;
  bool fails_after_a_pause = false;
  std::function<void()> when_pausing;
};

class RootLock : public testing::Test {
 protected:
  RootLock() {
    EXPECT_NE(::mkdtemp(path.data()), nullptr);
    std::filesystem::create_directories(path + "/root");
  }
  ~RootLock() override { std::filesystem::remove_all(path); }

  Workspace open(std::string shared_name = "") {
    WorkspaceSettings settings{.root = {.path = path + "/root", .shared_name = std::move(shared_name)},
                               .state = {.folder = path + "/state"}};
    return Workspace::open(fs, settings).value();
  }
  Result<Handle> lock(const Workspace& workspace, const std::atomic<bool>* cancelled = nullptr) {
    return lock_root(fs, workspace.state(), workspace.root(), cancelled);
  }

  std::string path = std::filesystem::temp_directory_path() / "kedge-root-lock-XXXXXX";
  CountingFileSystem fs;
};

TEST_F(RootLock, AFreeLockIsNotWaitedFor) {
  const Workspace workspace = open();
  EXPECT_TRUE(lock(workspace));
  EXPECT_EQ(fs.waits, 0);
}

TEST_F(RootLock, WaitingForAnotherProcessAsksForNothing) {
  const Workspace workspace = open();
  std::optional<Handle> held = lock(workspace).value();
  const std::jthread other([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
    held.reset();
  });
  EXPECT_TRUE(lock(workspace));
  EXPECT_EQ(fs.waits, 1);
  EXPECT_EQ(fs.pauses, 0);
}

TEST_F(RootLock, OnATreeOfSeveralHostsItIsAskedForAgainAndAgain) {
  const Workspace workspace = open("tree");
  std::optional<Handle> held = lock(workspace).value();
  fs.when_pausing = [&] {
    if (fs.pauses == 3) held.reset();
  };
  EXPECT_TRUE(lock(workspace));
  EXPECT_EQ(fs.waits, 0);
  EXPECT_EQ(fs.pauses, 3);
}

TEST_F(RootLock, IsBusyAfterTenSeconds) {
  const Workspace workspace = open("tree");
  const Handle held = lock(workspace).value();
  fs.sleeps = false;
  const Result<Handle> refused = lock(workspace);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, Code::busy);
}

TEST_F(RootLock, ALockThatFailsWhileItIsWaitedForIsNotHad) {
  const Workspace workspace = open("tree");
  const Handle held = lock(workspace).value();
  fs.fails_after_a_pause = true;
  const Result<Handle> refused = lock(workspace);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, Code::io_failed);
  EXPECT_EQ(fs.pauses, 1);
}

TEST_F(RootLock, CanBeCancelledBeforeAndWhileItIsWaitedFor) {
  const Workspace workspace = open("tree");
  const Handle held = lock(workspace).value();
  std::atomic<bool> cancelled = false;
  fs.when_pausing = [&] { cancelled = fs.pauses == 3; };
  const Result<Handle> refused = lock(workspace, &cancelled);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, Code::cancelled);
  EXPECT_EQ(fs.pauses, 3);
  const Result<Handle> at_once = lock(workspace, &cancelled);
  ASSERT_FALSE(at_once);
  EXPECT_EQ(at_once.error().code, Code::cancelled);
  EXPECT_EQ(fs.pauses, 3);
}

TEST_F(RootLock, CanBeCancelledWhileAThreadWaitsForIt) {
  const Workspace workspace = open();
  std::optional<Handle> held = lock(workspace).value();
  std::atomic<bool> cancelled = false;
  const std::jthread other([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
    cancelled = true;
  });
  const Result<Handle> refused = lock(workspace, &cancelled);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, Code::cancelled);
  // The thread may still wait for it, and gives it back then.
  const std::jthread another([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
    held.reset();
  });
  EXPECT_TRUE(lock(workspace));
}

TEST_F(RootLock, ALockThatIsHadAfterTheCancellationIsGivenBack) {
  const Workspace workspace = open();
  std::optional<Handle> held = lock(workspace).value();
  std::atomic<bool> cancelled = false;
  const std::jthread other([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
    cancelled = true;
    held.reset();
  });
  const Result<Handle> refused = lock(workspace, &cancelled);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, Code::cancelled);
  EXPECT_TRUE(lock(workspace));
}

}  // namespace
}  // namespace kedge
