#include "mcp/http.hpp"

#include <gtest/gtest.h>

#include <latch>

#include "plain_client.hpp"
#include "tests/support/test_stage.hpp"

namespace kedge::mcp {
namespace {

using kedge::test::PlainClient;
using std::chrono::milliseconds;

// A server in this process whose tools do what a test says.
class Served {
 public:
  explicit Served(HttpTimes times = {}, std::vector<Agent> agents = {}, milliseconds drain = {})
      : stage_(test::rows_of([this](const ServedTool&, const Json&, Exchange& exchange) -> Called {
          if (deed) deed(exchange);
          return Reply{"done"};
        })),
        server_(HttpServer::open({.agents = std::move(agents), .times = times, .drain = drain}).value()) {
    stage_.stage.room = Workers::Room::taken;
    thread_ = std::thread([this] {
      server_->serve(
          stage_.stage, "stateless", [this] { return concat("id-", ++last_id_); },
          {.obstacles = [this] { return obstacle ? std::vector<std::string>{"an obstacle"} : std::vector<std::string>(); },
           .metrics = [](const Metrics::Present& present) { return concat("connections ", present.connections, '\n'); }});
    });
  }
  ~Served() { end(); }

  void stop() { server_->stop(); }
  void end() {
    stop();
    if (thread_.joinable()) thread_.join();
  }
  std::uint16_t port() const {
    const std::string where = server_->where();
    return static_cast<std::uint16_t>(std::stoi(where.substr(where.rfind(':') + 1)));
  }
  std::string head(std::string_view method, std::size_t length, std::string_view name = {}) const {
    return concat("POST /mcp HTTP/1.1\r\nHost: localhost:", port(),
                  "\r\nContent-Type: application/json\r\nMCP-Protocol-Version: 2026-07-28\r\nMcp-Method: ", method, "\r\n",
                  name.empty() ? "" : concat("Mcp-Name: ", name, "\r\n"), "Content-Length: ", length, "\r\n\r\n");
  }
  std::string call(std::string_view more = {}) const {
    const std::string body =
        R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"edit","_meta":{"io.modelcontextprotocol/protocolVersion":)"
        R"("2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}}})";
    std::string head_of_call = head("tools/call", body.size(), "edit");
    head_of_call.insert(head_of_call.find("\r\n") + 2, more);
    return concat(head_of_call, body);
  }

  // The whole answer to GET of this target.
  std::string get(std::string_view target, std::string_view more = {}) const {
    PlainClient client(port());
    client.send(concat("GET ", target, " HTTP/1.1\r\nHost: localhost:", port(), "\r\n", more, "\r\n"));
    return client.read_to_end();
  }

  std::function<void(Exchange&)> deed;
  std::atomic<bool> obstacle = false;

 private:
  test::TestStage stage_;
  std::atomic<int> last_id_ = 0;
  std::unique_ptr<HttpServer> server_;
  std::thread thread_;
};

TEST(Http, WhoeverIsLateIsToldSoAndSentAway) {
  Served server({.header = milliseconds(50), .body = milliseconds(50), .idle = milliseconds(50)});
  PlainClient silent(server.port()), header(server.port()), body(server.port()), idle(server.port());
  header.send("POST /mcp HTTP/1.1\r\nHo");
  body.send(server.head("tools/list", 100) + "{");
  idle.send(server.call());
  EXPECT_EQ(silent.read_to_end(), "") << "there was nothing to answer";
  EXPECT_TRUE(header.read_to_end().starts_with("HTTP/1.1 408 "));
  EXPECT_TRUE(body.read_to_end().starts_with("HTTP/1.1 408 "));
  const std::string answered = idle.read_to_end();
  EXPECT_TRUE(answered.starts_with("HTTP/1.1 200 ")) << answered;
  EXPECT_EQ(answered.find("408"), std::string::npos) << "between two requests nothing is late";
}

TEST(Http, WithoutTheTokenNobodyKeepsAConnectionForLong) {
  // The server would wait for a trusted client as long as the test runs.
  constexpr milliseconds for_ever(3'600'000);
  Served server({.header = for_ever, .body = for_ever, .stranger = milliseconds(50), .idle = for_ever},
                {{.token = "a token of some length"}});
  PlainClient silent(server.port()), slow(server.port()), wrong(server.port());
  slow.send("POST /mcp HTTP/1.1\r\nHo");
  wrong.send("POST /mcp HTTP/1.1\r\nHost: localhost\r\n\r\n");
  EXPECT_EQ(silent.read_to_end(), "");
  EXPECT_TRUE(slow.read_to_end().starts_with("HTTP/1.1 408 "));
  EXPECT_TRUE(wrong.read_to_end().starts_with("HTTP/1.1 403 "));
  PlainClient known(server.port());
  const std::string call = server.call("Authorization: Bearer a token of some length\r\n");
  for (int i = 0; i < 2; ++i) {
    known.send(call);
    EXPECT_NE(known.read_until("done").find("HTTP/1.1 200 "), std::string::npos) << i;
    std::this_thread::sleep_for(milliseconds(100 * (1 - i)));  // longer than a stranger may stay
  }
}

TEST(Http, AStreamThatIsSilentGivesSignsOfLife) {
  Served server({.silence = milliseconds(5)});
  PlainClient client(server.port());
  const std::string body =
      R"({"jsonrpc":"2.0","id":1,"method":"subscriptions/listen","params":{"notifications":{},"_meta":{)"
      R"("io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}}})";
  client.send(server.head("subscriptions/listen", body.size()) + body);
  EXPECT_NE(client.read_until(": still there\n\n").find("acknowledged"), std::string::npos);
}

TEST(Http, AClientThatGoesCallsOffItsCall) {
  Served server;
  std::latch begun(1), over(1);
  server.deed = [&](Exchange& exchange) {
    begun.count_down();
    while (!exchange.cancelled) std::this_thread::yield();
    over.count_down();
  };
  PlainClient client(server.port());
  client.send(server.call());
  begun.wait();
  client.close();
  over.wait();
}

TEST(Http, AtTheEndACallIsAnsweredAndOneThatTakesTooLongIsCalledOff) {
  for (const bool too_long : {false, true}) {
    Served server({.farewell = too_long ? milliseconds(50) : milliseconds(60'000)});
    std::latch begun(1), ending(1);
    server.deed = [&](Exchange& exchange) {
      begun.count_down();
      if (too_long) {
        while (!exchange.cancelled) std::this_thread::yield();
      } else {
        ending.wait();
      }
    };
    PlainClient client(server.port()), idle(server.port());
    client.send(server.call());
    begun.wait();
    std::thread end([&] { server.end(); });
    EXPECT_EQ(idle.read_to_end(), "");
    ending.count_down();
    const std::string answer = client.read_to_end();
    end.join();
    EXPECT_EQ(answer.find("\"result\"") != std::string::npos, !too_long) << answer;
  }
}

TEST(Http, ProbesAreAnsweredToWhoeverAsksAndMetricsToWhoeverHasTheToken) {
  Served server({}, {{.token = "a token of some length"}});
  const std::string alive = server.get("/healthz");
  EXPECT_TRUE(alive.starts_with("HTTP/1.1 200 ")) << alive;
  EXPECT_TRUE(alive.ends_with("\r\n\r\n{\"status\":\"ok\"}")) << alive;
  EXPECT_TRUE(server.get("/readyz").starts_with("HTTP/1.1 200 "));
  server.obstacle = true;
  const std::string unready = server.get("/readyz");
  EXPECT_TRUE(unready.starts_with("HTTP/1.1 503 ")) << unready;
  EXPECT_TRUE(unready.ends_with("{\"status\":\"unready\",\"reasons\":[\"an obstacle\"]}")) << unready;
  EXPECT_TRUE(server.get("/healthz").starts_with("HTTP/1.1 200 "));
  EXPECT_TRUE(server.get("/metrics").starts_with("HTTP/1.1 401 "));
  std::string metrics;
  do {  // those of before may be about to end
    metrics = server.get("/metrics", "Authorization: Bearer a token of some length\r\n");
  } while (metrics.starts_with("HTTP/1.1 200 ") && !metrics.ends_with("connections 1\n"));
  EXPECT_TRUE(metrics.starts_with("HTTP/1.1 200 ")) << metrics;
  EXPECT_TRUE(metrics.contains("Content-Type: text/plain; version=0.0.4")) << metrics;
  EXPECT_TRUE(metrics.ends_with("connections 1\n")) << metrics;
}

// What a server answers to one request of a revision with sessions.
std::string legacy(const Served& server, std::string_view method, std::string_view token, std::string_view session,
                   std::string_view params = "{}") {
  const std::string body = concat(R"({"jsonrpc":"2.0","id":1,"method":")", method, R"(","params":)", params, '}');
  PlainClient client(server.port());
  client.send(concat("POST /mcp HTTP/1.1\r\nHost: localhost:", server.port(), "\r\nConnection: close\r\nAuthorization: Bearer ",
                     token, "\r\nContent-Type: application/json\r\n",
                     session.empty() ? "" : concat("Mcp-Session-Id: ", session, "\r\n"), "Content-Length: ", body.size(),
                     "\r\n\r\n", body));
  return client.read_to_end();
}

TEST(Http, AgentsAreToldApartByTheirTokens) {
  Served server({}, {{.name = "ann", .token = "the token of ann"}, {.name = "bob", .token = "the token of bob"}});
  std::vector<std::string> agents, sessions;
  server.deed = [&](Exchange& exchange) {
    agents.emplace_back(exchange.agent);
    sessions.push_back(exchange.session);
  };
  PlainClient both(server.port());
  for (const std::string_view name : {"ann", "bob", "ann"}) {
    both.send(server.call(concat("Authorization: Bearer the token of ", name, "\r\n")));
    EXPECT_TRUE(both.read_until("done").contains("HTTP/1.1 200 "));
  }
  EXPECT_EQ(agents, (std::vector<std::string>{"ann", "bob", "ann"})) << "on one connection";
  EXPECT_EQ(sessions[0], sessions[2]);
  EXPECT_NE(sessions[0], sessions[1]);
}

TEST(Http, ASessionOfAnotherTokenIsUnknown) {
  Served server({}, {{.name = "ann", .token = "the token of ann"}, {.name = "bob", .token = "the token of bob"}});
  const std::string opened =
      legacy(server, "initialize", "the token of ann", "", R"({"protocolVersion":"2025-11-25","capabilities":{}})");
  constexpr std::string_view header = "Mcp-Session-Id: ";
  const std::size_t at = opened.find(header);
  ASSERT_NE(at, std::string::npos) << opened;
  const std::string id = opened.substr(at + header.size(), opened.find('\r', at) - at - header.size());
  EXPECT_TRUE(legacy(server, "ping", "the token of bob", id).starts_with("HTTP/1.1 404 "));
  EXPECT_TRUE(legacy(server, "ping", "the token of ann", id).starts_with("HTTP/1.1 200 "));
}

TEST(Http, AServerThatDrainsAnswersAndSaysThatItIsNotReady) {
  Served server({}, {}, milliseconds(600'000));
  PlainClient idle(server.port());
  EXPECT_TRUE(server.get("/readyz").starts_with("HTTP/1.1 200 "));
  server.stop();
  std::string unready;
  while (!unready.starts_with("HTTP/1.1 503 ")) unready = server.get("/readyz");
  EXPECT_TRUE(unready.ends_with("{\"status\":\"unready\",\"reasons\":[\"draining\"]}")) << unready;
  EXPECT_TRUE(server.get("/healthz").starts_with("HTTP/1.1 200 "));
  idle.send(server.call());
  const std::string answered = idle.read_to_end();
  EXPECT_TRUE(answered.starts_with("HTTP/1.1 200 ")) << answered;
  EXPECT_TRUE(answered.contains("Connection: close")) << "the next request goes elsewhere: " << answered;
  server.end();  // a second request does not wait for the rest of the time
}

TEST(Http, AServerEndsByItselfWhenItHasDrained) {
  Served server({}, {}, milliseconds(50));
  const auto began = std::chrono::steady_clock::now();
  server.end();
  EXPECT_GE(std::chrono::steady_clock::now() - began, milliseconds(50));
}

TEST(Http, AServerThatNobodyUsesEndsAtOnce) {
  Served server;
  server.end();
}

}  // namespace
}  // namespace kedge::mcp
