// What clients get wrong over HTTP, on purpose or not: each test is a row of the catalogue of bad input, for both eras where
// they differ. The server answers and goes on.
#include <gtest/gtest.h>

#include <sys/socket.h>

#include <charconv>
#include <csignal>
#include <filesystem>
#include <thread>

#include "print_values.hpp"
#include "scenarios/http_client.hpp"
#include "scenarios/mcp_client.hpp"
#include "scenarios/tested_program.hpp"
#include "support/json_read.hpp"
#include "support/strings.hpp"

namespace kedge::test {
namespace {

std::string to_hex_length(std::string_view text) {
  char digits[20];
  return {digits, std::to_chars(digits, std::end(digits), text.size(), 16).ptr};
}

class McpHttpMisuse : public testing::Test {
 protected:
  McpHttpMisuse() {
    write_file(place.root() / "a.txt", "one\ntwo\n");
    server.emplace(place);
  }

  // Refused with this code by both eras, and the server still serves.
  void refused(std::string_view body, std::int64_t code) {
    const HttpSession session(*server);
    for (const HttpHeaders& headers : {session.headers(), HttpHeaders{{"MCP-Protocol-Version", "2026-07-28"}}}) {
      const HttpResponse response = server->post(body, headers);
      EXPECT_EQ(response.status, 400) << body.substr(0, 200) << "\n" << response.body;
      EXPECT_EQ(error_code(response.json()), code) << body.substr(0, 200) << "\n" << response.body;
      EXPECT_LT(response.body.size(), 2000U) << "what is echoed is bounded";
    }
    EXPECT_EQ(session.post(request(1, "ping")).status, 200);
  }

  std::string reading(const Json& id) { return tool_request(id, "read", Json::object({{"path", "a.txt"}})); }
  std::string modern_reading(const Json& id, std::string_view path = "a.txt") {
    return modern_request(id, "tools/call", Json::object({{"name", "read"}, {"arguments", Json::object({{"path", path}})}}));
  }
  // With one header changed, or left out where its value is empty.
  HttpResponse modern_with(const std::string& name, const std::string& value) {
    HttpHeaders headers = modern_headers("tools/call", "read");
    std::erase_if(headers, [&](const auto& header) { return header.first == name; });
    headers.emplace_back(name, value);
    return server->post(modern_reading(1), headers);
  }

  Workplace place;
  std::optional<HttpServed> server;
};

TEST_F(McpHttpMisuse, M1_WhatIsNoJsonIsAParseError) {
  for (const std::string_view body :
       {"", "hello", "{", R"({"jsonrpc":"2.0","id":1,"method":"pi)", "{'a':1}", "\xEF\xBB\xBF{}", "]"}) {
    refused(body, -32700);
  }
}

TEST_F(McpHttpMisuse, M2_WhatIsNoMessageIsInvalid) {
  for (const std::string_view body : {"1", "null", "\"ping\"", "true", "[]", "{}"}) refused(body, -32600);
}

TEST_F(McpHttpMisuse, M3_ABatchIsTakenOnlyByTheRevisionThatHasThem) {
  const std::string batch = concat('[', request(1, "ping"), ',', reading(2), ']');
  refused(batch, -32600);
  for (const std::string_view revision : {"2024-11-05", "2025-06-18"}) {
    const HttpSession session(*server, revision);
    EXPECT_EQ(error_code(session.post(batch).json()), -32600);
  }
  const HttpSession session(*server, "2025-03-26");
  const Json answers = session.post(batch).json();
  ASSERT_NE(answers.as_array(), nullptr);
  EXPECT_EQ(answers.as_array()->size(), 2U);
}

TEST_F(McpHttpMisuse, M4_AnotherJsonRpcIsInvalid) {
  refused(R"({"id":1,"method":"ping"})", -32600);
  refused(R"({"jsonrpc":"1.0","id":"x","method":"ping"})", -32600);
}

TEST_F(McpHttpMisuse, M5_AnIdIsAnIntegerOrAShortString) {
  for (const std::string_view id : {"null", "1.5", "{}", "[1]", "true"}) {
    refused(concat(R"({"jsonrpc":"2.0","method":"ping","id":)", id, "}"), -32600);
  }
  refused(concat(R"({"jsonrpc":"2.0","method":"ping","id":")", std::string(10'000'000, 'x'), "\"}"), -32600);
}

TEST_F(McpHttpMisuse, M6_TwoRequestsWithOneIdAreNeverMixed) {
  const HttpSession session(*server);
  std::vector<HttpClient> clients;
  for (int i = 0; i < 2; ++i) clients.push_back(server->connect());
  for (int i = 0; i < 2; ++i) {
    const Json writing = Json::object({{"path", concat("new", i)}, {"content", "x\n"}});
    ASSERT_TRUE(clients[static_cast<std::size_t>(i)].send(session.post_text(tool_request(7, "write", writing))));
  }
  for (int i = 0; i < 2; ++i) {
    const Json answer = clients[static_cast<std::size_t>(i)].receive().json();
    if (error_code(answer) == -32600) {
      EXPECT_TRUE(answer.find("id")->is_null());
      EXPECT_FALSE(std::filesystem::exists(place.root() / concat("new", i)));
    } else {
      EXPECT_TRUE(text_of(*answer.find("result")).find(concat("new", i)) != std::string::npos) << answer.dump();
    }
  }
}

TEST_F(McpHttpMisuse, M7_ANameThatOccursTwiceIsRefused) {
  refused(R"({"jsonrpc":"2.0","id":1,"id":2,"method":"ping"})", -32700);
  refused(R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"read","name":"write"}})", -32700);
}

TEST_F(McpHttpMisuse, M8_WhatThereIsNotIsSaid) {
  const HttpSession session(*server);
  const auto legacy = [&](std::string_view method, const Json& params) {
    const HttpResponse response = session.post(request(1, method, params));
    EXPECT_EQ(response.status, 200);
    return error_code(response.json());
  };
  EXPECT_EQ(legacy("tools/lst", Json::object()), -32601);
  EXPECT_EQ(legacy("tools/call", Json::object({{"name", "raed"}})), -32602);
  EXPECT_EQ(legacy("resources/read", Json::object({{"uri", "file:///no/such"}})), -32602) << "outside of the root";
  const std::string missing = concat("file://", place.root().string(), "/missing");
  EXPECT_EQ(legacy("resources/read", Json::object({{"uri", missing}})), -32002);
  const auto modern = [&](std::string_view method, std::string_view name, const Json& params, int status) {
    const HttpResponse response = server->post(modern_request(1, method, params), modern_headers(method, name));
    EXPECT_EQ(response.status, status) << response.body;
    return error_code(response.json());
  };
  EXPECT_EQ(modern("tools/lst", "", Json::object(), 404), -32601);
  for (const std::string_view gone : {"ping", "logging/setLevel", "resources/subscribe", "initialize"}) {
    EXPECT_EQ(modern(gone, "", Json::object(), 404), -32601) << gone;
  }
  EXPECT_EQ(modern("tools/call", "raed", Json::object({{"name", "raed"}}), 400), -32602);
  EXPECT_EQ(modern("resources/read", missing, Json::object({{"uri", missing}}), 400), -32602);
}

TEST_F(McpHttpMisuse, M9_ANotificationThatNobodyKnowsIsPassedOver) {
  const HttpSession session(*server);
  const std::string unknown = R"({"jsonrpc":"2.0","method":"notifications/no_such"})";
  const std::string call =
      R"({"jsonrpc":"2.0","method":"tools/call","params":{"name":"write","arguments":{"path":"n","content":""}}})";
  for (const std::string& body : {unknown, call}) {
    EXPECT_EQ(session.post(body).status, 202);
    EXPECT_EQ(session.post(body).body, "");
    EXPECT_EQ(server->post(body, {{"MCP-Protocol-Version", "2026-07-28"}}).status, 202);
  }
  EXPECT_EQ(session.post(request(1, "ping")).status, 200);
  EXPECT_FALSE(std::filesystem::exists(place.root() / "n"));
}

TEST_F(McpHttpMisuse, M10_WithoutASessionOnlyWhoeverSaysWhoItIsIsServed) {
  EXPECT_EQ(server->post(reading(1)).status, 400);
  EXPECT_EQ(server->post(request(1, "tools/list"), {{"Mcp-Session-Id", std::string(32, '0')}}).status, 404);
  EXPECT_EQ(server->post(modern_reading(1), modern_headers("tools/call", "read")).status, 200);
  const HttpResponse silent = server->post(reading(1), modern_headers("tools/call", "read"));
  EXPECT_EQ(silent.status, 400);
  EXPECT_EQ(error_code(silent.json()), -32602);
}

TEST_F(McpHttpMisuse, M11_ASecondInitializeIsRefusedAndTheSessionIsKept) {
  HttpSession session(*server);
  session.call("read", Json::object({{"path", "a.txt"}}));
  EXPECT_EQ(session.post(request(1, "initialize", Json::object({{"protocolVersion", "2025-11-25"}}))).status, 400);
  EXPECT_FALSE(is_refusal(session.call("write", Json::object({{"path", "a.txt"}, {"content", "x\n"}}))));
}

TEST_F(McpHttpMisuse, M12_ARevisionThatNobodyKnowsIsNegotiatedOrRefusedWithThoseThatThereAre) {
  const HttpResponse opened = server->post(request(1, "initialize", Json::object({{"protocolVersion", "1999-01-01"}})));
  EXPECT_EQ(*opened.json().find("result")->find("protocolVersion"), Json("2025-11-25"));
  const HttpResponse silent = server->post(request(1, "initialize"));
  EXPECT_EQ(error_code(silent.json()), -32602);
  EXPECT_EQ(silent.header("mcp-session-id"), "");
  const Json meta = Json::object({{"io.modelcontextprotocol/protocolVersion", "1999-01-01"},
                                  {"io.modelcontextprotocol/clientCapabilities", Json::object()}});
  const HttpResponse refused = server->post(request(1, "tools/list", Json::object({{"_meta", meta}})),
                                            {{"MCP-Protocol-Version", "1999-01-01"}, {"Mcp-Method", "tools/list"}});
  EXPECT_EQ(refused.status, 400);
  EXPECT_EQ(error_code(refused.json()), -32022);
  EXPECT_EQ(*refused.json().find("error")->find("data")->find("requested"), Json("1999-01-01"));
  EXPECT_EQ(refused.json().find("error")->find("data")->find("supported")->as_array()->size(), 5U);
}

TEST_F(McpHttpMisuse, M13_DepthOf100000IsRefusedFast) {
  refused(std::string(100'000, '['), -32700);
  refused(std::string(10'000'000, '['), -32700);
}

TEST_F(McpHttpMisuse, M14_AMessageThatIsTooLargeIsRefusedWithoutBeingKept) {
  const std::size_t before = server->process().peak_memory();
  const HttpResponse told = server->exchange(server->post_text("", {{"Content-Length", "1000000000"}}));  // it is never sent
  EXPECT_EQ(told.status, 413);
  HttpClient client = server->connect();
  ASSERT_TRUE(client.send(server->post_text("", {{"Content-Length", ""}, {"Transfer-Encoding", "chunked"}})));
  const std::string chunk = concat("100000\r\n", std::string(0x100000, ' '), "\r\n");
  for (int i = 0; i < 40 && client.send(chunk); ++i) {
  }
  EXPECT_EQ(client.receive().status, 413);
  if (!under_sanitizers()) {
    EXPECT_LT(server->process().peak_memory() - before, 150'000U);
  }
  EXPECT_EQ(HttpSession(*server).post(request(1, "ping")).status, 200);
}

TEST_F(McpHttpMisuse, M15_BytesThatAreNoUtf8AreAParseError) {
  refused("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"a\xFF\"}", -32700);
  refused(R"({"jsonrpc":"2.0","id":1,"method":"\ud800"})", -32700);
}

TEST_F(McpHttpMisuse, M16_NumbersThatAreNoneOfOursAreRefused) {
  refused(R"({"jsonrpc":"2.0","id":1e999,"method":"ping"})", -32700);
  refused(R"({"jsonrpc":"2.0","id":9223372036854775808,"method":"ping"})", -32700);
}

TEST_F(McpHttpMisuse, M17_ACancellationOfNothingIsPassedOver) {
  const HttpSession session(*server);
  for (const std::string_view params :
       {R"({"requestId":1002})", R"({"requestId":"no"})", R"({"requestId":{}})", "{}", "[]", "7"}) {
    const std::string body = concat(R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":)", params, "}");
    EXPECT_EQ(session.post(body).status, 202) << params;
  }
  EXPECT_EQ(session.post(request(1, "ping")).status, 200);
}

TEST_F(McpHttpMisuse, M20_ABodyThatEndsEarlyIsNobodysMessage) {
  const HttpSession session(*server);
  {
    HttpClient client = server->connect();
    const Json writing = Json::object({{"path", "unfinished"}, {"content", "x\n"}});
    const std::string text = session.post_text(tool_request(1, "write", writing));
    ASSERT_TRUE(client.send(text.substr(0, text.size() - 1)));
  }
  EXPECT_EQ(session.post(request(1, "ping")).status, 200);
  EXPECT_FALSE(std::filesystem::exists(place.root() / "unfinished"));
}

TEST_F(McpHttpMisuse, M22_AClientThatOpensAStreamAndNeverReadsCostsLittle) {
  for (int i = 0; i < 300; ++i) write_file(place.root() / concat("f", i), "nothing\n");
  const HttpSession session(*server);
  const std::string uri = concat("file://", place.root().string(), "/a.txt");
  HttpClient deaf = server->connect();
  ASSERT_TRUE(deaf.send(session.get_text()));
  // Its requests are long, and their answers, too; none of them is read.
  std::string rows;
  for (int i = 0; i < 5000; ++i) append(rows, concat("a row of some length, number ", i, '\n'));
  write_file(place.root() / "much", rows);
  const std::size_t before = server->process().peak_memory();
  std::vector<HttpClient> clients;
  for (int i = 0; i < 40; ++i) {
    clients.push_back(server->connect());
    const Json params = Json::object({{"name", "read"}, {"arguments", Json::object({{"path", "much"}})}});
    for (int k = 0; k < 20; ++k)
      ASSERT_TRUE(clients.back().send(session.post_text(request(i * 100 + k, "tools/call", params))));
  }
  EXPECT_EQ(session.post(request("last", "ping")).status, 200) << "others are served";
  if (!under_sanitizers()) {
    EXPECT_LT(server->process().peak_memory() - before, 100'000U);
  }
  EXPECT_TRUE(succeeded(server->end(SIGTERM)));
}

TEST_F(McpHttpMisuse, M24_WhoComesByTheWrongWayIsTurnedAway) {
  const HttpSession session(*server);
  const std::string host = server->host();
  const std::string port = host.substr(host.find(':'));
  struct Case {
    std::string name, value;
    int status;
  };
  for (const Case& c :
       {Case{"Host", concat("evil.example", port), 403}, Case{"Host", "127.0.0.1", 403}, Case{"Host", "127.0.0.1:1", 403},
        Case{"Host", concat("127.0.0.1.evil.example", port), 403}, Case{"Host", concat("LOCALHOST", port), 200},
        Case{"Host", concat("[::1]", port), 200}, Case{"Origin", "http://evil.example", 403}, Case{"Origin", "null", 403},
        Case{"Origin", concat("https://localhost", port), 403}, Case{"Origin", concat("http://localhost", port), 200},
        Case{"Sec-Fetch-Site", "cross-site", 403}, Case{"Content-Type", "text/plain", 415},
        Case{"Content-Type", "application/json-patch+json", 415}, Case{"Content-Type", "Application/JSON; charset=utf-8", 200},
        Case{"Accept", "text/html", 406}, Case{"Accept", "application/json", 406}, Case{"Accept", "*/*", 200}}) {
    HttpHeaders headers = session.headers();
    headers.emplace_back(c.name, c.value);
    EXPECT_EQ(server->post(request(1, "ping"), headers).status, c.status) << c.name << ": " << c.value;
  }
  HttpHeaders none = session.headers();
  none.emplace_back("Host", "");
  EXPECT_EQ(server->post(request(1, "ping"), none).status, 403);
  HttpHeaders twice = session.headers();
  twice.insert(twice.end(), {{"Host", host}, {"Host", host}});
  EXPECT_EQ(server->post(request(1, "ping"), twice).status, 403);
  none.back() = {"Content-Type", ""};
  EXPECT_EQ(server->post(request(1, "ping"), none).status, 415);
  const std::string head = concat(" HTTP/1.1\r\nHost: ", host, "\r\n\r\n");
  EXPECT_EQ(server->exchange(concat("GET /other", head)).status, 404);
  EXPECT_EQ(server->exchange(concat("OPTIONS /mcp", head)).status, 403);
  EXPECT_EQ(server->exchange(concat("PUT /mcp", head)).status, 405);
}

TEST_F(McpHttpMisuse, M25_RequestsThatMayMeanTwoThingsOrAreTooLargeAreTurnedAway) {
  const std::string both = server->post_text("0\r\n\r\n", {{"Transfer-Encoding", "chunked"}, {"Content-Length", "5"}});
  EXPECT_EQ(server->exchange(both).status, 400);
  EXPECT_EQ(server->exchange(server->post_text("{}", {{"Content-Length", "2"}, {"Content-Length", "3"}})).status, 400);
  EXPECT_EQ(server->exchange(server->post_text("{}", {{"X-Long", std::string(100'000, 'x')}})).status, 431);
  EXPECT_EQ(server->exchange("no request at all\r\n\r\n").status, 400);
  EXPECT_EQ(server->exchange("POST /mcp HTTP/1.1\r\nHost : x\r\n\r\n").status, 400);
  const HttpSession session(*server);
  HttpHeaders chunked = session.headers();
  chunked.insert(chunked.end(), {{"Transfer-Encoding", "chunked"}, {"Content-Length", ""}});
  const std::string ping = request(1, "ping");
  std::string body;
  for (const char c : ping) append(body, concat("1\r\n", c, "\r\n"));
  EXPECT_EQ(server->exchange(server->post_text(concat(body, "0\r\n\r\n"), chunked)).status, 200) << "but chunks alone are fine";
}

TEST_F(McpHttpMisuse, M25_WhatOtherServersMightReadDifferentlyIsRefused) {
  const HttpSession session(*server);
  const std::string ping = request(1, "ping");
  const auto with = [&](const HttpHeaders& more, std::string_view body) {
    HttpHeaders headers = session.headers();
    headers.insert(headers.end(), more.begin(), more.end());
    return server->exchange(server->post_text(body, headers)).status;
  };
  const std::string chunks = concat(to_hex_length(ping), "\r\n", ping, "\r\n0\r\n\r\n");
  EXPECT_EQ(with({{"Transfer-Encoding", "chunked"}, {"Content-Length", ""}}, chunks), 200) << "the form that all understand";
  for (const char* const encoding : {"identity, chunked", "chunked, identity", "chunked, chunked", "identity", "gzip, chunked",
                                     "xchunked", ",chunked", "chunked;a=b", "identity,\r\n chunked"}) {
    EXPECT_EQ(with({{"Transfer-Encoding", encoding}, {"Content-Length", ""}}, chunks), 400) << encoding;
  }
  EXPECT_EQ(with({{"Transfer-Encoding", "identity"}, {"Transfer-Encoding", "chunked"}, {"Content-Length", ""}}, chunks), 400);
  EXPECT_EQ(with({{"Transfer-Encoding", "identity"}, {"Content-Length", std::to_string(ping.size())}}, ping), 400);
  const std::string length = std::to_string(ping.size());
  EXPECT_EQ(with({{"Content-Length", length}, {"Content-Length", length}}, ping), 400);
  for (const std::string& wrong :
       {concat(length, ", ", length), concat('+', length), concat("0x", length), concat(length, " 1")}) {
    EXPECT_EQ(with({{"Content-Length", wrong}}, ping), 400) << wrong;
  }
  const std::string nul(1, '\0');
  for (const std::string& value :
       {std::string("a\r\n b"), std::string("a\r\n\tb"), std::string("\r\n a"), std::string("a\nB: c"), std::string("a\rB: c"),
        concat("a", nul, "b"), std::string("a\x7F"), std::string("a\x01")}) {
    EXPECT_EQ(with({{"X-Other", value}}, ping), 400) << value;
  }
  for (const std::string name : {"X-Other ", " X-Other", "X Other", "X-Other\t", "", "X(Other"}) {
    EXPECT_EQ(with({{name, "a"}}, ping), 400) << name;
  }
  const std::string bare = concat("POST /mcp HTTP/1.1\nHost: ", server->host(), "\nContent-Length: 0\n\n");
  EXPECT_EQ(server->exchange(bare).status, 400);
  for (const std::string line : {"POST  /mcp HTTP/1.1", "POST /mcp  HTTP/1.1", "POST\t/mcp HTTP/1.1", " POST /mcp HTTP/1.1",
                                 "POST /mcp HTTP/1.1 ", "POST /mcp", "POST /mcp HTTP/2.0", "POST /m\x01p HTTP/1.1"}) {
    const std::string text = concat(line, "\r\nHost: ", server->host(), "\r\nContent-Length: 0\r\n\r\n");
    EXPECT_EQ(server->exchange(text).status, 400) << line;
  }
  for (const std::string chunk :
       {"4\nping\r\n0\r\n\r\n", "0x4\r\nping\r\n0\r\n\r\n", "4 \r\nping\r\n0\r\n\r\n", "+4\r\nping\r\n0\r\n\r\n",
        "4\r\npingX\r\n0\r\n\r\n", "ffffffffffffffff4\r\nping\r\n0\r\n\r\n"}) {
    const int status = with({{"Transfer-Encoding", "chunked"}, {"Content-Length", ""}}, chunk);
    EXPECT_TRUE(status == 400 || status == 413) << chunk << status;
  }
  EXPECT_EQ(session.post(ping).status, 200);
}

TEST_F(McpHttpMisuse, M26_TwoClientsWithTheSameIdsGetTheirOwnAnswers) {
  constexpr int rounds = 30;
  for (const char name : {'x', 'y'}) write_file(place.root() / std::string(1, name), std::string(1, name));
  const auto talk = [&](char name, bool modern) {
    const std::optional<HttpSession> session = modern ? std::nullopt : std::optional<HttpSession>(*server);
    const std::string path(1, name);
    for (int i = 0; i < rounds; ++i) {
      const HttpResponse response = modern ? server->post(modern_reading(i, path), modern_headers("tools/call", "read"))
                                           : session->post(tool_request(i, "read", Json::object({{"path", path}})));
      EXPECT_TRUE(text_of(*response.json().find("result")).starts_with(path)) << response.body;
    }
  };
  std::vector<std::thread> clients;
  for (const bool modern : {false, true}) {
    for (const char name : {'x', 'y'}) clients.emplace_back(talk, name, modern);
  }
  for (std::thread& client : clients) client.join();
}

TEST_F(McpHttpMisuse, M28_GetAndDeleteAreThoseOfTheRevision) {
  const auto exchange = [&](std::string_view method, const HttpHeaders& headers) {
    std::string text = concat(method, " /mcp HTTP/1.1\r\nHost: ", server->host(), "\r\nAccept: text/event-stream\r\n");
    for (const auto& [name, value] : headers) append(text, concat(name, ": ", value, "\r\n"));
    return server->exchange(text + "\r\n");
  };
  for (const std::string_view method : {"GET", "DELETE"}) {
    EXPECT_EQ(exchange(method, {{"MCP-Protocol-Version", "2026-07-28"}}).status, 405);
    EXPECT_EQ(exchange(method, {{"MCP-Protocol-Version", "2026-07-28"}}).header("allow"), "POST");
    EXPECT_EQ(exchange(method, {{"Mcp-Session-Id", "unknown"}}).status, 404);
  }
  EXPECT_EQ(exchange("GET", {}).status, 405);
  EXPECT_EQ(exchange("DELETE", {}).status, 400);
}

TEST_F(McpHttpMisuse, HeadersOfAClientWithoutASessionSayWhatItsMessageSays) {
  EXPECT_EQ(modern_with("Mcp-Name", "=?base64?cmVhZA==?=").status, 200);
  struct Case {
    std::string name, value;
  };
  for (const Case& c : {Case{"Mcp-Name", "write"}, Case{"Mcp-Name", ""}, Case{"Mcp-Name", "READ"},
                        Case{"Mcp-Name", "=?base64?!!?="}, Case{"Mcp-Method", "tools/list"}, Case{"Mcp-Method", ""},
                        Case{"MCP-Protocol-Version", ""}, Case{"MCP-Protocol-Version", "2025-11-25"}}) {
    const HttpResponse response = modern_with(c.name, c.value);
    EXPECT_EQ(response.status, 400) << c.name << ": " << c.value;
    EXPECT_EQ(error_code(response.json()), -32020) << c.name << ": " << c.value << "\n" << response.body;
  }
}

// These wait for the clock of the server.
class McpHttpSlow : public McpHttpMisuse {};

TEST_F(McpHttpSlow, M25_AHeaderThatDoesNotComeInTimeIsGivenUp) {
  HttpClient silent = server->connect();
  HttpClient slow = server->connect();
  ASSERT_TRUE(slow.send("POST /mcp HTTP/1.1\r\nHost: "));
  EXPECT_EQ(HttpSession(*server).post(request(1, "ping")).status, 200) << "nobody waits for it";
  EXPECT_EQ(slow.receive().status, 408);
  EXPECT_TRUE(silent.is_closed_by_server());
}

}  // namespace
}  // namespace kedge::test
