// What the processes of a running server can do and what they cannot, asked from inside: each is made to try. The table of
// docs/sandbox.md, row by row.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <linux/seccomp.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <functional>
#include <thread>

#include "process/kernel_features.hpp"
#include "scenarios/forced_calls.hpp"
#include "scenarios/http_client.hpp"
#include "scenarios/mcp_client.hpp"
#include "scenarios/tested_program.hpp"
#include "support/strings.hpp"

namespace kedge::test {
namespace {

namespace fs = std::filesystem;

constexpr auto here = static_cast<std::uint64_t>(AT_FDCWD);
constexpr auto no_descriptor = static_cast<std::uint64_t>(-1);
constexpr int allowed = 0;

struct Attempt {
  std::string_view what;
  int error;  // that the call has to end with
  std::function<long(ForcedCalls&)> make;
};

class SandboxInside : public testing::Test {
 protected:
  SandboxInside() {
    write_file(place.root() / "file", "old\n");
    write_file(place.outside() / "file", "old\n");
  }

  // Whatever is opened is closed again.
  static long opened(ForcedCalls& inside, const fs::path& path, int flags) {
    const long file =
        inside.call(SYS_openat, {here, inside.text(path.string()), static_cast<std::uint64_t>(flags | O_CLOEXEC), 0600});
    if (file >= 0) inside.call(SYS_close, {static_cast<std::uint64_t>(file)});
    return file;
  }

  static void expect(pid_t process, std::string_view mode, const std::vector<Attempt>& attempts) {
    ForcedCalls inside(process);
    if (!inside.problem().empty()) GTEST_SKIP() << inside.problem();
    ASSERT_EQ(inside.call(SYS_getpid), process) << mode << ": it does not do what it is told";
    for (const Attempt& attempt : attempts) {
      const long answer = attempt.make(inside);
      const int error = answer < 0 ? static_cast<int>(-answer) : 0;
      EXPECT_EQ(error, attempt.error) << mode << ": " << attempt.what << ": " << ::strerror(error);
    }
  }

  // What holds for a server, over whatever it talks.
  std::vector<Attempt> of_server() const {
    const fs::path root = place.root();
    const fs::path outside = place.outside();
    const fs::path state = fs::directory_iterator(place.state())->path();  // that of the root
    const auto by_name = [](long number, const fs::path& path, std::uint64_t more = 0) {
      return [=](ForcedCalls& inside) { return inside.call(number, {here, inside.text(path.string()), more, 0}); };
    };
    const auto open = [](const fs::path& path, int flags) {
      return [=](ForcedCalls& inside) { return opened(inside, path, flags); };
    };
    const auto plain = [](long number, std::array<std::uint64_t, 6> arguments = {}) {
      return [=](ForcedCalls& inside) { return inside.call(number, arguments); };
    };
    return {
        {"read in the root", allowed, open(root / "file", O_RDONLY)},
        {"write in the root", allowed, open(root / "file", O_WRONLY)},
        {"make in the root", allowed, open(root / "made", O_WRONLY | O_CREAT)},
        {"remove in the root", allowed, by_name(SYS_unlinkat, root / "made")},
        {"make in the state", allowed, open(state / "made", O_WRONLY | O_CREAT)},
        {"remove in the state", allowed, by_name(SYS_unlinkat, state / "made")},
        {"make in the state of all roots", EACCES, open(place.state() / "made", O_WRONLY | O_CREAT)},
        {"read outside", EACCES, open(outside / "file", O_RDONLY)},
        {"write outside", EACCES, open(outside / "file", O_WRONLY)},
        {"make outside", EACCES, open(outside / "made", O_WRONLY | O_CREAT)},
        {"list outside", EACCES, open(outside, O_RDONLY | O_DIRECTORY)},
        {"read the users of the machine", EACCES, open("/etc/passwd", O_RDONLY)},
        {"remove outside", EACCES, by_name(SYS_unlinkat, outside / "file")},
        {"make a folder outside", EACCES, by_name(SYS_mkdirat, outside / "folder", 0700)},
        {"move out", EACCES,
         [=](ForcedCalls& inside) {
           return inside.call(SYS_renameat2, {here, inside.text((root / "file").string()), here,
                                              inside.text((outside / "moved").string()), 0});
         }},
        {"permissions by name outside", EPERM, by_name(SYS_fchmodat, outside / "file", 0777)},
        {"permissions by name in the root", EPERM, by_name(SYS_fchmodat, root / "file", 0777)},
        {"owner by name", EPERM, by_name(SYS_fchownat, outside / "file", 1)},
        {"times by name", EPERM, by_name(SYS_utimensat, outside / "file")},
        {"length by name", EPERM,
         [=](ForcedCalls& inside) { return inside.call(SYS_truncate, {inside.text((outside / "file").string()), 0}); }},
        {"size and times outside, which it may know", allowed,
         [=](ForcedCalls& inside) {
           const std::uint64_t into = inside.text(std::string(512, ' '));
           return inside.call(SYS_newfstatat, {here, inside.text((outside / "file").string()), into, 0});
         }},
        {"run a program", EPERM, [](ForcedCalls& inside) { return inside.call(SYS_execve, {inside.text("/bin/true"), 0, 0}); }},
        {"run a program that is open", EPERM, plain(SYS_execveat, {no_descriptor, 0, 0, 0, AT_EMPTY_PATH})},
        {"start a process", EPERM, plain(SYS_clone, {SIGCHLD})},
        {"trace", EPERM, plain(SYS_ptrace, {16, 1})},
        {"read the memory of another", EPERM, plain(SYS_process_vm_readv, {1})},
        {"signal its parent", EPERM, plain(SYS_kill, {static_cast<std::uint64_t>(::getpid()), 0})},
        {"signal the first process", EPERM, plain(SYS_kill, {1, 0})},
        {"mount", EPERM,
         [](ForcedCalls& inside) {
           return inside.call(SYS_mount, {inside.text("none"), inside.text("/nowhere"), inside.text("tmpfs"), 0, 0});
         }},
        {"unmount", EPERM, [](ForcedCalls& inside) { return inside.call(SYS_umount2, {inside.text("/nowhere"), 0}); }},
        {"another root", EPERM, [](ForcedCalls& inside) { return inside.call(SYS_chroot, {inside.text("/")}); }},
        {"a namespace of its own", EPERM, plain(SYS_unshare, {CLONE_NEWUSER})},
        {"another's namespace", EPERM, plain(SYS_setns, {no_descriptor, 0})},
        {"another user", EPERM, plain(SYS_setuid, {0})},
        {"a TCP socket", EPERM, plain(SYS_socket, {AF_INET, SOCK_STREAM, 0})},
        {"a UDP socket", EPERM, plain(SYS_socket, {AF_INET6, SOCK_DGRAM, 0})},
        {"a raw socket", EPERM, plain(SYS_socket, {AF_PACKET, SOCK_RAW, 0})},
        {"a Unix socket as other programs listen on", EPERM, plain(SYS_socket, {AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0})},
        {"one that needs no connection", EPERM, plain(SYS_socket, {AF_UNIX, SOCK_DGRAM, 0})},
        {"a pair of those", EPERM, plain(SYS_socketpair, {AF_UNIX, SOCK_DGRAM, 0})},
        {"fast open by sendto", EPERM, plain(SYS_sendto, {no_descriptor, 0, 0, MSG_FASTOPEN, 0, 0})},
        {"send to an address", EPERM, plain(SYS_sendto, {no_descriptor, 0, 0, 0, 0, 16})},
        {"fast open by sendmsg", EPERM, plain(SYS_sendmsg, {no_descriptor, 0, MSG_FASTOPEN})},
        {"fast open by sendmmsg", EPERM, plain(SYS_sendmmsg, {no_descriptor, 0, 1, MSG_FASTOPEN})},
        {"fast open by connect", EPERM, plain(SYS_setsockopt, {no_descriptor, IPPROTO_TCP, TCP_FASTOPEN_CONNECT, 0, 4})},
        {"send, though not to nowhere", EBADF, plain(SYS_sendto, {no_descriptor, 0, 0, MSG_NOSIGNAL, 0, 0})},
        {"its environment", EACCES, open("/proc/self/environ", O_RDONLY)},
        {"its environment by another name", EACCES, open("/proc/thread-self/environ", O_RDONLY)},
        {"the environment of its parent", EACCES, open(concat("/proc/", ::getpid(), "/environ"), O_RDONLY)},
        {"its memory", EACCES, open("/proc/self/mem", O_RDWR)},
        {"its memory, as it is laid out", EACCES, open("/proc/self/maps", O_RDONLY)},
        {"the connections of everybody", EACCES, open("/proc/net/tcp", O_RDONLY)},
        {"listen", EPERM, plain(SYS_listen, {no_descriptor, 1})},
        {"a program for the kernel", EPERM, plain(SYS_bpf)},
        {"a queue of calls", EPERM, plain(SYS_io_uring_setup, {1})},
        {"modules", EPERM, plain(SYS_init_module)},
        {"the keyring", EPERM, plain(SYS_keyctl)},
        {"memory to execute", EPERM,
         plain(SYS_mmap, {0, 4096, PROT_READ_AND_EXECUTE, MAP_PRIVATE_AND_ANONYMOUS, no_descriptor, 0})},
        {"the clock", EPERM, plain(SYS_clock_settime)},
        {"a call that nobody knows yet", ENOSYS, plain(1000)},
    };
  }

  void nothing_happened(const Facts& before) const { EXPECT_EQ(place.facts(), before); }

  static constexpr std::uint64_t PROT_READ_AND_EXECUTE = 0x5;
  static constexpr std::uint64_t MAP_PRIVATE_AND_ANONYMOUS = 0x22;

  const Workplace place;
};

std::string why_no_sandbox() {
  if (under_sanitizers()) return "a sanitizer makes calls of its own";
  if (::prctl(PR_GET_SECCOMP) < 0) return "this kernel filters no system calls";
  constexpr int needed = 6;  // since when signals of others are closed
  return landlock_abi() < needed ? "Landlock of this kernel is older" : "";
}

pid_t child_of(pid_t process) {
  const std::string list = read_file_bytes(concat("/proc/", process, "/task/", process, "/children"));
  return list.empty() ? -1 : std::stoi(list);
}

TEST_F(SandboxInside, AServerOnStandardStreams) {
  if (const std::string reason = why_no_sandbox(); !reason.empty()) GTEST_SKIP() << reason;
  McpClient client(place, {"--root", place.root().string(), "--dialect", "replace"});
  client.open();
  const Facts before = place.facts();
  std::vector<Attempt> attempts = of_server();
  attempts.push_back(
      {"accept a connection", EPERM, [](ForcedCalls& inside) { return inside.call(SYS_accept4, {no_descriptor, 0, 0, 0}); }});
  expect(client.process().pid(), "stdio", attempts);
  nothing_happened(before);
  EXPECT_FALSE(is_refusal(client.call("write", Json::object({{"path", "new"}, {"content", "x\n"}})))) << "and it goes on";
  EXPECT_TRUE(succeeded(client.finish()));
}

TEST_F(SandboxInside, AServerOverHttp) {
  if (const std::string reason = why_no_sandbox(); !reason.empty()) GTEST_SKIP() << reason;
  HttpServed server(place, {"--http", "127.0.0.1:0", "--root", place.root().string(), "--dialect", "replace"});
  HttpSession session(server);
  const Facts before = place.facts();
  std::vector<Attempt> attempts = of_server();
  attempts.push_back({"accept a connection, though not from nowhere", EBADF,
                      [](ForcedCalls& inside) { return inside.call(SYS_accept4, {no_descriptor, 0, 0, 0}); }});
  attempts.push_back(
      {"connect", EPERM, [](ForcedCalls& inside) { return inside.call(SYS_socket, {AF_INET, SOCK_STREAM, 0}); }});
  expect(server.process().pid(), "http", attempts);
  nothing_happened(before);
  EXPECT_FALSE(is_refusal(session.call("write", Json::object({{"path", "new"}, {"content", "x\n"}})))) << "and it goes on";
  EXPECT_EQ(server.end(SIGTERM).status, 0);
}

TEST_F(SandboxInside, TheHelperThatStartsParsers) {
  if (const std::string reason = why_no_sandbox(); !reason.empty()) GTEST_SKIP() << reason;
  McpClient client(place, {"--root", place.root().string(), "--dialect", "patch"});
  client.open();
  pid_t helper = -1;
  // Nobody waits for it to close its sandbox.
  for (int i = 0; i < 500; ++i) {
    helper = child_of(client.process().pid());
    if (helper > 0 && read_file_bytes(concat("/proc/", helper, "/status")).contains("Seccomp:\t2")) break;
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  ASSERT_GT(helper, 0);
  // ptrace is for parents and for those with rights; this is a child's child.
  expect(
      helper, "helper",
      {
          {"read in the root", EPERM, [&](ForcedCalls& inside) { return opened(inside, place.root() / "file", O_RDONLY); }},
          {"write in the root", EPERM, [&](ForcedCalls& inside) { return opened(inside, place.root() / "file", O_WRONLY); }},
          {"read in the state", EPERM, [&](ForcedCalls& inside) { return opened(inside, place.state(), O_RDONLY); }},
          {"read the users of the machine", EPERM, [](ForcedCalls& inside) { return opened(inside, "/etc/passwd", O_RDONLY); }},
          {"a socket", EPERM, [](ForcedCalls& inside) { return inside.call(SYS_socket, {AF_UNIX, SOCK_STREAM, 0}); }},
          {"run a program", EPERM,
           [](ForcedCalls& inside) { return inside.call(SYS_execve, {inside.text("/bin/true"), 0, 0}); }},
          {"trace", EPERM, [](ForcedCalls& inside) { return inside.call(SYS_ptrace, {16, 1}); }},
          {"mount", EPERM, [](ForcedCalls& inside) { return inside.call(SYS_mount); }},
      });
  EXPECT_TRUE(succeeded(client.finish()));
}

// Everything that a process could read of itself, if somebody made it.
bool has_in_memory(pid_t process, std::string_view words) {
  const std::string maps = read_file_bytes(concat("/proc/", process, "/maps"));
  const int memory = ::open(concat("/proc/", process, "/mem").c_str(), O_RDONLY | O_CLOEXEC);
  EXPECT_GE(memory, 0);
  bool found = false;
  for (const std::string_view row : split(maps, '\n')) {
    unsigned long from = 0, to = 0;
    char rights[5] = {};
    if (std::sscanf(std::string(row).c_str(), "%lx-%lx %4s", &from, &to, rights) != 3 || rights[0] != 'r') continue;
    std::string bytes(to - from, '\0');
    const ssize_t got = ::pread(memory, bytes.data(), bytes.size(), static_cast<off_t>(from));
    found = found || (got > 0 && bytes.find(words) != std::string::npos);
  }
  ::close(memory);
  return found;
}

TEST_F(SandboxInside, SecretsInTheEnvironmentAreNowhereInAServer) {
  if (under_sanitizers()) GTEST_SKIP() << "a sanitizer copies the environment";
  Workplace with_secret;
  const std::string secret = "a-secret-that-nobody-needs-4711";
  with_secret.set(concat("SOME_API_KEY=", secret));
  for (const bool sandboxed : {true, false}) {
    std::vector<std::string> options{"--root", with_secret.root().string(), "--dialect", "patch"};
    if (!sandboxed) options.emplace_back("--no-sandbox");
    McpClient client(with_secret, options);
    client.open();
    std::vector<pid_t> processes{client.process().pid()};
    if (const pid_t helper = child_of(processes.front()); helper > 0) processes.push_back(helper);
    EXPECT_EQ(processes.size(), sandboxed ? 2U : 1U) << "its helper, too";
    for (const pid_t process : processes) {
      EXPECT_EQ(read_file_bytes(concat("/proc/", process, "/environ")).find(secret), std::string::npos) << sandboxed;
      EXPECT_FALSE(has_in_memory(process, secret)) << sandboxed;
    }
    const Json file = Json::object({{"path", "new.cpp"}, {"content", sandboxed ? "int a;\n" : "int b;\n"}});
    EXPECT_EQ(is_refusal(client.call("write", file)), !sandboxed) << "it works, and overwrites nothing that it has not shown";
    EXPECT_TRUE(succeeded(client.finish()));
  }
}

TEST_F(SandboxInside, WithoutASandboxTheSameIsPossible) {
  if (const std::string reason = why_no_sandbox(); !reason.empty()) GTEST_SKIP() << reason;
  McpClient client(place, {"--root", place.root().string(), "--no-sandbox"});
  client.open();
  expect(client.process().pid(), "none",
         {
             {"read outside", allowed, [&](ForcedCalls& inside) { return opened(inside, place.outside() / "file", O_RDONLY); }},
             {"permissions by name outside", allowed,
              [&](ForcedCalls& inside) {
                return inside.call(SYS_fchmodat, {here, inside.text((place.outside() / "file").string()), 0600});
              }},
             {"a TCP socket", allowed,
              [](ForcedCalls& inside) {
                const long made = inside.call(SYS_socket, {AF_INET, SOCK_STREAM, 0});
                return made < 0 ? made : inside.call(SYS_close, {static_cast<std::uint64_t>(made)});
              }},
         });
  EXPECT_TRUE(succeeded(client.finish()));
}

}  // namespace
}  // namespace kedge::test
