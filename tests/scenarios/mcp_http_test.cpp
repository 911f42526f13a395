// Sessions with the program over HTTP: what clients of both eras see of ordinary ones.
#include <gtest/gtest.h>

#include <csignal>
#include <filesystem>
#include <set>

#include "print_values.hpp"
#include "scenarios/held_lock.hpp"
#include "scenarios/http_client.hpp"
#include "scenarios/mcp_client.hpp"
#include "scenarios/tested_program.hpp"
#include "support/strings.hpp"

namespace kedge::test {
namespace {

// A call as a client without sessions makes it.
std::string modern_call(const Json& id, std::string_view tool, const Json& arguments, Json more = Json::object(),
                        const Json& capabilities = Json::object()) {
  more.set("name", tool);
  more.set("arguments", arguments);
  return modern_request(id, "tools/call", std::move(more), capabilities);
}

class McpHttp : public testing::Test {
 protected:
  McpHttp() { write_file(place.root() / "a.txt", "one\ntwo\n"); }

  Json called(const HttpServed& server, std::string_view tool, const Json& arguments) {
    const HttpResponse response = server.post(modern_call(++last_id, tool, arguments), modern_headers("tools/call", tool));
    EXPECT_EQ(response.status, 200) << response.body;
    return at(response.json(), "result");
  }
  // So many names of one file that a search through them takes a while.
  void make_much_to_search(std::size_t bytes = 200'000, int names = 8000) {
    std::string rows;
    for (int i = 0; rows.size() < bytes; ++i) append(rows, concat("a row of some length, number ", i, " of very many\n"));
    std::filesystem::create_directory(place.root() / "much");
    write_file(place.root() / "much" / "0", rows);
    for (int i = 1; i < names; ++i) {
      std::filesystem::create_hard_link(place.root() / "much" / "0", place.root() / "much" / concat(i));
    }
  }
  static Json endless_search() { return Json::object({{"pattern", "number [0-9]+ of (nobody|nothing)"}, {"path", "much"}}); }
  static Json with_progress() { return Json::object({{"progressToken", "p"}}); }

  Workplace place;
  int last_id = 0;
};

TEST_F(McpHttp, ASessionReadsEditsIsRefusedAndTakesBack) {
  HttpServed server(place);
  for (const std::string_view revision : {"2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"}) {
    HttpSession session(server, revision);
    EXPECT_TRUE(text_of(session.call("read", reading())).starts_with("one\ntwo\n"));
    EXPECT_FALSE(is_refusal(session.call("edit", edit_of("a.txt", "two\n", "2\n"))));
    EXPECT_EQ(place.bytes("a.txt"), "one\n2\n");
    EXPECT_EQ(refusal_code(session.call("edit", edit_of("a.txt", "three\n", "3\n"))), "no_match");
    EXPECT_FALSE(is_refusal(session.call("undo", Json::object())));
    EXPECT_EQ(place.bytes("a.txt"), "one\ntwo\n");
  }
  const Finished finished = server.end(SIGTERM);
  EXPECT_TRUE(succeeded(finished));
}

TEST_F(McpHttp, AClientWithoutASessionSaysWithEachRequestWhoItIs) {
  HttpServed server(place);
  const HttpResponse discovered = server.post(modern_request(1, "server/discover"), modern_headers("server/discover"));
  EXPECT_EQ(discovered.status, 200);
  EXPECT_EQ(discovered.header("mcp-session-id"), "");
  EXPECT_EQ(at(discovered.json(), "result", "resultType"), Json("complete"));
  EXPECT_EQ(at(discovered.json(), "result", "supportedVersions").as_array()->front(), Json("2026-07-28"));
  EXPECT_TRUE(text_of(called(server, "read", reading())).starts_with("one\ntwo\n"));
  EXPECT_FALSE(is_refusal(called(server, "edit", edit_of("a.txt", "two\n", "2\n")))) << "what was shown is remembered";
  EXPECT_EQ(place.bytes("a.txt"), "one\n2\n");
  EXPECT_EQ(refusal_code(called(server, "edit", edit_of("a.txt", "three\n", "3\n"))), "no_match");
}

TEST_F(McpHttp, OneConnectionServesManyRequestsAndManyConnectionsServeOneSession) {
  HttpServed server(place);
  const HttpSession session(server);
  HttpClient client = server.connect();
  for (int i = 0; i < 20; ++i) {
    ASSERT_TRUE(client.send(session.post_text(tool_request(i, "read", reading()))));
    const HttpResponse response = client.receive();
    EXPECT_EQ(at(response.json(), "id"), Json(i));
  }
  // Sent at once, they are answered in their order.
  std::string both = session.post_text(request("a", "ping"));
  append(both, session.post_text(request("b", "ping")));
  ASSERT_TRUE(client.send(both));
  EXPECT_EQ(at(client.receive().json(), "id"), Json("a"));
  EXPECT_EQ(at(client.receive().json(), "id"), Json("b"));
}

TEST_F(McpHttp, WhatOneSessionWasShownIsNotShownToAnother) {
  HttpServed server(place);
  HttpSession reader(server);
  HttpSession writer(server);
  EXPECT_NE(reader.id(), writer.id());
  reader.call("read", reading());
  const Json replaced = Json::object({{"path", "a.txt"}, {"content", "three\n"}});
  EXPECT_TRUE(is_refusal(writer.call("write", replaced)));
  EXPECT_TRUE(is_refusal(called(server, "write", replaced)));
  EXPECT_FALSE(is_refusal(reader.call("write", replaced)));
}

TEST_F(McpHttp, ASessionThatWasEndedIsFoundNoMore) {
  HttpServed server(place);
  const HttpSession session(server);
  const HttpSession other(server);
  HttpClient listening = server.connect();
  ASSERT_TRUE(listening.send(session.get_text()));
  EXPECT_EQ(listening.receive_head().status, 200);
  std::string text = session.get_text();
  text.replace(0, 3, "DELETE");
  EXPECT_EQ(server.exchange(text).status, 204);
  EXPECT_EQ(listening.next_event(), Json()) << "its stream ends";
  EXPECT_EQ(server.exchange(text).status, 404);
  EXPECT_EQ(session.post(request(1, "ping")).status, 404);
  EXPECT_EQ(server.exchange(session.get_text()).status, 404);
  EXPECT_EQ(other.post(request(1, "ping")).status, 200);
}

TEST_F(McpHttp, ProgressOfALongCallComesAsAStreamAndOnlyIfItIsWanted) {
  for (int i = 0; i < 600; ++i) write_file(place.root() / concat("f", i), "nothing\n");
  HttpServed server(place);
  HttpSession session(server);
  const Json search = Json::object({{"pattern", "no such row"}});
  EXPECT_EQ(session.post(tool_request(1, "search", search)).header("content-type"), "application/json");
  const Json params = Json::object({{"name", "search"}, {"arguments", search}, {"_meta", with_progress()}});
  const HttpResponse legacy = session.post(request(2, "tools/call", params));
  const HttpResponse modern = server.post(modern_call(3, "search", search, Json::object({{"_meta", with_progress()}})),
                                          modern_headers("tools/call", "search"));
  for (const HttpResponse& response : {legacy, modern}) {
    EXPECT_EQ(response.header("content-type"), "text/event-stream");
    EXPECT_EQ(response.header("x-accel-buffering"), "no");
    const std::vector<Json> events = response.events();
    ASSERT_GE(events.size(), 2U) << response.body;
    std::optional<double> last = 0;
    for (std::size_t i = 0; i + 1 < events.size(); ++i) {
      EXPECT_EQ(at(events[i], "params", "progressToken"), Json("p"));
      EXPECT_GT(at(events[i], "params", "progress").as_number(), last);
      last = at(events[i], "params", "progress").as_number();
    }
    EXPECT_NE(events.back().find("result"), nullptr);
  }
  EXPECT_NE(legacy.body.find("\nid: "), std::string::npos);
  EXPECT_EQ(modern.body.find("id: "), std::string::npos) << "there is nothing to come back to";
}

TEST_F(McpHttp, ASearchThatIsCancelledIsNotAnswered) {
  make_much_to_search();
  HttpServed server(place);
  const HttpSession session(server);
  HttpClient client = server.connect();
  const Json params = Json::object({{"name", "search"}, {"arguments", endless_search()}, {"_meta", with_progress()}});
  ASSERT_TRUE(client.send(session.post_text(request(7, "tools/call", params))));
  EXPECT_EQ(client.receive_head().status, 200);
  EXPECT_EQ(at(client.next_event(), "method"), Json("notifications/progress")) << "it is under way";
  const std::string cancelled = R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":7}})";
  EXPECT_EQ(session.post(cancelled).status, 202);
  for (Json event = client.next_event(); !event.is_null(); event = client.next_event()) {
    EXPECT_EQ(event.find("id"), nullptr) << event.dump();
  }
  EXPECT_EQ(session.post(request(7, "ping")).status, 200) << "the id may be used again";
}

TEST_F(McpHttp, AClientWithoutASessionCancelsByGoing) {
  make_much_to_search();
  HttpServed server(place);
  {
    HttpClient client = server.connect();
    ASSERT_TRUE(
        client.send(server.post_text(modern_call(1, "search", endless_search(), Json::object({{"_meta", with_progress()}})),
                                     modern_headers("tools/call", "search"))));
    EXPECT_EQ(client.receive_head().status, 200);
    EXPECT_EQ(at(client.next_event(), "method"), Json("notifications/progress"));
  }
  // Four at a time are searched for: those that go make room for those who stay.
  for (int i = 0; i < 8; ++i) {
    HttpClient client = server.connect();
    ASSERT_TRUE(
        client.send(server.post_text(modern_call(1, "search", endless_search()), modern_headers("tools/call", "search"))));
  }
  EXPECT_TRUE(text_of(called(server, "read", reading())).starts_with("one\n"));
  EXPECT_TRUE(succeeded(server.end(SIGTERM)));
}

TEST_F(McpHttp, M18_AnEditThatIsCancelledBeforeItsCommitPointLeavesTheFileAsItWas) {
  HttpServed server(place);
  HttpSession session(server);
  session.call("read", reading());
  const Facts before = place.facts();
  HttpClient client = server.connect();
  {
    const HeldLock lock(place);
    ASSERT_TRUE(client.send(session.post_text(tool_request(7, "edit", edit_of("a.txt", "two\n", "2\n")))));
    EXPECT_EQ(session.post(request(8, "ping")).status, 200);
    const std::string cancelled = R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":7}})";
    EXPECT_EQ(session.post(cancelled).status, 202);
    EXPECT_EQ(client.receive().body, "") << "it ends although somebody else has the files";
  }
  EXPECT_EQ(place.facts(), before);
  EXPECT_FALSE(is_refusal(session.call("edit", edit_of("a.txt", "two\n", "2\n"))));
}

TEST_F(McpHttp, M27_AnEditWhoseClientGoesBeforeItsCommitPointLeavesTheFileAsItWas) {
  HttpServed server(place);
  HttpSession session(server);
  session.call("read", reading());
  called(server, "read", reading());
  const Facts before = place.facts();
  {
    const HeldLock lock(place);
    for (const bool modern : {false, true}) {
      HttpClient client = server.connect();
      const std::string text = modern ? server.post_text(modern_call(7, "edit", edit_of("a.txt", "two\n", "2\n")),
                                                         modern_headers("tools/call", "edit"))
                                      : session.post_text(tool_request(7, "edit", edit_of("a.txt", "two\n", "2\n")));
      ASSERT_TRUE(client.send(text));
      EXPECT_EQ(session.post(request(8, "ping")).status, 200) << "by now it has been heard";
    }
    // What is behind them in the queue waits for the lock as well, unless they have gone.
    EXPECT_EQ(session.post(request(8, "ping")).status, 200);
  }
  EXPECT_FALSE(is_refusal(session.call("write", Json::object({{"path", "b.txt"}, {"content", "b\n"}}))));
  Facts after = place.facts();
  after.erase("root/b.txt");
  after["root"] = before.at("root");
  EXPECT_EQ(after, before);
}

TEST_F(McpHttp, M19_AnEditWhoseClientGoesAfterItsCommitPointIsDoneAndRecorded) {
  HttpServed server(place);
  HttpSession session(server);
  session.call("read", reading());
  EXPECT_FALSE(is_refusal(session.call("edit", edit_of("a.txt", "two\n", "2\n"))));
  const std::string cancelled = R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1002}})";
  EXPECT_EQ(session.post(cancelled).status, 202);
  EXPECT_EQ(place.bytes("a.txt"), "one\n2\n");
  EXPECT_FALSE(is_refusal(session.call("undo", Json::object())));
}

TEST_F(McpHttp, ABatchIsAnsweredAsOneWhateverTheOrderInWhichItIsDone) {
  HttpServed server(place, {"--http", "127.0.0.1:0", "--durability", "none"});
  const HttpSession session(server, "2025-03-26");
  std::string batch = "[";
  for (int i = 0; i < 100; ++i) {
    const Json writing = Json::object({{"path", concat("new", i)}, {"content", "x\n"}});
    append(batch, concat(i % 4 == 0 ? tool_request(i, "write", writing) : tool_request(i, "read", reading()), ','));
  }
  append(batch, R"({"jsonrpc":"2.0","method":"notifications/no_such"},7])");
  const Json answers = session.post(batch).json();
  ASSERT_NE(answers.as_array(), nullptr);
  std::set<std::string> ids;
  for (const Json& answer : *answers.as_array()) ids.insert(at(answer, "id").dump());
  EXPECT_EQ(ids.size(), 101U) << "one of them is nobody's";
  EXPECT_EQ(answers.as_array()->size(), 101U);
  EXPECT_EQ(session.post(R"([{"jsonrpc":"2.0","method":"notifications/no_such"}])").status, 202);
}

TEST_F(McpHttp, AQuestionReachesTheClientInTheStreamOfTheCall) {
  HttpServed server(place, {"--http", "127.0.0.1:0", "--confirm", "always"});
  for (const std::string_view action : {"accept", "decline", "cancel"}) {
    write_file(place.root() / "a.txt", "one\ntwo\n");
    HttpSession session(server, "2025-06-18", Json::object({{"elicitation", Json::object()}}));
    session.call("read", reading());
    HttpClient client = server.connect();
    ASSERT_TRUE(client.send(session.post_text(tool_request(7, "edit", edit_of("a.txt", "two\n", "2\n")))));
    EXPECT_EQ(client.receive_head().status, 200);
    const Json question = client.next_event();
    EXPECT_EQ(at(question, "method"), Json("elicitation/create"));
    EXPECT_EQ(place.bytes("a.txt"), "one\ntwo\n");
    const Json answer = Json::object({{"jsonrpc", "2.0"},
                                      {"id", at(question, "id")},
                                      {"result", Json::object({{"action", action}, {"content", Json::object()}})}});
    EXPECT_EQ(session.post(answer.dump()).status, 202);
    const Json result = at(client.next_event(), "result");
    EXPECT_EQ(is_refusal(result), action != "accept") << result.dump();
    EXPECT_EQ(place.bytes("a.txt"), action == "accept" ? "one\n2\n" : "one\ntwo\n");
  }
}

TEST_F(McpHttp, AClientWithoutASessionIsAskedByTheResultAndComesAgainWithTheAnswer) {
  HttpServed server(place, {"--http", "127.0.0.1:0", "--confirm", "always"});
  const Json can_ask = Json::object({{"elicitation", Json::object()}});
  called(server, "read", reading());
  const Json edit = edit_of("a.txt", "two\n", "2\n");
  const auto calls = [&](Json more) {
    return server.post(modern_call(++last_id, "edit", edit, std::move(more), can_ask), modern_headers("tools/call", "edit"))
        .json();
  };
  const Json asked = at(calls(Json::object()), "result");
  EXPECT_EQ(at(asked, "resultType"), Json("input_required"));
  const Json& state = at(asked, "requestState");
  ASSERT_EQ(at(asked, "inputRequests").as_object()->size(), 1U);
  const std::string key = at(asked, "inputRequests").as_object()->front().first;
  const auto answered = [&](std::string_view action, const Json& with_state) {
    return Json::object(
        {{"inputResponses", Json::object({{key, Json::object({{"action", action}})}})}, {"requestState", with_state}});
  };
  EXPECT_EQ(error_code(calls(answered("accept", "forged"))), -32602);
  EXPECT_EQ(place.bytes("a.txt"), "one\ntwo\n");
  EXPECT_TRUE(is_refusal(at(calls(answered("decline", state)), "result")));
  EXPECT_EQ(place.bytes("a.txt"), "one\ntwo\n");
  const Json asked_again = at(calls(Json::object()), "result");
  const Json done = at(calls(answered("accept", at(asked_again, "requestState"))), "result");
  EXPECT_FALSE(is_refusal(done)) << done.dump();
  EXPECT_EQ(place.bytes("a.txt"), "one\n2\n");
}

TEST_F(McpHttp, ChangesOfAFileAreToldToWhoeverListens) {
  HttpServed server(place);
  HttpSession session(server);
  const std::string uri = concat("file://", (place.root() / "a.txt").string());
  const auto subscribe = [&](std::string_view method, const std::string& to) {
    return session.post(request(1, method, Json::object({{"uri", to}}))).json();
  };
  EXPECT_EQ(error_code(subscribe("resources/subscribe", uri)), 0);
  EXPECT_EQ(error_code(subscribe("resources/subscribe", concat(uri, "x"))), -32002);
  HttpClient aside = server.connect();
  ASSERT_TRUE(aside.send(session.get_text()));
  EXPECT_EQ(aside.receive_head().header("content-type"), "text/event-stream");
  EXPECT_EQ(server.exchange(session.get_text()).status, 409) << "one reader at a time";

  HttpClient listening = server.connect();
  const Json wanted =
      Json::object({{"resourceSubscriptions", Json::array({uri, concat(uri, "x")})}, {"toolsListChanged", true}});
  ASSERT_TRUE(
      listening.send(server.post_text(modern_request("l", "subscriptions/listen", Json::object({{"notifications", wanted}})),
                                      modern_headers("subscriptions/listen"))));
  EXPECT_EQ(listening.receive_head().status, 200);
  const Json acknowledged = listening.next_event();
  EXPECT_EQ(at(acknowledged, "method"), Json("notifications/subscriptions/acknowledged"));
  EXPECT_EQ(at(acknowledged, "params", "notifications").dump(), concat(R"({"resourceSubscriptions":[")", uri, "\"]}"))
      << "what is not there is not promised";

  write_file(place.root() / "a.txt", "changed by somebody else\n");
  for (HttpClient* const client : {&aside, &listening}) {
    const Json event = client->next_event();
    EXPECT_EQ(at(event, "method"), Json("notifications/resources/updated"));
    EXPECT_EQ(at(event, "params", "uri"), Json(uri));
    const Json& tag = at(event, "params", "_meta", "io.modelcontextprotocol/subscriptionId");
    EXPECT_EQ(tag, client == &listening ? Json("l") : Json());
  }
}

TEST_F(McpHttp, AStreamThatWasLostIsTakenUpAgain) {
  make_much_to_search(10'000, 2000);
  HttpServed server(place);
  const HttpSession session(server);
  const Json params = Json::object({{"name", "search"},
                                    {"arguments", Json::object({{"pattern", "number of nothing"}, {"path", "much"}})},
                                    {"_meta", with_progress()}});
  std::string last;
  {
    HttpClient client = server.connect();
    ASSERT_TRUE(client.send(session.post_text(request(7, "tools/call", params))));
    EXPECT_EQ(client.receive_head().status, 200);
    EXPECT_EQ(at(client.next_event(), "method"), Json("notifications/progress"));
    last = client.last_event_id();
  }
  EXPECT_EQ(session.post(request(8, "ping")).status, 200);
  HttpClient again = server.connect();
  ASSERT_TRUE(again.send(session.get_text(last)));
  ASSERT_EQ(again.receive_head().status, 200);
  Json event = again.next_event();
  while (!event.is_null() && event.find("id") == nullptr) event = again.next_event();
  EXPECT_EQ(at(event, "id"), Json(7)) << "the answer came by the second connection";
  EXPECT_EQ(server.exchange(session.get_text("99-1")).status, 404);
  EXPECT_EQ(server.exchange(session.get_text("nonsense")).status, 404);
  const HttpSession other(server);
  EXPECT_EQ(server.exchange(other.get_text(last)).status, 404) << "streams of others are none";
}

}  // namespace
}  // namespace kedge::test
