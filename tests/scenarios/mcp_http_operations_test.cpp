// What whoever operates a server over HTTP sees and sets: probes, metrics, the log, agents with tokens of their own, limits,
// and an end that load balancers notice in time.
#include <gtest/gtest.h>

#include <csignal>
#include <filesystem>

#include "scenarios/http_client.hpp"
#include "scenarios/mcp_client.hpp"
#include "scenarios/tested_program.hpp"
#include "support/json_read.hpp"
#include "support/strings.hpp"

namespace kedge::test {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view token_of_ann = "the-token-of-ann-and-nobody-else";
constexpr std::string_view token_of_bob = "the-token-of-bob-and-nobody-else";
constexpr std::string_view traceparent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";

HttpHeaders with_token(std::string_view token) { return {{"Authorization", concat("Bearer ", token)}}; }

class McpHttpOperations : public testing::Test {
 protected:
  McpHttpOperations() { write_file(place.root() / "a.txt", "one\ntwo\n"); }

  std::string tokens_of_both() {
    const fs::path file = place.outside() / "tokens";
    write_file(file, concat("ann ", token_of_ann, "\nbob ", token_of_bob, '\n'));
    fs::permissions(file, fs::perms::owner_read | fs::perms::owner_write);
    return file.string();
  }
  static HttpResponse get(const HttpServed& server, std::string_view target, std::string_view token = {}) {
    const std::string authorization = token.empty() ? "" : concat("Authorization: Bearer ", token, "\r\n");
    return server.exchange(concat("GET ", target, " HTTP/1.1\r\nHost: ", server.host(), "\r\n", authorization, "\r\n"));
  }
  // As a client without sessions makes it.
  Json called(const HttpServed& server, std::string_view tool, const Json& arguments, std::string_view token = {}) {
    const Json meta = Json::object({{"traceparent", traceparent}});
    Json params = Json::object({{"name", tool}, {"arguments", arguments}, {"_meta", meta}});
    HttpHeaders headers = modern_headers("tools/call", tool);
    if (!token.empty()) headers.emplace_back("Authorization", concat("Bearer ", token));
    const HttpResponse response = server.post(modern_request(++last_id, "tools/call", std::move(params)), headers);
    EXPECT_EQ(response.status, 200) << response.body;
    return at(response.json(), "result");
  }

  Workplace place;
  int last_id = 0;
};

TEST_F(McpHttpOperations, ProbesNeedNoTokenAndMetricsDo) {
  HttpServed server(place, {"--http", "127.0.0.1:0", "--token-file", tokens_of_both()});
  EXPECT_EQ(get(server, "/healthz").body, R"({"status":"ok"})");
  EXPECT_EQ(get(server, "/readyz").body, R"({"status":"ready"})");
  EXPECT_EQ(get(server, "/metrics").status, 401);
  EXPECT_FALSE(is_refusal(called(server, "read", reading(), token_of_ann)));
  EXPECT_FALSE(is_refusal(called(server, "edit", edit_of("a.txt", "two\n", "2\n"), token_of_ann)));
  EXPECT_EQ(refusal_code(called(server, "edit", edit_of("a.txt", "three\n", "3\n"), token_of_bob)), "no_match");
  const HttpSession session(server, "2025-11-25", Json::object(), with_token(token_of_ann));
  const HttpResponse metrics = get(server, "/metrics", token_of_bob);
  EXPECT_EQ(metrics.status, 200);
  EXPECT_EQ(metrics.header("content-type"), "text/plain; version=0.0.4; charset=utf-8");
  for (const std::string_view line :
       {R"(kedge_calls_total{tool="read",outcome="done"} 1)", R"(kedge_calls_total{tool="edit",outcome="done"} 1)",
        R"(kedge_calls_total{tool="edit",outcome="refused"} 1)", R"(kedge_refusals_total{code="no_match"} 1)",
        "kedge_files_changed_total 1", "kedge_commit_rounds_total 1", "kedge_lock_wait_seconds_count 1",
        R"(kedge_call_seconds_count{tool="edit"} 2)", "kedge_sessions 1"}) {
    EXPECT_TRUE(metrics.body.contains(concat('\n', line, '\n'))) << line << '\n' << metrics.body;
  }
  EXPECT_TRUE(metrics.body.contains("\nkedge_http_connections "));
  EXPECT_FALSE(metrics.body.contains("\nkedge_store_seconds_count 0\n"));
  EXPECT_FALSE(metrics.body.contains("\"ann\"") || metrics.body.contains("bob")) << "names are no labels";
}

TEST_F(McpHttpOperations, TheLogHasALineForEachCallWithItsTraceAndWithoutContent) {
  HttpServed server(place, {"--http", "127.0.0.1:0", "--token-file", tokens_of_both(), "--log", "json"});
  called(server, "read", reading(), token_of_ann);
  called(server, "edit", edit_of("a.txt", "three\n", "3\n"), token_of_bob);
  const Finished finished = server.end(SIGTERM);
  EXPECT_EQ(finished.status, 0);
  std::vector<Json> records;
  for (const std::string_view line : split(finished.errors, '\n')) {
    if (line.starts_with('{')) records.push_back(read_json(line).value_or(Json()));
  }
  ASSERT_EQ(records.size(), 2U) << finished.errors;
  EXPECT_EQ(at(records[0], "SeverityText"), Json("INFO"));
  EXPECT_EQ(at(records[0], "Attributes", "tool"), Json("read"));
  EXPECT_EQ(at(records[0], "Attributes", "agent"), Json("ann"));
  EXPECT_EQ(at(records[0], "TraceId"), Json(traceparent.substr(3, 32)));
  EXPECT_EQ(at(records[0], "SpanId"), Json(traceparent.substr(36, 16)));
  EXPECT_EQ(at(records[1], "SeverityText"), Json("WARN"));
  EXPECT_EQ(at(records[1], "Attributes", "code"), Json("no_match"));
  EXPECT_EQ(at(records[1], "Attributes", "agent"), Json("bob"));
  for (const std::string_view secret : {std::string_view("three"), std::string_view("a.txt"), token_of_ann, token_of_bob}) {
    EXPECT_FALSE(finished.errors.contains(secret)) << secret << '\n' << finished.errors;
  }
}

TEST_F(McpHttpOperations, WhatOneTokenWasShownAnotherHasNotSeen) {
  HttpServed server(place, {"--http", "127.0.0.1:0", "--token-file", tokens_of_both()});
  HttpSession session(server, "2025-11-25", Json::object(), with_token(token_of_ann));
  EXPECT_FALSE(is_refusal(session.call("read", reading())));
  HttpHeaders stolen = with_token(token_of_bob);
  stolen.emplace_back("Mcp-Session-Id", session.id());
  EXPECT_EQ(server.post(request(1, "ping"), stolen).status, 404);
  EXPECT_EQ(session.post(request(1, "ping")).status, 200);
}

TEST_F(McpHttpOperations, BeyondItsQuotaAnAgentIsToldWhenToComeBackAndOthersGoOn) {
  HttpServed server(place, {"--http", "127.0.0.1:0", "--token-file", tokens_of_both(), "--quota", "2"});
  for (int i = 0; i < 2; ++i) EXPECT_FALSE(is_refusal(called(server, "read", reading(), token_of_ann))) << i;
  const Json refused = called(server, "read", reading(), token_of_ann);
  EXPECT_EQ(refusal_code(refused), "quota_exceeded");
  EXPECT_TRUE(text_of(refused).contains("there is another one in ")) << text_of(refused);
  EXPECT_FALSE(is_refusal(called(server, "read", reading(), token_of_bob)));
}

TEST_F(McpHttpOperations, ManyConnectionsAreServedIfThatIsWanted) {
  HttpServed server(place, {"--http", "127.0.0.1:0", "--max-connections", "2"});
  const HttpSession session(server);
  HttpClient first = server.connect();
  ASSERT_TRUE(first.send(session.post_text(request(1, "ping"))));
  EXPECT_EQ(first.receive().status, 200);
  std::vector<HttpClient> others;
  for (int i = 0; i < 2; ++i) {
    others.push_back(server.connect());
    ASSERT_TRUE(others.back().send(session.post_text(request(i, "ping"))));
    EXPECT_EQ(others.back().receive().status, 200) << i;
  }
  EXPECT_TRUE(first.is_closed_by_server()) << "it has been idle the longest";
}

TEST_F(McpHttpOperations, AfterSigtermADrainingServerAnswersAndIsNotReady) {
  HttpServed server(place, {"--http", "127.0.0.1:0", "--drain", "600"});
  EXPECT_EQ(get(server, "/readyz").status, 200);
  ASSERT_EQ(::kill(server.process().pid(), SIGTERM), 0);
  while (get(server, "/readyz").status == 200) {
  }
  EXPECT_EQ(get(server, "/readyz").body, R"({"status":"unready","reasons":["draining"]})");
  EXPECT_EQ(get(server, "/healthz").status, 200);
  EXPECT_FALSE(is_refusal(called(server, "read", reading())));
  const Finished finished = server.end(SIGTERM);
  EXPECT_TRUE(succeeded(finished)) << "the second signal ends it";
}

TEST_F(McpHttpOperations, OptionsOfHttpGoWithItAndNumbersHaveTheirLimits) {
  for (const auto& [words, problem] : std::vector<std::pair<std::string_view, std::string_view>>{
           {"--drain 5", "goes with --http"},
           {"--max-connections 5", "goes with --http"},
           {"--http 127.0.0.1:0 --max-connections 0", "is not a number from 1"},
           {"--http 127.0.0.1:0 --drain 3601", "is not a number from 0 to 3600"},
           {"--quota 0", "is not a number from 1"},
           {"--log text", "is none of none, json"},
       }) {
    const Finished finished = place.shell(concat("$K mcp ", words, " < /dev/null"));
    EXPECT_EQ(finished.status, 2) << words << finished.errors;
    EXPECT_TRUE(says(finished, problem)) << words;
  }
}

}  // namespace
}  // namespace kedge::test
