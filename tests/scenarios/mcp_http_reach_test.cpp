// Who reaches a server over HTTP: tokens, users of the machine, sockets in the file system, how many at a time, and how it
// ends.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <filesystem>

#include "print_values.hpp"
#include "scenarios/held_lock.hpp"
#include "scenarios/http_client.hpp"
#include "scenarios/mcp_client.hpp"
#include "scenarios/tested_program.hpp"
#include "support/strings.hpp"

namespace kedge::test {
namespace {

namespace fs = std::filesystem;

class McpHttpReach : public testing::Test {
 protected:
  McpHttpReach() { write_file(place.root() / "a.txt", "one\ntwo\n"); }

  std::string token_file(const std::string& content, fs::perms mode = fs::perms::owner_read | fs::perms::owner_write) {
    const fs::path file = place.outside() / "token";
    write_file(file, content);
    fs::permissions(file, mode);
    return file.string();
  }
  void usage(std::string_view words, std::string_view problem) {
    const Finished finished = place.shell(concat("$K mcp ", words, " < /dev/null"));
    EXPECT_EQ(finished.status, 2) << words << finished.errors;
    EXPECT_TRUE(says(finished, problem));
  }
  fs::path socket() const { return place.outside() / "socket"; }

  Workplace place;
};

TEST_F(McpHttpReach, M24_WithATokenNobodyIsServedWithoutIt) {
  const std::string token = "0123456789abcdef0123456789abcdef";
  HttpServed server(place, {"--http", "127.0.0.1:0", "--token-file", token_file(concat(token, '\n'))});
  const std::string open = request(0, "initialize", Json::object({{"protocolVersion", "2025-11-25"}}));
  for (const std::string& given : {std::string(), concat("Bearer ", token, "x"), concat("Bearer ", token.substr(1)),
                                   std::string("Bearer"), std::string("Bearer "), concat("Basic ", token), token}) {
    const HttpResponse response = server.post(open, {{"Authorization", given}});
    EXPECT_EQ(response.status, 401) << given;
    EXPECT_EQ(response.header("www-authenticate"), "Bearer");
    EXPECT_EQ(response.body.find(token), std::string::npos);
  }
  EXPECT_EQ(server.post(open, {{"Host", "evil.example"}, {"Authorization", concat("Bearer ", token)}}).status, 403);
  HttpSession session(server, "2025-11-25", Json::object(), {{"Authorization", concat("bearer ", token)}});
  EXPECT_FALSE(is_refusal(session.call("read", reading())));
  EXPECT_EQ(server.post(request(1, "ping"), {{"Mcp-Session-Id", session.id()}}).status, 401) << "an id is no token";
  const Finished finished = server.end(SIGTERM);
  EXPECT_EQ(finished.errors.find(token), std::string::npos);
}

TEST_F(McpHttpReach, ATokenThatOthersMayReadIsNone) {
  using fs::perms;
  const perms own = perms::owner_read | perms::owner_write;
  const auto with = [&](const std::string& file) { return concat("--http 127.0.0.1:0 --token-file ", file); };
  usage(with(token_file(std::string(32, 'x'), own | perms::group_read)), "can be read by others");
  usage(with(token_file(std::string(32, 'x'), own | perms::others_read)), "can be read by others");
  usage(with(token_file("short")), "at least 16 characters");
  usage(with(token_file("two words of some length")), "without blanks");
  usage(with(token_file("")), "at least 16 characters");
  usage(with(place.outside().string()), "is no file that can be read");
  usage(with((place.outside() / "missing").string()), "cannot be opened");
  usage(concat("--token-file ", token_file(std::string(32, 'x'))), "goes with --http");
}

TEST_F(McpHttpReach, AddressesThatOthersReachAreServedOnlyOnPurposeAndWithAToken) {
  usage("--http 0.0.0.0:0", "--allow-remote");
  usage("--http [::]:0", "--allow-remote");
  usage("--http 0.0.0.0:0 --allow-remote", "needs --token-file");
  usage("--http nowhere:0", "is not ADDR:PORT");
  usage("--http 127.0.0.1", "is not ADDR:PORT");
  usage("--http 127.0.0.1:99999", "is not ADDR:PORT");
  usage("--http 0 --socket x", "not together");
  usage("--allow-remote", "goes with --http");
  HttpServed server(place, {"--http", "0.0.0.0:0", "--allow-remote", "--token-file", token_file(std::string(32, 'x'))});
  const HttpHeaders token{{"Authorization", concat("Bearer ", std::string(32, 'x'))}, {"Host", "any.example"}};
  EXPECT_FALSE(is_refusal(HttpSession(server, "2025-11-25", Json::object(), token).call("read", reading())));
  EXPECT_EQ(server.post(request(1, "ping"), {{"Host", "any.example"}}).status, 401);
}

TEST_F(McpHttpReach, AnotherLoopbackAddressIsCalledByItsOwnName) {
  HttpServed server(place, {"--http", "127.0.0.2:0"});
  HttpClient client(server.port(), "127.0.0.2");
  const std::string open = request(0, "initialize", Json::object({{"protocolVersion", "2025-11-25"}}));
  ASSERT_TRUE(client.send(server.post_text(open, {{"Host", concat("127.0.0.2:", server.port())}})));
  EXPECT_EQ(client.receive().status, 200);
}

TEST_F(McpHttpReach, APortThatIsTakenIsSaid) {
  HttpServed server(place);
  const Finished second = place.shell(concat("$K mcp --http ", server.host(), " < /dev/null"));
  EXPECT_EQ(second.status, 3) << second.errors;
  EXPECT_TRUE(says(second, "cannot listen on"));
}

// Asks with a shell as another user; the status of the answer, or nothing if there is none.
constexpr std::string_view as_somebody_else = "setpriv --reuid=65534 --clear-groups curl -s -o /dev/null -w '%{http_code}' ";

TEST_F(McpHttpReach, AnotherUserOfTheMachineIsRefusedWithoutAToken) {
  if (const std::string reason = why_not_root(); !reason.empty()) GTEST_SKIP() << reason;
  if (place.shell("setpriv --version && curl --version").status != 0) GTEST_SKIP() << "needs setpriv and curl";
  const std::string ask = concat(" -H 'Content-Type: application/json' -d '", request(0, "initialize"), "' ");
  HttpServed server(place);
  const std::string url = concat("http://", server.host(), "/mcp");
  EXPECT_EQ(place.shell(concat("curl -s -o /dev/null -w '%{http_code}'", ask, url)).output, "200");
  EXPECT_EQ(place.shell(concat(as_somebody_else, ask, url)).output, "000");

  HttpServed open(place, {"--http", "127.0.0.1:0", "--token-file", token_file(std::string(32, 'x'))});
  const std::string bearer = concat(" -H 'Authorization: Bearer ", std::string(32, 'x'), "'");
  const std::string other_url = concat("http://", open.host(), "/mcp");
  EXPECT_EQ(place.shell(concat(as_somebody_else, bearer, ask, other_url)).output, "200") << "whoever has the token may";
  EXPECT_EQ(place.shell(concat(as_somebody_else, ask, other_url)).output, "401");

  HttpServed local(place, {"--socket", socket().string()});
  fs::permissions(place.outside(), fs::perms::all);
  EXPECT_EQ(place.shell(concat(as_somebody_else, ask, "--unix-socket ", socket().string(), " http://localhost/mcp")).output,
            "000");
  EXPECT_EQ(place
                .shell(concat("curl -s -o /dev/null -w '%{http_code}'", ask, "--unix-socket ", socket().string(),
                              " http://localhost/mcp"))
                .output,
            "200");
}

TEST_F(McpHttpReach, ASocketIsItsOwnersAndGoneAtTheEnd) {
  // In its sandbox the server cannot remove what is outside of the root; the next one replaces it.
  HttpServed server(place, {"--socket", socket().string(), "--no-sandbox"});
  struct stat info{};
  ASSERT_EQ(::lstat(socket().c_str(), &info), 0);
  EXPECT_TRUE(S_ISSOCK(info.st_mode));
  EXPECT_EQ(info.st_mode & 07777U, 0600U);
  HttpSession session(server);
  EXPECT_FALSE(is_refusal(session.call("read", reading())));
  EXPECT_TRUE(succeeded(server.end(SIGINT)));
  EXPECT_FALSE(fs::exists(fs::symlink_status(socket())));
}

TEST_F(McpHttpReach, ASocketThatWasLeftBehindIsReplacedAndOneThatIsServedIsNot) {
  HttpServed first(place, {"--socket", socket().string()});
  const std::string again = concat("$K mcp --socket ", socket().string(), " < /dev/null");
  const Finished refused = place.shell(again);
  EXPECT_EQ(refused.status, 3);
  EXPECT_TRUE(says(refused, "belongs to a server that is running"));
  EXPECT_FALSE(is_refusal(HttpSession(first).call("read", reading()))) << "the first still serves";
  first.end(SIGKILL);
  ASSERT_TRUE(fs::exists(fs::symlink_status(socket())));
  HttpServed second(place, {"--socket", socket().string()});
  EXPECT_FALSE(is_refusal(HttpSession(second).call("read", reading())));
  EXPECT_TRUE(succeeded(second.end(SIGTERM)));
}

TEST_F(McpHttpReach, WhatIsNoSocketIsLeftAloneAndAPathThatIsNoneIsSaid) {
  write_file(socket(), "mine");
  const Finished finished = place.shell(concat("$K mcp --socket ", socket().string(), " < /dev/null"));
  EXPECT_EQ(finished.status, 3);
  EXPECT_TRUE(says(finished, "is no socket"));
  EXPECT_EQ(read_file_bytes(socket()), "mine");
  const Finished longer =
      place.shell(concat("$K mcp --socket ", place.outside().string(), '/', std::string(120, 'x'), " < /dev/null"));
  EXPECT_EQ(longer.status, 3);
  EXPECT_TRUE(says(longer, "is no path for a socket"));
  EXPECT_EQ(place.shell("$K mcp --socket $OUTSIDE/no/such/folder < /dev/null").status, 3);
}

std::size_t sockets_of(pid_t process) {
  std::size_t sockets = 0;
  for (const fs::directory_entry& entry : fs::directory_iterator(concat("/proc/", process, "/fd"))) {
    std::error_code gone;
    if (fs::read_symlink(entry.path(), gone).string().starts_with("socket:")) ++sockets;
  }
  return sockets;
}

TEST_F(McpHttpReach, ManyConnectionsAreBoundedAndStarveNobody) {
  HttpServed server(place);
  const HttpSession session(server);
  // Far more than are taken, some of them silent and some between two requests.
  std::vector<HttpClient> crowd;
  for (int i = 0; i < 150; ++i) {
    crowd.push_back(server.connect());
    if (i % 2 == 0) {
      ASSERT_TRUE(crowd.back().send(session.post_text(request(i, "ping"))));
      EXPECT_EQ(crowd.back().receive().status, 200) << i;
    }
  }
  EXPECT_EQ(session.post(request("last", "ping")).status, 200);
  EXPECT_LE(sockets_of(server.process().pid()), 70U);
}

// Makes connections as another user and keeps them, from a process of its own; each has sent these bytes.
class Crowd {
 public:
  Crowd(std::uint16_t port, int count, std::string_view bytes) {
    std::array<int, 2> ends{};
    EXPECT_EQ(::pipe2(ends.data(), O_CLOEXEC), 0);
    child_ = ::fork();
    if (child_ == 0) {
      const rlimit descriptors{5000, 5000};
      ::setrlimit(RLIMIT_NOFILE, &descriptors);
      static_cast<void>(!::setresuid(65534, 65534, 65534));
      ::prctl(PR_SET_PDEATHSIG, SIGKILL);
      std::vector<HttpClient> crowd;
      for (int i = 0; i < count; ++i) {
        crowd.emplace_back(port);
        crowd.back().send(bytes);
      }
      static_cast<void>(!::write(ends[1], "x", 1));
      // Whoever is turned away comes back, as fast as the others can bear who use this machine.
      for (std::size_t i = 0;; ++i) {
        ::usleep(under_sanitizers() ? 10'000 : 1000);
        HttpClient& one = crowd[i % crowd.size()];
        one = HttpClient(port);
        one.send(bytes);
      }
    }
    ::close(ends[1]);
    char told = 0;
    EXPECT_EQ(::read(ends[0], &told, 1), 1) << "they are there";
    ::close(ends[0]);
  }
  ~Crowd() {
    ::kill(child_, SIGKILL);
    ::waitpid(child_, nullptr, 0);
  }
  Crowd(const Crowd&) = delete;
  Crowd& operator=(const Crowd&) = delete;

 private:
  pid_t child_ = -1;
};

TEST_F(McpHttpReach, AnotherUserWithThousandsOfConnectionsKeepsNobodyOut) {
  if (const std::string reason = why_not_root(); !reason.empty()) GTEST_SKIP() << reason;
  const std::string token(32, 'x');
  const HttpHeaders bearer{{"Authorization", concat("Bearer ", token)}};
  for (const bool with_token : {true, false}) {
    std::vector<std::string> options{"--http", "127.0.0.1:0"};
    if (with_token) options.insert(options.end(), {"--token-file", token_file(token)});
    HttpServed server(place, options);
    const HttpHeaders ours = with_token ? bearer : HttpHeaders();
    const HttpSession first(server, "2025-11-25", Json::object(), ours);
    HttpClient kept = server.connect();
    ASSERT_TRUE(kept.send(first.post_text(request(1, "ping"))));
    EXPECT_EQ(kept.receive().status, 200);
    // In the middle of a header, where nobody would take them for idle; and again and again.
    const Crowd crowd(server.port(), under_sanitizers() ? 300 : 2000,
                      concat("POST /mcp HTTP/1.1\r\nHost: ", server.host(), "\r\nX-Slow: "));
    for (int i = 0; i < 10; ++i) {
      HttpSession session(server, "2025-11-25", Json::object(), ours);
      EXPECT_FALSE(is_refusal(session.call("read", reading()))) << with_token << i;
      ASSERT_TRUE(kept.send(first.post_text(request(i, "ping")))) << "and one that was there before stays";
      EXPECT_EQ(kept.receive().status, 200) << with_token << i;
    }
    EXPECT_LE(sockets_of(server.process().pid()), 30U) << "strangers are few";
    EXPECT_TRUE(succeeded(server.end(SIGTERM)));
  }
}

TEST_F(McpHttpReach, StreamsWithoutAnEndLeaveRoomForOthers) {
  HttpServed server(place);
  const HttpSession session(server);
  std::vector<HttpClient> listeners;
  int refused = 0;
  const std::string listen =
      server.post_text(modern_request("l", "subscriptions/listen", Json::object({{"notifications", Json::object()}})),
                       modern_headers("subscriptions/listen"));
  for (int i = 0; i < 80; ++i) {
    listeners.push_back(server.connect());
    ASSERT_TRUE(listeners.back().send(listen));
    if (listeners.back().receive_head().status != 200) ++refused;
  }
  EXPECT_GE(refused, 80 - 64);
  EXPECT_EQ(session.post(request(1, "ping")).status, 200);
  EXPECT_TRUE(succeeded(server.end(SIGTERM)));
}

TEST_F(McpHttpReach, AServerThatIsToldToEndFinishesWhatItIsDoing) {
  HttpServed server(place);
  HttpSession session(server);
  session.call("read", reading());
  HttpClient aside = server.connect();
  ASSERT_TRUE(aside.send(session.get_text()));
  EXPECT_EQ(aside.receive_head().status, 200);
  HttpClient listening = server.connect();
  ASSERT_TRUE(listening.send(
      server.post_text(modern_request("l", "subscriptions/listen", Json::object({{"notifications", Json::object()}})),
                       modern_headers("subscriptions/listen"))));
  EXPECT_EQ(listening.receive_head().status, 200);
  listening.next_event();
  HttpClient idle = server.connect();
  HttpClient editing = server.connect();
  {
    const HeldLock lock(place);
    const Json edit = Json::object({{"file_path", "a.txt"}, {"old_string", "two\n"}, {"new_string", "2\n"}});
    ASSERT_TRUE(editing.send(session.post_text(tool_request(7, "edit", edit))));
    EXPECT_EQ(session.post(request(8, "ping")).status, 200) << "by now it has been heard";
    ::kill(server.process().pid(), SIGTERM);
    EXPECT_EQ(aside.next_event(), Json()) << "its stream ends as streams do";
    EXPECT_EQ(listening.next_event(), Json());
    EXPECT_TRUE(idle.is_closed_by_server());
  }
  const HttpResponse answer = editing.receive();
  EXPECT_EQ(answer.status, 200);
  EXPECT_FALSE(is_refusal(*answer.json().find("result"))) << answer.body;
  EXPECT_TRUE(succeeded(server.process().finish()));
  EXPECT_EQ(place.bytes("a.txt"), "one\n2\n");
}

TEST_F(McpHttpReach, AQuestionThatIsOpenWhenTheServerEndsIsTakenForNo) {
  HttpServed server(place, {"--http", "127.0.0.1:0", "--confirm", "always"});
  HttpSession session(server, "2025-06-18", Json::object({{"elicitation", Json::object()}}));
  HttpClient writing = server.connect();
  const Json file = Json::object({{"path", "new"}, {"content", "x\n"}});
  ASSERT_TRUE(writing.send(session.post_text(tool_request(7, "write", file))));
  EXPECT_EQ(writing.receive_head().status, 200);
  EXPECT_EQ(*writing.next_event().find("method"), Json("elicitation/create"));
  ::kill(server.process().pid(), SIGTERM);
  const Json answer = writing.next_event();
  ASSERT_NE(answer.find("result"), nullptr) << answer.dump();
  EXPECT_EQ(refusal_code(*answer.find("result")), "cancelled");
  EXPECT_TRUE(succeeded(server.process().finish()));
  EXPECT_FALSE(fs::exists(place.root() / "new"));
}

}  // namespace
}  // namespace kedge::test
