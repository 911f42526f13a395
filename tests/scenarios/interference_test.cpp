// Others who write while the program is at it or asleep: rows E21 and E22 of the catalogue of bad input. Nothing that anybody
// wrote is silently lost.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <sys/inotify.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <csignal>
#include <optional>
#include <random>
#include <sstream>
#include <thread>

#include "scenarios/scenario_run.hpp"
#include "scenarios/workplace.hpp"
#include "support/sha256.hpp"
#include "support/strings.hpp"

namespace kedge::test {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;

// A setting of the system that is put back afterwards.
class SystemSetting {
 public:
  SystemSetting(fs::path path, const std::string& value) : path_(std::move(path)), before_(read_file_bytes(path_)) {
    write_file(path_, value);
  }
  ~SystemSetting() { write_file(path_, before_); }
  SystemSetting(const SystemSetting&) = delete;
  SystemSetting& operator=(const SystemSetting&) = delete;

 private:
  fs::path path_;
  std::string before_;
};

// Who holds a lease on this file, as the kernel lists them: "1: LEASE  ACTIVE    READ  4711 fe:00:10069366 0 EOF".
std::optional<pid_t> holder_of_lease(const fs::path& file) {
  struct stat info{};
  if (::stat(file.c_str(), &info) != 0) return std::nullopt;
  std::istringstream rows(read_file_bytes("/proc/locks"));
  for (std::string row; std::getline(rows, row);) {
    if (!row.contains("LEASE") || !row.contains(concat(':', info.st_ino, ' '))) continue;
    std::istringstream fields(row);
    std::string skipped;
    pid_t holder = 0;
    fields >> skipped >> skipped >> skipped >> skipped >> holder;
    return holder;
  }
  return std::nullopt;
}

// All bytes that the program has put away because they would have been lost.
std::string kept_bytes(const Workplace& place) {
  return place.shell("$K doctor > /dev/null; cat $STATE/*/kept/* 2> /dev/null; true").output;
}

TEST(Environment, E21_WhatIsWrittenWhileTheProgramIsStoppedIsNotLost) {
  if (is_portable()) GTEST_SKIP() << "there are no leases to be broken";
  if (const std::string reason = why_not_root(); !reason.empty()) GTEST_SKIP() << reason;
  const SystemSetting impatient("/proc/sys/fs/lease-break-time", "1");
  std::minstd_rand random(20260728);
  int stopped = 0;
  for (int round = 0; round < 100 && stopped < 6; ++round) {
    const Workplace place;
    write_file(place.root() / "a", "old\n");
    write_file(place.outside() / "new", std::string(400'000, 'n') + "\n");
    Finished finished;
    std::atomic<bool> over = false;
    std::thread program([&] {
      finished = place.shell("exec $K write a --input $OUTSIDE/new --expected-version $(version a)");
      over = true;
    });
    std::optional<pid_t> holder;
    while (!over && !(holder = holder_of_lease(place.root() / "a"))) {
    }
    if (holder) {
      // Anywhere between the lease and the answer.
      std::this_thread::sleep_for(std::chrono::microseconds(random() % 4000));
      ::kill(*holder, SIGSTOP);
      const bool while_leased = holder_of_lease(place.root() / "a").has_value();
      EXPECT_EQ(place.shell("printf 'foreign\\n' >> a").status, 0);
      if (while_leased && !over) ++stopped;
      ::kill(*holder, SIGCONT);
    }
    program.join();
    if (!holder) continue;
    const std::string now = place.bytes("a");
    const bool is_new = now.starts_with("n");
    EXPECT_TRUE(now.contains("foreign\n") || kept_bytes(place).contains("foreign\n"))
        << "round " << round << ": lost; status " << finished.status << finished.output << finished.errors;
    EXPECT_EQ(finished.status == 0, is_new) << "round " << round << finished.output << finished.errors;
    EXPECT_TRUE(is_new || now == "old\nforeign\n") << now;
    EXPECT_EQ(read_tree(place.root()).size(), 1U) << "nothing is left behind";
  }
  EXPECT_GT(stopped, 0) << "it was never caught with a lease";
}

// Adds a row to a file whenever somebody else has written it, as a formatter does.
class EagerWatcher {
 public:
  explicit EagerWatcher(fs::path file) : file_(std::move(file)), events_(::inotify_init1(IN_NONBLOCK | IN_CLOEXEC)) {
    ::inotify_add_watch(events_, file_.parent_path().c_str(), IN_MOVED_TO | IN_CREATE | IN_CLOSE_WRITE);
    thread_ = std::thread([this] { watch(); });
  }
  ~EagerWatcher() {
    stop();
    ::close(events_);
  }
  EagerWatcher(const EagerWatcher&) = delete;
  EagerWatcher& operator=(const EagerWatcher&) = delete;

  void stop() {
    over_ = true;
    if (thread_.joinable()) thread_.join();
  }
  int rows() const { return rows_; }

 private:
  void watch() {
    while (!over_) {
      pollfd wait{events_, POLLIN, 0};
      if (::poll(&wait, 1, 10) <= 0) continue;
      char buffer[4096];
      while (::read(events_, buffer, sizeof(buffer)) > 0) {
      }
      std::string bytes;
      try {
        bytes = read_file_bytes(file_);
      } catch (const std::exception&) {
        continue;
      }
      if (bytes.ends_with("watcher\n") || !bytes.ends_with('\n')) continue;
      const int fd = ::open(file_.c_str(), O_WRONLY | O_APPEND | O_CLOEXEC);
      if (fd < 0) continue;
      const std::string row = concat("row ", rows_.load(), " of the watcher\n");
      if (::write(fd, row.data(), row.size()) == static_cast<ssize_t>(row.size())) ++rows_;
      ::close(fd);
    }
  }

  fs::path file_;
  int events_;
  std::atomic<bool> over_ = false;
  std::atomic<int> rows_ = 0;
  std::thread thread_;
};

TEST(Interference, AFileThatAnotherProgramHasOpenForWritingIsBusyAndStays) {
  if (is_portable()) GTEST_SKIP() << "there are no leases that could tell";
  const Workplace place;
  ASSERT_TRUE(succeeded(place.shell("printf old | $K write a")));
  const std::string replace = "printf new | $K write a --expected-version $(version a)";
  EXPECT_TRUE(refused(place.shell("exec 9>>a; " + replace), {"busy"}));
  EXPECT_EQ(place.bytes("a"), "old");
  EXPECT_TRUE(succeeded(place.shell(replace))) << "once it is closed";
  EXPECT_EQ(place.bytes("a"), "new");
}

TEST(Environment, E22_AWatcherThatRewritesAtOnceLosesNothing) {
  for (const std::string_view setting : file_systems()) {
    const Workplace place;
    write_file(place.root() / "a", "start\n");
    EagerWatcher watcher(place.root() / "a");
    constexpr int rounds = 30;
    int attempts = 0;
    for (int round = 0; round < rounds; ++attempts) {
      ASSERT_LT(attempts, 100 * rounds);
      const std::string base = place.bytes("a");
      write_file(place.outside() / "new", concat(base, "row ", round, " of the program\n"));
      const Finished finished =
          place.shell(concat(setting, "$K write a --input $OUTSIDE/new --expected-version ", to_hex(sha256(base))));
      ASSERT_TRUE(finished.status == 0 || refused(finished, {"file_version_mismatch", "conflict", "busy"})) << finished.errors;
      if (finished.status == 0) ++round;
    }
    watcher.stop();
    const std::string all = place.bytes("a") + kept_bytes(place);
    for (int round = 0; round < rounds; ++round) {
      EXPECT_TRUE(place.bytes("a").contains(concat("row ", round, " of the program\n"))) << setting;
    }
    EXPECT_GT(watcher.rows(), 0);
    for (int row = 0; row < watcher.rows(); ++row) {
      EXPECT_TRUE(all.contains(concat("row ", row, " of the watcher\n"))) << setting;
    }
  }
}

}  // namespace
}  // namespace kedge::test
