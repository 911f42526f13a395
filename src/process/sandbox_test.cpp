// What is possible in a closed sandbox and what is not, tried out in a process of its own.
#include "process/sandbox.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <linux/fs.h>
#include <linux/sockios.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <functional>
#include <thread>

#include "process/sent_descriptor.hpp"

namespace kedge {
namespace {

namespace fs = std::filesystem;

// 0, or the error of a call that answers with -1.
int error_of(long answer) { return answer < 0 ? errno : 0; }

int error_of_opening(const fs::path& path, int flags) {
  const int file = ::open(path.c_str(), flags | O_CLOEXEC, 0600);
  const int error = error_of(file);
  if (file >= 0) ::close(file);
  return error;
}

struct Attempt {
  std::string_view what;
  std::function<int()> error;
  int expected = 0;
};

class Sandbox : public testing::Test {
 protected:
  Sandbox() : place_(fs::temp_directory_path() / ("kedge_sandbox_test_" + std::to_string(::getpid()))) {
    for (const fs::path& folder : {inside(), state(), outside()}) {
      fs::create_directories(folder / "below");
      std::ofstream(folder / "file") << "old\n";
    }
    fs::create_symlink(outside() / "file", inside() / "link");
  }
  ~Sandbox() override {
    for (const int folder : opened_) ::close(folder);
    fs::remove_all(place_);
  }

  fs::path inside() const { return place_ / "inside"; }
  fs::path state() const { return place_ / "state"; }
  fs::path outside() const { return place_ / "outside"; }

  SandboxSettings settings(SandboxMode mode) {
    SandboxSettings made{.mode = mode};
    if (mode == SandboxMode::helper) return made;
    for (const fs::path& folder : {inside(), state()}) {
      opened_.push_back(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
      made.files.writable.push_back(opened_.back());
    }
    return made;
  }

  // Makes the attempts in a child whose sandbox is closed. Skips what this kernel has no sandbox for.
  static void expect(const SandboxSettings& settings, const std::vector<Attempt>& attempts) {
    std::array<int, 2> ends{};
    ASSERT_EQ(::pipe2(ends.data(), O_CLOEXEC), 0);
    const pid_t child = ::fork();
    if (child == 0) {
      const SandboxReport report = close_sandbox(settings);
      std::vector<int> told{report.landlock, report.filters_calls ? 1 : 0};
      for (const Attempt& attempt : attempts) told.push_back(attempt.error());
      const auto size = static_cast<ssize_t>(told.size() * sizeof(int));
      ::_exit(::write(ends[1], told.data(), static_cast<std::size_t>(size)) == size ? 0 : 1);
    }
    ::close(ends[1]);
    std::vector<int> told(attempts.size() + 2, -1);
    const ssize_t got = ::read(ends[0], told.data(), told.size() * sizeof(int));
    ::close(ends[0]);
    int status = 0;
    ::waitpid(child, &status, 0);
    ASSERT_EQ(status, 0) << "the child did not get to its end";
    ASSERT_EQ(got, static_cast<ssize_t>(told.size() * sizeof(int)));
    if (told[0] < 5 || told[1] == 0) GTEST_SKIP() << "no sandbox here: Landlock " << told[0] << ", filter " << told[1];
    for (std::size_t i = 0; i < attempts.size(); ++i) {
      EXPECT_EQ(told[i + 2], attempts[i].expected) << attempts[i].what << ": " << ::strerror(told[i + 2]);
    }
  }

 private:
  fs::path place_;
  std::vector<int> opened_;
};

TEST_F(Sandbox, FilesOutsideAreOutOfReach) {
  expect(
      settings(SandboxMode::stdio),
      {
          {"read outside", [&] { return error_of_opening(outside() / "file", O_RDONLY); }, EACCES},
          {"read through a link", [&] { return error_of_opening(inside() / "link", O_RDONLY); }, EACCES},
          {"read what everybody may", [&] { return error_of_opening("/etc/passwd", O_RDONLY); }, EACCES},
          {"list", [&] { return error_of_opening(outside(), O_RDONLY | O_DIRECTORY); }, EACCES},
          {"write", [&] { return error_of_opening(outside() / "file", O_WRONLY); }, EACCES},
          {"make", [&] { return error_of_opening(outside() / "new", O_WRONLY | O_CREAT); }, EACCES},
          {"remove", [&] { return error_of(::unlinkat(AT_FDCWD, (outside() / "file").c_str(), 0)); }, EACCES},
          {"make a folder", [&] { return error_of(::mkdirat(AT_FDCWD, (outside() / "new").c_str(), 0700)); }, EACCES},
          {"move out",
           [&] { return error_of(::renameat(AT_FDCWD, (inside() / "file").c_str(), AT_FDCWD, (outside() / "new").c_str())); },
           EACCES},
          {"link in",
           [&] { return error_of(::linkat(AT_FDCWD, (outside() / "file").c_str(), AT_FDCWD, (inside() / "new").c_str(), 0)); },
           EXDEV},
          {"a name in a readable folder of its own", [&] { return error_of_opening("/proc/self/maps", O_RDONLY); }, EACCES},
      });
}

TEST_F(Sandbox, InsideEverythingThatACommitNeedsWorks) {
  const fs::path file = inside() / "file";
  const fs::path staged = state() / "staged";
  expect(settings(SandboxMode::stdio),
         {
             {"read", [&] { return error_of_opening(file, O_RDONLY); }},
             {"make", [&] { return error_of_opening(staged, O_RDWR | O_CREAT | O_EXCL); }},
             {"exchange between state and root",
              [&] { return error_of(::renameat2(AT_FDCWD, staged.c_str(), AT_FDCWD, file.c_str(), RENAME_EXCHANGE)); }},
             {"make in a new folder",
              [&] {
                const fs::path folder = inside() / "a";
                const int made = error_of(::mkdirat(AT_FDCWD, folder.c_str(), 0700));
                return made != 0 ? made : error_of_opening(folder / "b", O_WRONLY | O_CREAT);
              }},
             {"move between folders",
              [&] {
                return error_of(::renameat2(AT_FDCWD, (inside() / "a/b").c_str(), AT_FDCWD, (inside() / "below/b").c_str(),
                                            RENAME_NOREPLACE));
              }},
             {"link between state and root",
              [&] { return error_of(::linkat(AT_FDCWD, staged.c_str(), AT_FDCWD, (inside() / "other name").c_str(), 0)); }},
             {"a foreign link moves, too",
              [&] {
                return error_of(::renameat2(AT_FDCWD, staged.c_str(), AT_FDCWD, (inside() / "link").c_str(), RENAME_EXCHANGE));
              }},
             {"a file without a name gets one",
              [&] {
                const int unnamed = ::open(inside().c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
                if (unnamed < 0) return errno == EOPNOTSUPP ? 0 : errno;
                const std::string self = "/proc/self/fd/" + std::to_string(unnamed);
                const fs::path name = inside() / "below/named";
                return error_of(::linkat(AT_FDCWD, self.c_str(), AT_FDCWD, name.c_str(), AT_SYMLINK_FOLLOW));
              }},
             {"truncate, permissions, owner",
              [&] {
                const int open = ::open(file.c_str(), O_RDWR | O_CLOEXEC);
                return error_of(::ftruncate(open, 1) | ::fchmod(open, 0640) | ::fchown(open, ::getuid(), ::getgid()) |
                                ::fsync(open));
              }},
             {"remove", [&] { return error_of(::unlinkat(AT_FDCWD, (inside() / "below/b").c_str(), 0)); }},
             {"remove a folder", [&] { return error_of(::unlinkat(AT_FDCWD, (inside() / "a").c_str(), AT_REMOVEDIR)); }},
         });
}

TEST_F(Sandbox, ReadableFilesAndFoldersAreReadableAndNothingElse) {
  SandboxSettings with = settings(SandboxMode::stdio);
  with.files.readable = {outside() / "file", "/proc/self", "/none/such"};
  with.files.listed = {outside()};
  expect(with, {
                   {"read", [&] { return error_of_opening(outside() / "file", O_RDONLY); }},
                   {"list", [&] { return error_of_opening(outside(), O_RDONLY | O_DIRECTORY); }},
                   {"write", [&] { return error_of_opening(outside() / "file", O_RDWR); }, EACCES},
                   {"make beside it", [&] { return error_of_opening(outside() / "new", O_WRONLY | O_CREAT); }, EACCES},
                   {"the own process", [&] { return error_of_opening("/proc/self/maps", O_RDONLY); }, 0},
                   {"another process", [&] { return error_of_opening("/proc/1/status", O_RDONLY); }, EACCES},
                   {"connections", [&] { return error_of_opening("/proc/net/tcp", O_RDONLY); }, 0},
                   {"and out of the own process again",
                    [&] { return error_of_opening("/proc/self/root/etc/passwd", O_RDONLY); }, EACCES},
               });
}

TEST_F(Sandbox, NothingIsExecutedTracedMountedOrConnected) {
  for (const SandboxMode mode : {SandboxMode::stdio, SandboxMode::http, SandboxMode::helper}) {
    const std::string file = inside() / "file";
    expect(
        settings(mode),
        {
            {"execve",
             [] {
               std::array<char*, 1> none{};
               return error_of(::execve("/bin/true", none.data(), none.data()));
             },
             EPERM},
            {"execveat", [] { return error_of(::syscall(SYS_execveat, 0, "", nullptr, nullptr, AT_EMPTY_PATH)); }, EPERM},
            {"ptrace", [] { return error_of(::ptrace(PTRACE_TRACEME, 0, nullptr, nullptr)); }, EPERM},
            {"process_vm_readv", [] { return error_of(::syscall(SYS_process_vm_readv, 1, nullptr, 0, nullptr, 0, 0)); }, EPERM},
            {"mount", [] { return error_of(::mount("none", "/", "tmpfs", 0, nullptr)); }, EPERM},
            {"unshare", [] { return error_of(::syscall(SYS_unshare, CLONE_NEWUSER)); }, EPERM},
            {"a new namespace", [] { return error_of(::syscall(SYS_clone, CLONE_NEWUSER | SIGCHLD, 0, 0, 0, 0)); }, EPERM},
            {"clone3", [] { return error_of(::syscall(SYS_clone3, nullptr, 0)); }, ENOSYS},
            {"bpf", [] { return error_of(::syscall(SYS_bpf, 0, nullptr, 0)); }, EPERM},
            {"keyctl", [] { return error_of(::syscall(SYS_keyctl, 0)); }, EPERM},
            {"userfaultfd", [] { return error_of(::syscall(SYS_userfaultfd, 0)); }, EPERM},
            {"io_uring", [] { return error_of(::syscall(SYS_io_uring_setup, 1, nullptr)); }, EPERM},
            {"perf_event_open", [] { return error_of(::syscall(SYS_perf_event_open, nullptr, 0, 0, 0, 0)); }, EPERM},
            {"init_module", [] { return error_of(::syscall(SYS_init_module, nullptr, 0, "")); }, EPERM},
            {"chmod by name", [&] { return error_of(::chmod(file.c_str(), 0600)); }, EPERM},
            {"chown by name", [&] { return error_of(::chown(file.c_str(), 0, 0)); }, EPERM},
            {"setxattr by name", [&] { return error_of(::setxattr(file.c_str(), "user.a", "b", 1, 0)); }, EPERM},
            {"utimes by name", [&] { return error_of(::utimensat(AT_FDCWD, file.c_str(), nullptr, 0)); }, EPERM},
            {"truncate by name", [&] { return error_of(::truncate(file.c_str(), 0)); }, EPERM},
            {"a TCP socket", [] { return error_of(::socket(AF_INET, SOCK_STREAM, 0)); }, EPERM},
            {"a Unix socket as others listen on", [] { return error_of(::socket(AF_UNIX, SOCK_STREAM, 0)); }, EPERM},
            {"one that needs no connection", [] { return error_of(::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0)); }, EPERM},
            {"a pair of those",
             [] {
               std::array<int, 2> ends{};
               return error_of(::socketpair(AF_UNIX, SOCK_DGRAM, 0, ends.data()));
             },
             EPERM},
            {"a netlink socket", [] { return error_of(::socket(AF_NETLINK, SOCK_RAW, 0)); }, EPERM},
            {"memory to execute",
             [] {
               const void* const at = ::mmap(nullptr, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
               return at == MAP_FAILED ? errno : 0;
             },
             EPERM},
            {"another's limits", [] { return error_of(::prlimit(::getppid(), RLIMIT_CORE, nullptr, nullptr)); }, EPERM},
            {"a call that nobody knows yet", [] { return error_of(::syscall(1000)); }, ENOSYS},
        });
  }
}

TEST_F(Sandbox, AServerStartsThreadsAndNoProcess) {
  expect(settings(SandboxMode::stdio),
         {
             {"a thread that reads",
              [&] {
                int error = -1;
                std::thread([&] { error = error_of_opening(inside() / "file", O_RDONLY); }).join();
                return error;
              }},
             {"a thread that reads outside",
              [&] {
                int error = -1;
                std::thread([&] { error = error_of_opening(outside() / "file", O_RDONLY); }).join();
                return error;
              },
              EACCES},
             {"fork",
              [] {
                const pid_t child = ::fork();
                if (child == 0) ::_exit(0);
                return error_of(child);
              },
              EPERM},
             {"kill", [] { return error_of(::kill(::getppid(), 0)); }, EPERM},
             {"raise",
              [] {
                ::signal(SIGUSR1, SIG_IGN);
                return ::raise(SIGUSR1);
              }},
         });
}

TEST_F(Sandbox, UnixSocketsCarryDescriptors) {
  const int listening = ::socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0);
  sockaddr_un name{};
  name.sun_family = AF_UNIX;
  const std::string path = state() / "socket";
  path.copy(name.sun_path, sizeof name.sun_path - 1);
  const auto* const address = reinterpret_cast<const sockaddr*>(&name);
  ASSERT_EQ(::bind(listening, address, sizeof name), 0);
  ASSERT_EQ(::listen(listening, 1), 0);
  const auto talk = [&] {
    const int ours = ::socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0);
    if (ours < 0 || ::connect(ours, address, sizeof name) != 0) return errno;
    const int memory = ::memfd_create("test", MFD_CLOEXEC);
    if (memory < 0) return errno;
    return error_of(send_with_descriptor(ours, "x", memory));
  };
  const auto take = [&] { return error_of(::accept4(listening, nullptr, nullptr, SOCK_CLOEXEC)); };
  expect(settings(SandboxMode::stdio), {{"connect and send a descriptor", talk}, {"accept", take, EPERM}});
  expect(settings(SandboxMode::http), {{"connect and send a descriptor", talk}, {"accept", take}});
  expect(settings(SandboxMode::helper), {{"a socket", talk, EPERM}});
  ::close(listening);
}

// Where a server has a socket of TCP, because it has taken a connection, it can be made a new one again.
class FastOpen : public Sandbox {
 protected:
  FastOpen() {
    listening_ = new_socket();
    address_.sin_family = AF_INET;
    address_.sin_addr.s_addr = ::htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address_;
    EXPECT_EQ(::bind(listening_, address(), size), 0);
    EXPECT_EQ(::listen(listening_, 8), 0);
    EXPECT_EQ(::fcntl(listening_, F_SETFL, O_NONBLOCK), 0);
    EXPECT_EQ(::getsockname(listening_, reinterpret_cast<sockaddr*>(&address_), &size), 0);
  }
  ~FastOpen() override { ::close(listening_); }

  static int new_socket() { return ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0); }
  const sockaddr* address() const { return reinterpret_cast<const sockaddr*>(&address_); }

  // Each way to send a first message to an address. `given`: a new socket.
  std::vector<Attempt> attempts(int given, int expected, int expected_of_option) {
    iovec_ = {.iov_base = const_cast<char*>("x"), .iov_len = 1};
    message_ = {};
    message_.msg_name = &address_;
    message_.msg_namelen = sizeof address_;
    message_.msg_iov = &iovec_;
    message_.msg_iovlen = 1;
    several_ = {.msg_hdr = message_, .msg_len = 0};
    return {
        {"sendto", [=, this] { return error_of(::sendto(given, "x", 1, MSG_FASTOPEN, address(), sizeof address_)); }, expected},
        {"sendto without a name", [=] { return error_of(::sendto(given, "x", 1, MSG_FASTOPEN, nullptr, 0)); }, expected},
        {"sendmsg", [=, this] { return error_of(::sendmsg(given, &message_, MSG_FASTOPEN)); }, expected},
        {"sendmmsg", [=, this] { return error_of(::sendmmsg(given, &several_, 1, MSG_FASTOPEN)); }, expected},
        {"sendto with an address",
         [=, this] { return error_of(::sendto(given, "x", 1, MSG_NOSIGNAL, address(), sizeof address_)); }, expected},
        {"connect with the first message",
         [=] {
           const int on = 1;
           return error_of(::setsockopt(given, IPPROTO_TCP, TCP_FASTOPEN_CONNECT, &on, sizeof on));
         },
         expected_of_option},
        {"another's rights over the connection",
         [=] {
           const int on = 1;
           return error_of(::setsockopt(given, SOL_SOCKET, SO_REUSEPORT, &on, sizeof on));
         },
         expected_of_option},
    };
  }
  bool somebody_came() const {
    const int came = ::accept4(listening_, nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC);
    if (came >= 0) ::close(came);
    return came >= 0;
  }

 private:
  int listening_ = -1;
  sockaddr_in address_{};
  iovec iovec_{};
  msghdr message_{};
  mmsghdr several_{};
};

TEST_F(FastOpen, NobodyIsConnectedToByTheFirstMessage) {
  for (const SandboxMode mode : {SandboxMode::stdio, SandboxMode::http, SandboxMode::helper}) {
    const int given = new_socket();
    expect(settings(mode), attempts(given, EPERM, EPERM));
    EXPECT_FALSE(somebody_came());
    ::close(given);
  }
}

TEST_F(FastOpen, AConnectionThatWasTakenIsNoWayOut) {
  const int client = new_socket();
  ASSERT_EQ(::connect(client, address(), sizeof(sockaddr_in)), 0);
  ASSERT_TRUE(somebody_came());
  std::vector<Attempt> all{{"give the connection up", [&] {
                              const sockaddr none{.sa_family = AF_UNSPEC, .sa_data = {}};
                              return error_of(::connect(client, &none, sizeof none));
                            }}};
  for (Attempt& each : attempts(client, EPERM, EPERM)) all.push_back(std::move(each));
  all.push_back({"connect", [&] { return error_of(::connect(client, address(), sizeof(sockaddr_in))); }, EACCES});
  all.push_back({"without a delay, as a server sets it", [&] {
                   const int on = 1;
                   return error_of(::setsockopt(client, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on));
                 }});
  expect(settings(SandboxMode::http), all);
  ::close(client);
  if (IsSkipped()) return;
  EXPECT_FALSE(somebody_came());
}

TEST_F(FastOpen, WithoutASandboxItIsPossible) {
  // Otherwise the tests above would prove nothing; the first attempt is enough.
  const int given = new_socket();
  const int error = attempts(given, 0, 0).front().error();
  if (error == EOPNOTSUPP) GTEST_SKIP() << "switched off on this machine";
  EXPECT_TRUE(error == 0 || error == EINPROGRESS) << ::strerror(error);
  EXPECT_TRUE(somebody_came());
  ::close(given);
}

TEST_F(Sandbox, WhatASocketHasNotSentYetCanBeAsked) {
  std::array<int, 2> ends{};
  ASSERT_EQ(::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends.data()), 0);
  expect(settings(SandboxMode::stdio), {{"how much is not read yet", [&] {
                                           int waiting = 0;
                                           return error_of(::ioctl(ends[0], SIOCOUTQ, &waiting));
                                         }}});
  for (const int end : ends) ::close(end);
}

TEST_F(Sandbox, AHelperReachesNoFileAndStartsWorkers) {
  expect(settings(SandboxMode::helper), {
                                            {"read", [&] { return error_of_opening(inside() / "file", O_RDONLY); }, EPERM},
                                            {"fork",
                                             [] {
                                               const pid_t child = ::fork();
                                               if (child == 0) ::_exit(0);
                                               if (child < 0) return errno;
                                               int status = 0;
                                               return ::waitpid(child, &status, 0) == child ? status : errno;
                                             }},
                                        });
}

}  // namespace
}  // namespace kedge
