// What nobody else is to see or to be told: files of the program's own, tokens, the content of files; and what nobody prints
// reaches the client.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/syscall.h>

#include <algorithm>
#include <csignal>
#include <thread>

#include "scenarios/forced_calls.hpp"
#include "scenarios/http_client.hpp"
#include "scenarios/mcp_client.hpp"
#include "scenarios/scenario_run.hpp"
#include "scenarios/tested_program.hpp"
#include "support/strings.hpp"

namespace kedge::test {
namespace {

namespace fs = std::filesystem;

// What another user could look into, of all that the program has made for itself. What is staged or displaced is a file of the
// user's and has its permissions, in a folder that nobody else enters.
std::string open_to_others(const Workplace& place) {
  return place
      .shell(
          "find $HOME \\( -type d ! -perm 700 -o ! -type d ! -type l ! -perm 600 ! -path '*/tx/*-[0-9]*' \\) ! -path $HOME "
          "-printf '%m %P\\n'; test -d $STATE || echo no state")
      .output;
}

// Every kind of record: of edits and of what was shown, of a change that never ended, of bytes that somebody else wrote.
constexpr std::string_view leave_everything_behind =
    "printf 'one\\n' | $K write a\n"
    "$K read a > /dev/null\n"
    "printf '{\"file_path\":\"a\",\"old_string\":\"one\",\"new_string\":\"two\"}' | $K edit --dialect replace\n"
    "$K undo --last\n"
    "printf x | $K write deep/er/b\n"
    "strace -qq -o /dev/null -e inject=renameat2:signal=KILL:when=1 $K write a --input $OUTSIDE/new --expected-version "
    "$(version a)\n"
    "true";

TEST(Privacy, WhateverTheUmaskItsOwnFilesAreForItsUserAlone) {
  for (const std::string_view mask : {"000", "022", "077"}) {
    const Workplace place;
    write_file(place.outside() / "new", "new\n");
    const Finished finished = place.shell(concat("umask ", mask, '\n', leave_everything_behind));
    ASSERT_EQ(finished.status, 0) << finished.errors;
    if (!is_portable()) {
      EXPECT_TRUE(succeeded(place.shell("find $STATE -path '*/tx/*' | grep -q ."))) << "a change was to be left behind";
    }
    EXPECT_EQ(open_to_others(place), "") << "umask " << mask;
    const Finished recovered = place.shell(concat("umask ", mask, "; $K doctor --recover"));
    EXPECT_EQ(recovered.status, 0) << recovered.output << recovered.errors;
    EXPECT_EQ(open_to_others(place), "") << "umask " << mask << " after recovery";
  }
}

TEST(Privacy, AServersFilesAreForItsUserAloneAndItsUsersFilesAreWhatTheUmaskLeaves) {
  for (const auto& [mask, file, folder] : {std::tuple{"000", "666", "777"}, {"027", "640", "750"}, {"077", "600", "700"}}) {
    const Workplace place;
    write_file(place.outside() / "said",
               concat(request(1, "initialize", Json::object({{"protocolVersion", "2025-11-25"}})), '\n',
                      tool_request(2, "write", Json::object({{"path", "d/new"}, {"content", "x\n"}})), '\n',
                      tool_request(3, "read", Json::object({{"path", "d/new"}})), '\n'));
    const Finished finished = place.shell(
        concat("umask ", mask, "; $K mcp --root . --dialect replace < $OUTSIDE/said > /dev/null; stat -c %a d/new d"));
    EXPECT_EQ(finished.output, concat(file, '\n', folder, '\n')) << "umask " << mask << finished.errors;
    EXPECT_EQ(open_to_others(place), "") << "umask " << mask;
  }
}

// Every file of its own is made with the permissions that it needs; this is for what a library makes.
TEST(Privacy, AServersOwnUmaskLeavesOthersNothing) {
  const Workplace place;
  McpClient client(place, {"--root", place.root().string()});
  client.open();
  const std::string status = read_file_bytes(concat("/proc/", client.process().pid(), "/status"));
  EXPECT_TRUE(status.contains("\nUmask:\t0077\n")) << status;
}

const std::string secret_content = "SECRET-CONTENT-4711-OF-A-FILE";
const std::string secret_token = "SECRET-TOKEN-0815-0123456789abcdef";

// Where the content of files is meant to be kept.
bool keeps_content(const fs::path& file) {
  return file.filename().string().starts_with("store.db") || file.parent_path().filename() == "tx";
}

// The files of a folder in which the words stand.
std::vector<std::string> files_with(const fs::path& folder, const std::string& words, bool also_where_content_is_kept) {
  std::vector<std::string> found;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder)) {
    if (entry.path().string().contains(words)) found.push_back(entry.path());
    if (!entry.is_regular_file() || (!also_where_content_is_kept && keeps_content(entry.path()))) continue;
    if (read_file_bytes(entry.path()).contains(words)) found.push_back(entry.path());
  }
  return found;
}

// What anybody on the machine may read about a process.
std::string about(pid_t process) {
  return read_file_bytes(concat("/proc/", process, "/cmdline")) + read_file_bytes(concat("/proc/", process, "/comm"));
}

void expect_nothing_told(const Workplace& place, const Finished& finished) {
  EXPECT_FALSE(finished.errors.contains("SECRET")) << finished.errors;
  EXPECT_EQ(files_with(place.home(), secret_content, false), std::vector<std::string>());
  EXPECT_EQ(files_with(place.home(), secret_token, true), std::vector<std::string>());
  EXPECT_NE(files_with(place.home(), secret_content, true), std::vector<std::string>()) << "or this looks in the wrong place";
}

// Everything that a call can come to: done, refused, a mistake in the arguments, no call at all.
template <class Client>
void use_everywhere(Client& client) {
  const auto edit = [&](const std::string& from, const std::string& to) {
    return client.call("edit", Json::object({{"file_path", "a.txt"}, {"old_string", from}, {"new_string", to}}));
  };
  client.call("write", Json::object({{"path", "a.txt"}, {"content", concat(secret_content, "\nsecond\n")}}));
  client.call("read", Json::object({{"path", "a.txt"}}));
  EXPECT_FALSE(is_refusal(edit("second", concat(secret_content, " twice"))));
  EXPECT_TRUE(is_refusal(edit(concat(secret_content, " nowhere"), "x")));
  EXPECT_TRUE(is_refusal(edit(secret_content, "x"))) << "it stands there twice";
  client.call("edit", Json::object({{"file_path", 1}, {secret_content, "x"}, {"old_string", secret_content}}));
  client.call("search", Json::object({{"pattern", secret_content}}));
  client.call("write", Json::object({{"path", "../outside/x"}, {"content", secret_content}}));
  client.call(secret_content, Json::object());
  client.call("undo", Json::object());
}

TEST(Privacy, ServersTellNobodyWhatStandsInFiles) {
  const Workplace place;
  McpClient client(place, {"--root", place.root().string(), "--dialect", "replace"});
  client.open();
  use_everywhere(client);
  client.send(concat("{\"jsonrpc\": ", secret_content));
  EXPECT_NE(error_code(client.receive()), 0);
  client.send(concat("\"", secret_content, "\""));
  EXPECT_NE(error_code(client.receive()), 0);
  const Finished finished = client.finish();
  EXPECT_EQ(finished.status, 0);
  expect_nothing_told(place, finished);
}

TEST(Privacy, ServersOverHttpTellNobodyTheirToken) {
  Workplace place;
  write_file(place.outside() / "token", concat(secret_token, '\n'));
  fs::permissions(place.outside() / "token", fs::perms(0600));
  HttpServed server(place, {"--http", "127.0.0.1:0", "--root", place.root().string(), "--dialect", "replace", "--token-file",
                            (place.outside() / "token").string()});
  const std::string told = about(server.process().pid());
  EXPECT_FALSE(told.contains(secret_token));
  const HttpHeaders known{{"Authorization", concat("Bearer ", secret_token)}};
  HttpSession session(server, "2025-11-25", Json::object(), known);
  use_everywhere(session);
  // Who is turned away tells things, too.
  EXPECT_EQ(server.post(request(1, "ping"), {{"Authorization", concat("Bearer ", secret_token, "x")}}).status, 401);
  EXPECT_EQ(server.post(secret_content, {{"Authorization", concat("Bearer ", secret_token)}, {"Origin", "http://evil"}}).status,
            403);
  EXPECT_EQ(server.exchange(concat("GET /", secret_token, " HTTP/1.1\r\nHost: ", server.host(), "\r\n\r\n")).status / 100, 4);
  const Finished finished = server.end(SIGTERM);
  EXPECT_EQ(finished.status, 0);
  expect_nothing_told(place, finished);
}

TEST(Privacy, AParserThatDiesTellsNobodyWhatItRead) {
  const Workplace place;
  write_file(place.root() / "a.py", concat("def f():\n    return '", secret_content, "'\n"));
  McpClient client(place, {"--root", place.root().string(), "--dialect", "patch"});
  client.open();
  const std::string shown = text_of(client.call("read", Json::object({{"path", "a.py"}})));
  const std::string patch =
      concat(shown.substr(0, shown.find('\n')), "\nreplace block 1:\n+def g():\n+    return '", secret_content, "2'\n");
  const std::string children =
      read_file_bytes(concat("/proc/", client.process().pid(), "/task/", client.process().pid(), "/children"));
  if (children.empty()) GTEST_SKIP() << "there is no process of the parser's own";
  ::kill(std::stoi(children), SIGKILL);
  client.call("write", Json::object({{"path", "b.py"}, {"content", concat("x = '", secret_content, "'\n")}}));
  for (int i = 0; i < 3; ++i) client.call("edit", Json::object({{"input", patch}}));
  const Finished finished = client.finish();
  EXPECT_EQ(finished.status, 0);
  EXPECT_TRUE(finished.errors.contains("the parser's process has ended")) << finished.errors;
  expect_nothing_told(place, finished);
}

TEST(Privacy, WhatIsSaidOnStandardErrorDoesNotGrowWithWhatIsAsked) {
  if (const std::string reason = why_no_own_mounts(); !reason.empty()) GTEST_SKIP() << reason;
  const Workplace place;
  // Records that cannot be written are a reason to complain, at every call.
  std::string said = concat(request(1, "initialize", Json::object({{"protocolVersion", "2025-11-25"}})), '\n');
  for (int i = 0; i < 300; ++i) {
    append(
        said,
        concat(tool_request(2 + 2 * i, "write", Json::object({{"path", concat("f", i)}, {"content", std::string(2000, 'x')}})),
               '\n',
               tool_request(3 + 2 * i, "edit", Json::object({{"file_path", "none"}, {"old_string", "x"}, {"new_string", "y"}})),
               '\n'));
  }
  write_file(place.outside() / "said", said);
  // It depends on the page at which the disk is full whether a call is refused or goes on with a complaint.
  bool complained = false;
  for (const int kilobytes : {280, 292, 304, 316, 328, 340}) {
    const Finished finished = place.shell_with_own_mounts(
        concat("rm -f f* && mkdir -p $OUTSIDE/records && mount -t tmpfs -o mode=700,size=", kilobytes,
               "k none $OUTSIDE/records && $K mcp --root . --dialect replace --durability none --state $OUTSIDE/records"
               " < $OUTSIDE/said > $OUTSIDE/answers"));
    EXPECT_EQ(finished.status, 0) << finished.errors;
    EXPECT_LE(std::ranges::count(finished.errors, '\n'), 5) << finished.errors;
    EXPECT_GE(std::ranges::count(read_file_bytes(place.outside() / "answers"), '\n'), 601);
    complained = complained || !finished.errors.empty();
  }
  EXPECT_TRUE(complained) << "there was room for everything, and nothing to complain about";
}

TEST(Privacy, M23_APrintInTheServerGoesToStandardError) {
  if (under_sanitizers()) GTEST_SKIP() << "a sanitizer makes calls of its own";
  const Workplace place;
  McpClient client(place, {"--root", place.root().string()});
  client.open();
  {
    ForcedCalls inside(client.process().pid());
    if (!inside.problem().empty()) GTEST_SKIP() << inside.problem();
    const std::string stray = "a stray print\n";
    EXPECT_EQ(inside.call(SYS_write, {1, inside.text(stray), stray.size()}), static_cast<long>(stray.size()));
  }
  EXPECT_NE(client.ask("ping").find("result"), nullptr) << "the next line is the next answer";
  const Finished finished = client.finish();
  EXPECT_EQ(finished.errors, "a stray print\n");
  EXPECT_EQ(finished.output, "");
}

}  // namespace
}  // namespace kedge::test
