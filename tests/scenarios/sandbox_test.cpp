// A server in its sandbox does all that it does without one, and neither it nor its parser can do much else.
#include <gtest/gtest.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <charconv>
#include <chrono>
#include <csignal>
#include <fstream>
#include <thread>

#include "scenarios/mcp_client.hpp"
#include "scenarios/tested_program.hpp"
#include "support/strings.hpp"

namespace kedge::test {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view not_complete = "kedge: note: the sandbox is not complete";

std::string row_of_status(pid_t process, std::string_view name) {
  std::ifstream rows(concat("/proc/", process, "/status"));
  for (std::string row; std::getline(rows, row);) {
    if (row.starts_with(concat(name, ":\t"))) return row.substr(name.size() + 2);
  }
  return "gone";
}

std::vector<pid_t> children_of(pid_t process) {
  std::vector<pid_t> found;
  for (const fs::directory_entry& entry : fs::directory_iterator("/proc")) {
    const std::string name = entry.path().filename();
    pid_t id = 0;
    if (std::from_chars(name.data(), name.data() + name.size(), id).ptr != name.data() + name.size()) continue;
    if (row_of_status(id, "PPid") == concat(process)) found.push_back(id);
  }
  return found;
}

bool is_gone_soon(pid_t process) {
  for (int i = 0; i < 500; ++i) {
    const std::string state = row_of_status(process, "State");
    if (state == "gone" || state.starts_with('Z')) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  return false;
}

// Once it has got that far: nobody waits for it.
bool has_row_soon(pid_t process, std::string_view name, std::string_view start) {
  for (int i = 0; i < 500; ++i) {
    if (row_of_status(process, name).starts_with(start)) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  return false;
}

// A root that is named is opened, and the sandbox closed, before anything is heard.
std::vector<std::string> at_once(const Workplace& place, std::string_view dialect = "replace") {
  return {"--root", place.root().string(), "--dialect", std::string(dialect)};
}

bool kernel_has_filters() { return ::prctl(PR_GET_SECCOMP) >= 0; }

Json block_edit(McpClient& client) {
  const std::string shown = text_of(client.call("read", Json::object({{"path", "a.py"}})));
  const std::string header = shown.substr(0, shown.find('\n'));
  return client.call("edit", Json::object({{"input", concat(header, "\nreplace block 1:\n+def g():\n+    return 3\n")}}));
}

const std::string python = "def f(a):\n    if a:\n        return 1\n    return 2\n\n\nx = f(1)\n";

TEST(Sandboxed, AServerEditsInASandboxThatItCannotLeave) {
  if (!kernel_has_filters()) GTEST_SKIP() << "this kernel filters no system calls";
  const Workplace place;
  write_file(place.root() / "a.txt", "one\ntwo\n");
  McpClient client(place, at_once(place));
  client.open();
  const pid_t server = client.process().pid();
  EXPECT_EQ(row_of_status(server, "Seccomp"), "2");
  EXPECT_EQ(row_of_status(server, "NoNewPrivs"), "1");
  for (const fs::directory_entry& thread : fs::directory_iterator(concat("/proc/", server, "/task"))) {
    std::ifstream rows(thread.path() / "status");
    const std::string status{std::istreambuf_iterator<char>(rows), {}};
    EXPECT_NE(status.find("Seccomp:\t2\n"), std::string::npos) << "every thread";
  }
  client.call("read", Json::object({{"path", "a.txt"}}));
  EXPECT_FALSE(is_refusal(client.call("edit", edit_of("a.txt", "two\n", "2\n"))));
  EXPECT_FALSE(is_refusal(client.call("write", Json::object({{"path", "new/folder/b"}, {"content", "b\n"}}))));
  EXPECT_FALSE(is_refusal(client.call("undo", Json::object())));
  EXPECT_FALSE(is_refusal(client.call("undo", Json::object())));
  EXPECT_EQ(read_tree(place.root()), (Tree{{"a.txt", "one\ntwo\n"}}))
      << "the folders that were made for the other one are gone";
  EXPECT_TRUE(succeeded(client.finish()));
}

TEST(Sandboxed, TheParserWorksInASandboxOfItsOwnAndHoldsNothingOfItsServer) {
  if (!kernel_has_filters()) GTEST_SKIP() << "this kernel filters no system calls";
  const Workplace place;
  write_file(place.root() / "a.py", python);
  McpClient client(place, at_once(place, "patch"));
  client.open();
  const pid_t server = client.process().pid();
  const std::vector<pid_t> started = children_of(server);
  ASSERT_EQ(started.size(), 1U) << "it was started before it is needed";
  EXPECT_TRUE(has_row_soon(started.front(), "Seccomp", "2"));
  EXPECT_EQ(row_of_status(started.front(), "NoNewPrivs"), "1");
  EXPECT_EQ(fs::read_symlink(concat("/proc/", started.front(), "/cwd")), "/");
  for (const fs::directory_entry& file : fs::directory_iterator(concat("/proc/", started.front(), "/fd"))) {
    const std::string target = fs::read_symlink(file.path());
    EXPECT_TRUE(target == "/dev/null" || target.starts_with("socket:") || target.ends_with("/statm")) << target;
  }
  const Json edited = block_edit(client);
  EXPECT_FALSE(is_refusal(edited)) << edited.dump();
  EXPECT_EQ(place.bytes("a.py"), "def g():\n    return 3\n\n\nx = f(1)\n");
  EXPECT_EQ(children_of(server), started) << "and it is still the same";
  EXPECT_TRUE(succeeded(client.finish()));
  EXPECT_TRUE(is_gone_soon(started.front()));
}

TEST(Sandboxed, AParserThatIsLostIsToldOnceAndCostsOnlyBlocks) {
  if (!kernel_has_filters()) GTEST_SKIP() << "this kernel filters no system calls";
  const Workplace place;
  write_file(place.root() / "a.py", python);
  McpClient client(place, at_once(place, "patch"));
  client.open();
  const std::vector<pid_t> started = children_of(client.process().pid());
  ASSERT_EQ(started.size(), 1U);
  ::kill(started.front(), SIGKILL);
  ASSERT_TRUE(is_gone_soon(started.front()));
  for (int i = 0; i < 3; ++i) EXPECT_TRUE(is_refusal(block_edit(client)));
  EXPECT_EQ(place.bytes("a.py"), python);
  EXPECT_FALSE(is_refusal(client.call("write", Json::object({{"path", "b"}, {"content", "b\n"}}))));
  const Finished finished = client.finish();
  EXPECT_EQ(finished.status, 0);
  EXPECT_TRUE(finished.errors.starts_with("kedge: warning: the parser's process has ended")) << finished.errors;
  EXPECT_EQ(finished.errors.find('\n'), finished.errors.size() - 1) << finished.errors;
}

TEST(Sandboxed, AParserDiesWithItsServerAndDoesNotKeepItFromEnding) {
  const Workplace place;
  {
    McpClient client(place, at_once(place));
    client.open();
    const std::vector<pid_t> started = children_of(client.process().pid());
    ASSERT_EQ(started.size(), 1U);
    ::kill(client.process().pid(), SIGKILL);
    EXPECT_TRUE(is_gone_soon(started.front())) << "the server was killed";
  }
  McpClient client(place, at_once(place));
  client.open();
  const std::vector<pid_t> started = children_of(client.process().pid());
  ASSERT_EQ(started.size(), 1U);
  ::kill(started.front(), SIGSTOP);
  ASSERT_TRUE(has_row_soon(started.front(), "State", "T"));
  EXPECT_TRUE(succeeded(client.finish())) << "the parser was stopped";
  EXPECT_TRUE(is_gone_soon(started.front()));
}

TEST(Sandboxed, WithoutASandboxTheParserIsStartedWhenItIsNeeded) {
  const Workplace place;
  write_file(place.root() / "a.py", python);
  McpClient client(place, {"--dialect", "patch", "--no-sandbox"});
  client.open();
  EXPECT_EQ(row_of_status(client.process().pid(), "Seccomp"), "0");
  EXPECT_TRUE(children_of(client.process().pid()).empty());
  EXPECT_FALSE(is_refusal(block_edit(client)));
  EXPECT_TRUE(succeeded(client.finish()));
}

// A whole conversation at once, for servers that a shell has to start.
std::string conversation() {
  return concat(request(1, "initialize", Json::object({{"protocolVersion", "2025-11-25"}})), '\n',
                tool_request(2, "write", Json::object({{"path", "new/b"}, {"content", "b\n"}})), '\n',
                tool_request(3, "write", Json::object({{"path", "c"}, {"content", "c\n"}})), '\n',
                tool_request(4, "undo", Json::object()), '\n');
}

TEST(Sandboxed, E18_WithoutLandlockTheServerServesAndSaysSoInOneLine) {
  // A kernel without it, and a container whose filter knows nothing of it.
  for (const std::string_view error : {"ENOSYS", "EOPNOTSUPP", "EPERM"}) {
    const Workplace place;
    write_file(place.outside() / "said", conversation());
    const Finished finished =
        place.shell(concat("which strace > /dev/null || exit 77; strace -qq -o /dev/null -e trace=landlock_create_ruleset "
                           "-e inject=landlock_create_ruleset:error=",
                           error, " $K mcp --root . --dialect replace < $OUTSIDE/said"));
    if (finished.status == 77) GTEST_SKIP() << "there is no strace";
    EXPECT_EQ(finished.status, 0) << error;
    EXPECT_TRUE(finished.errors.starts_with(concat(not_complete, ": the kernel has no Landlock"))) << error << finished.errors;
    EXPECT_EQ(finished.errors.find('\n'), finished.errors.size() - 1) << error << finished.errors;
    EXPECT_EQ(finished.output.find("\"isError\":true"), std::string::npos) << error << finished.output;
    EXPECT_EQ(read_tree(place.root()), (Tree{{"new/b", "b\n"}})) << error;
  }
}

TEST(Sandboxed, IgnoreFilesOutsideTheRootCount) {
  Workplace place;
  fs::create_directories(place.root() / ".git/info");
  fs::create_directories(place.root() / "sub/below");
  fs::create_directories(place.home() / "config/git");
  write_file(place.root() / ".git/info/exclude", "by_exclude\n");
  write_file(place.root() / ".gitignore", "by_top\n");
  write_file(place.root() / "sub/.gitignore", "by_sub\n");
  write_file(place.home() / "config/git/ignore", "by_user\n");
  for (const std::string_view name : {"by_exclude", "by_top", "by_sub", "by_user", "kept"}) {
    write_file(place.root() / "sub/below" / name, "needle\n");
  }
  place.set(concat("XDG_CONFIG_HOME=", (place.home() / "config").string()));
  McpClient client(place, {"--root", (place.root() / "sub/below").string()});
  client.open();
  const std::string found = text_of(client.call("search", Json::object({{"pattern", "needle"}})));
  EXPECT_NE(found.find("kept"), std::string::npos) << found;
  EXPECT_EQ(found.find("by_"), std::string::npos) << found;
}

struct Setting {
  std::string_view name;
  std::string_view variable;
  std::vector<std::string> options;
};

TEST(Sandboxed, EveryWayOfWritingWorks) {
  const std::vector<Setting> settings{
      {"best", "A=b", {}},
      {"portable", "KEDGE_FS=portable", {}},
      {"in place", "A=b", {"--in-place"}},
      {"in place and portable", "KEDGE_FS=portable", {"--in-place"}},
      {"across mounts", "A=b", {"--cross-mounts"}},
  };
  for (const Setting& setting : settings) {
    Workplace place;
    place.set(std::string(setting.variable));
    write_file(place.root() / "a.txt", "one\ntwo\n");
    write_file(place.root() / "linked", "one\n");
    fs::create_hard_link(place.root() / "linked", place.root() / "twin");
    fs::permissions(place.root() / "a.txt", fs::perms(0640));
    const bool attributes = place.shell("setfattr -n user.note -v kept a.txt && setfacl -m u:1:r a.txt").status == 0;
    McpClient client(place, setting.options);
    client.open();
    for (const std::string_view name : {"a.txt", "linked"}) {
      client.call("read", Json::object({{"path", name}}));
      const Json edited = client.call("edit", edit_of(name, "one\n", "1\n"));
      EXPECT_FALSE(is_refusal(edited)) << setting.name << edited.dump();
    }
    EXPECT_EQ(place.bytes("a.txt"), "1\ntwo\n") << setting.name;
    EXPECT_EQ(place.bytes("linked"), "1\n") << setting.name;
    EXPECT_EQ(fs::status(place.root() / "a.txt").permissions() & fs::perms::owner_all, fs::perms(0600)) << setting.name;
    if (attributes) {
      EXPECT_TRUE(says(place.shell("getfattr -n user.note a.txt; getfacl -n a.txt"), "user.note=\"kept\"")) << setting.name;
      EXPECT_TRUE(says(place.shell("getfacl -n a.txt"), "user:1:r--")) << setting.name;
    }
    EXPECT_FALSE(is_refusal(client.call("undo", Json::object()))) << setting.name;
    EXPECT_EQ(place.bytes("linked"), "one\n") << setting.name;
    EXPECT_TRUE(succeeded(client.finish())) << setting.name;
  }
}

TEST(Sandboxed, RootAndStateMayLieOnDifferentMounts) {
  if (const std::string reason = why_no_own_mounts(); !reason.empty()) GTEST_SKIP() << reason;
  const Workplace place;
  write_file(place.outside() / "said", conversation());
  const Finished finished = place.shell_with_own_mounts(
      "mount -t tmpfs none $OUTSIDE/../home && mkdir sub && mount -t tmpfs none sub && cd sub && "
      "$K mcp --dialect replace --root . < $OUTSIDE/said && cat new/b && ls");
  EXPECT_EQ(finished.status, 0) << finished.output << finished.errors;
  EXPECT_EQ(finished.errors, "");
  EXPECT_TRUE(finished.output.ends_with("b\nnew\n")) << finished.output;
  EXPECT_EQ(finished.output.find("\"isError\":true"), std::string::npos) << finished.output;
}

TEST(Sandboxed, AnOrdinaryUserGetsTheSameSandbox) {
  if (const std::string reason = why_not_root(); !reason.empty()) GTEST_SKIP() << reason;
  const Workplace place;
  write_file(place.outside() / "said", conversation());
  const Finished finished = place.shell(
      "chmod 0777 . ../home; chmod 0755 .. ../outside; chmod 0644 $OUTSIDE/said; cp $K ../kedge; chmod 0755 ../kedge\n"
      "setpriv --reuid 65534 --regid 65534 --clear-groups ../kedge mcp --dialect replace < $OUTSIDE/said && cat new/b && ls");
  EXPECT_EQ(finished.status, 0) << finished.output << finished.errors;
  EXPECT_EQ(finished.errors, "");
  EXPECT_TRUE(finished.output.ends_with("b\nnew\n")) << finished.output;
  EXPECT_EQ(finished.output.find("\"isError\":true"), std::string::npos) << finished.output;
}

}  // namespace
}  // namespace kedge::test
