// What the server asks of its client, and what it does about the answers: before it writes, and about roots; and calls that are
// called off. On standard streams, for both eras where they differ.
#include <gtest/gtest.h>

#include <filesystem>

#include "print_values.hpp"
#include "scenarios/held_lock.hpp"
#include "scenarios/mcp_client.hpp"
#include "support/strings.hpp"

namespace kedge::test {
namespace {

namespace fs = std::filesystem;

Json editing(std::string_view to = "2\n") {
  return Json::object({{"file_path", "a.txt"}, {"old_string", "two\n"}, {"new_string", to}});
}
const Json can_ask = Json::object({{"elicitation", Json::object()}});

Json call_of(std::string_view tool, const Json& arguments) { return Json::object({{"name", tool}, {"arguments", arguments}}); }

// As a client without sessions says who is asking.
Json modern(Json params, const Json& capabilities = can_ask) {
  params.set("_meta", Json::object({{"io.modelcontextprotocol/protocolVersion", "2026-07-28"},
                                    {"io.modelcontextprotocol/clientCapabilities", capabilities}}));
  return params;
}

class McpQuestions : public testing::Test {
 protected:
  McpQuestions() { write_file(place.root() / "a.txt", "one\ntwo\n"); }

  static void open(McpClient& client, const Json& capabilities) {
    client.ask("initialize", Json::object({{"protocolVersion", "2025-11-25"}, {"capabilities", capabilities}}));
    client.send(R"({"jsonrpc":"2.0","method":"notifications/initialized"})");
  }
  static void reply(McpClient& client, const Json& question, const Json& result) {
    client.send(Json::object({{"jsonrpc", "2.0"}, {"id", at(question, "id")}, {"result", result}}).dump());
  }
  static Json action(std::string_view word) { return Json::object({{"action", word}}); }
  static void cancel(McpClient& client, const Json& id) {
    client.send(
        Json::object({{"jsonrpc", "2.0"}, {"method", "notifications/cancelled"}, {"params", Json::object({{"requestId", id}})}})
            .dump());
  }

  Workplace place;
};

TEST_F(McpQuestions, TheClientIsAskedWithTheDiffAndItsAnswerDecides) {
  for (const std::string_view word : {"accept", "decline", "cancel"}) {
    write_file(place.root() / "a.txt", "one\ntwo\n");
    McpClient client(place, {"--confirm", "always"});
    open(client, can_ask);
    client.call("read", reading());
    client.send(tool_request(7, "edit", editing()));
    const Json question = client.receive();
    EXPECT_EQ(at(question, "method"), Json("elicitation/create"));
    EXPECT_NE(at(question, "params", "message").as_string()->find("-two\n+2\n"), std::string::npos);
    EXPECT_EQ(place.bytes("a.txt"), "one\ntwo\n");
    EXPECT_EQ(error_code(client.ask("ping")), 0) << "others are answered meanwhile";
    reply(client, question, action(word));
    const Json result = at(client.answer_to("7"), "result");
    EXPECT_EQ(is_refusal(result), word != "accept");
    if (word == "decline") {
      EXPECT_EQ(refusal_code(result), "confirm_declined");
    }
    if (word == "cancel") {
      EXPECT_EQ(refusal_code(result), "cancelled");
      EXPECT_NE(text_of(result).find("closed without an answer"), std::string::npos);
      EXPECT_EQ(text_of(result).find("decline"), std::string::npos) << "nobody did";
    }
    EXPECT_EQ(place.bytes("a.txt"), word == "accept" ? "one\n2\n" : "one\ntwo\n");
    EXPECT_TRUE(succeeded(client.finish()));
  }
}

TEST_F(McpQuestions, AClientWithoutASessionIsAskedByTheResult) {
  McpClient client(place, {"--confirm", "always"});
  client.ask("tools/call", modern(call_of("read", reading())));
  const auto ask = [&] { return at(client.ask("tools/call", modern(call_of("edit", editing()))), "result"); };
  Json asked = ask();
  EXPECT_EQ(at(asked, "resultType"), Json("input_required"));
  const auto again = [&](std::string_view word, const Json& arguments) {
    Json params = call_of("edit", arguments);
    const std::string key = at(asked, "inputRequests").as_object()->front().first;
    params.set("inputResponses", Json::object({{key, action(word)}}));
    params.set("requestState", at(asked, "requestState"));
    return client.ask("tools/call", modern(params));
  };
  EXPECT_TRUE(is_refusal(at(again("decline", editing()), "result")));
  asked = ask();
  EXPECT_EQ(error_code(again("accept", editing("another\n"))), -32602) << "it was not asked about that";
  EXPECT_EQ(place.bytes("a.txt"), "one\ntwo\n");
  EXPECT_FALSE(is_refusal(at(again("accept", editing()), "result")));
  EXPECT_EQ(place.bytes("a.txt"), "one\n2\n");
  EXPECT_EQ(client.finish().output, "") << "it was never asked in another way";
}

TEST_F(McpQuestions, WhereNobodyCanBeAskedTheDefaultDecides) {
  struct Case {
    std::vector<std::string> options;
    bool written;
  };
  for (const Case& c : {Case{{"--confirm", "always"}, false}, Case{{"--confirm", "always", "--confirm-default", "deny"}, false},
                        Case{{"--confirm", "always", "--confirm-default", "allow"}, true}, Case{{"--confirm", "never"}, true},
                        Case{{"--confirm", "suspicious"}, true}, Case{{}, true}}) {
    for (const bool without_session : {false, true}) {
      write_file(place.root() / "a.txt", "one\ntwo\n");
      McpClient client(place, c.options);
      if (!without_session) open(client, Json::object());
      const auto call = [&](std::string_view tool, const Json& arguments) {
        const Json params = call_of(tool, arguments);
        return at(client.ask("tools/call", without_session ? modern(params, Json::object()) : params), "result");
      };
      call("read", reading());
      const Json result = call("edit", editing());
      EXPECT_EQ(is_refusal(result), !c.written);
      if (!c.written) {
        EXPECT_NE(text_of(result).find("nobody to ask"), std::string::npos) << "nobody has declined";
      }
      EXPECT_EQ(place.bytes("a.txt"), c.written ? "one\n2\n" : "one\ntwo\n");
    }
  }
}

TEST_F(McpQuestions, OnlyWhatIsSuspectedIsAskedAboutWhereThatIsThePolicy) {
  write_file(place.root() / "a.txt", "one\ntwo\n");
  McpClient client(place, {"--confirm", "suspicious"});
  open(client, can_ask);
  client.call("read", reading());
  EXPECT_FALSE(is_refusal(client.call("edit", editing("two\nthree\n")))) << "nothing is wrong with that";
  client.send(tool_request(7, "edit", editing("two\n<<<<<<< mine\n")));
  const Json question = client.receive();
  ASSERT_EQ(at(question, "method"), Json("elicitation/create")) << question.dump();
  EXPECT_NE(at(question, "params", "message").as_string()->find("warning: "), std::string::npos);
  reply(client, question, action("decline"));
  EXPECT_EQ(refusal_code(at(client.answer_to("7"), "result")), "confirm_declined");
  EXPECT_EQ(place.bytes("a.txt"), "one\ntwo\nthree\n");
}

TEST_F(McpQuestions, AChangeOfTheFileMeanwhileIsAskedAboutAnew) {
  McpClient client(place, {"--confirm", "always"});
  open(client, can_ask);
  client.call("read", reading());
  client.send(tool_request(7, "edit", editing()));
  const Json first = client.receive();
  write_file(place.root() / "a.txt", "zero\none\ntwo\n");
  reply(client, first, action("accept"));
  const Json second = client.receive();
  EXPECT_EQ(at(second, "method"), Json("elicitation/create")) << second.dump();
  EXPECT_NE(at(second, "id"), at(first, "id"));
  reply(client, second, action("accept"));
  EXPECT_FALSE(is_refusal(at(client.answer_to("7"), "result")));
  EXPECT_EQ(place.bytes("a.txt"), "zero\none\n2\n");
}

TEST_F(McpQuestions, ACallThatIsCalledOffWhileItAsksIsNotAnswered) {
  McpClient client(place, {"--confirm", "always"});
  open(client, can_ask);
  client.call("read", reading());
  client.send(tool_request(7, "edit", editing()));
  const Json question = client.receive();
  cancel(client, 7);
  reply(client, question, action("accept"));
  EXPECT_EQ(error_code(client.ask("ping")), 0);
  EXPECT_EQ(client.finish().output, "");
  EXPECT_EQ(place.bytes("a.txt"), "one\ntwo\n");
}

TEST_F(McpQuestions, AnInputThatEndsWhileAQuestionIsOpenWritesNothing) {
  McpClient client(place, {"--confirm", "always"});
  open(client, can_ask);
  client.call("read", reading());
  client.send(tool_request(7, "edit", editing()));
  client.receive();
  const Finished finished = client.finish();
  EXPECT_TRUE(succeeded(finished));
  EXPECT_NE(finished.output.find("closed without an answer"), std::string::npos) << finished.output;
  EXPECT_EQ(place.bytes("a.txt"), "one\ntwo\n");
}

TEST_F(McpQuestions, WordsOfThePolicyThatItDoesNotKnowAreWrongUsage) {
  const auto usage = [&](std::string_view words, std::string_view problem) {
    const Finished finished = place.shell(concat("$K mcp ", words, " < /dev/null"));
    EXPECT_EQ(finished.status, 2) << words;
    EXPECT_TRUE(says(finished, problem));
  };
  usage("--confirm sometimes", "is none of never, always, suspicious");
  usage("--confirm-default perhaps", "is none of deny, allow");
}

// A client whose only root is the outside folder; the program runs elsewhere.
class McpRoots : public McpQuestions {
 protected:
  McpRoots() { write_file(place.outside() / "there.txt", "there\n"); }
  Json roots(const std::vector<std::string>& uris) {
    Json all = Json::array();
    for (const std::string& uri : uris) all.push(Json::object({{"uri", uri}}));
    return Json::object({{"roots", all}});
  }
};

const Json has_roots = Json::object({{"roots", Json::object()}});
const Json there = Json::object({{"path", "there.txt"}});

TEST_F(McpRoots, TheFirstOneOfTheClientThatIsAFolderIsTaken) {
  McpClient client(place);
  open(client, has_roots);
  client.send(tool_request(1, "read", there));
  client.send(tool_request(2, "read", reading()));
  const Json question = client.receive();
  EXPECT_EQ(at(question, "method"), Json("roots/list"));
  reply(client, question, roots({"https://example.org/", concat("file://", place.outside().string()), "file:///"}));
  EXPECT_EQ(text_of(at(client.answer_to("1"), "result")).substr(0, 6), "there\n");
  EXPECT_TRUE(is_refusal(at(client.answer_to("2"), "result"))) << "where it was started is not where it works";
  EXPECT_FALSE(is_refusal(client.call("read", there)));
  EXPECT_EQ(client.finish().output, "") << "it is asked once";
}

TEST_F(McpRoots, ChangedRootsAreAskedForAgain) {
  const std::string inside = concat("file://", place.root().string());
  const std::string outside = concat("file://", place.outside().string());
  const Json whole = Json::object({{"path", (place.outside() / "there.txt").string()}});
  McpClient client(place);
  open(client, has_roots);
  client.send(tool_request(1, "read", whole));
  reply(client, client.receive(), roots({inside, outside}));
  EXPECT_FALSE(is_refusal(at(client.answer_to("1"), "result")));
  const std::string changed = R"({"jsonrpc":"2.0","method":"notifications/roots/list_changed"})";

  client.send(changed);
  client.send(tool_request(2, "read", whole));
  Json question = client.receive();
  EXPECT_EQ(at(question, "method"), Json("roots/list"));
  reply(client, question, roots({inside, "file:///usr/include"}));
  const Json taken = at(client.answer_to("2"), "result");
  EXPECT_EQ(refusal_code(taken), "path_outside_root") << taken.dump();
  EXPECT_NE(text_of(taken).find("the client has taken the root"), std::string::npos) << text_of(taken);
  EXPECT_FALSE(is_refusal(client.call("read", Json::object({{"path", (place.root() / "a.txt").string()}}))));
  const Json added = client.call("read", Json::object({{"path", "/usr/include/stdio.h"}}));
  EXPECT_NE(text_of(added).find("Ask the user to restart kedge."), std::string::npos) << text_of(added);

  client.send(changed);
  client.send(tool_request(3, "read", whole));
  reply(client, client.receive(), roots({inside, outside}));
  EXPECT_FALSE(is_refusal(at(client.answer_to("3"), "result"))) << "it is there again";
}

TEST_F(McpRoots, ARootThatIsNamedIsNotAskedFor) {
  McpClient client(place, {"--root", place.outside().string()});
  open(client, has_roots);
  EXPECT_FALSE(is_refusal(client.call("read", there)));
  EXPECT_TRUE(succeeded(client.finish()));
}

TEST_F(McpRoots, WithoutAnyItWorksWhereItWasStarted) {
  for (const Json& answer : {roots({}), roots({"https://example.org/"}), Json::object({{"roots", 7}})}) {
    McpClient client(place);
    open(client, has_roots);
    client.send(tool_request(1, "read", reading()));
    reply(client, client.receive(), answer);
    EXPECT_FALSE(is_refusal(at(client.answer_to("1"), "result"))) << answer.dump();
  }
  McpClient client(place);
  EXPECT_FALSE(is_refusal(at(client.ask("tools/call", modern(call_of("read", reading()), has_roots)), "result")))
      << "a client without a session is not asked at all";
}

TEST_F(McpRoots, ARootThatCannotBeOpenedIsTheRefusalOfEveryCall) {
  McpClient client(place);
  open(client, has_roots);
  client.send(tool_request(1, "read", reading()));
  reply(client, client.receive(), roots({"file:///no/such/folder"}));
  EXPECT_TRUE(is_refusal(at(client.answer_to("1"), "result")));
  EXPECT_TRUE(is_refusal(client.call("read", reading())));
}

TEST_F(McpRoots, AnInputThatEndsBeforeTheyAreToldStillHasItsCallsAnswered) {
  McpClient client(place);
  open(client, has_roots);
  client.send(tool_request(1, "read", reading()));
  client.receive();
  const Finished finished = client.finish();
  EXPECT_TRUE(succeeded(finished));
  EXPECT_NE(finished.output.find(R"("id":1,"result")"), std::string::npos) << finished.output;
}

TEST_F(McpRoots, WhatIsSubscribedToFirstIsLookedForBelowThem) {
  McpClient client(place);
  open(client, has_roots);
  const std::string uri = concat("file://", (place.outside() / "there.txt").string());
  client.send(request(1, "resources/subscribe", Json::object({{"uri", uri}})));
  reply(client, client.receive(), roots({concat("file://", place.outside().string())}));
  EXPECT_EQ(error_code(client.answer_to("1")), 0);
  write_file(place.outside() / "there.txt", "changed\n");
  EXPECT_EQ(at(client.receive(), "method"), Json("notifications/resources/updated"));
}

// Calls that are called off.
class McpCancelled : public McpQuestions {};

TEST_F(McpCancelled, ASearchOverManyFilesStopsAndIsNotAnswered) {
  std::string rows;
  for (int i = 0; rows.size() < 200'000; ++i) append(rows, concat("a row of some length, number ", i, " of very many\n"));
  fs::create_directory(place.root() / "much");
  write_file(place.root() / "much" / "0", rows);
  for (int i = 1; i < 8000; ++i) fs::create_hard_link(place.root() / "much" / "0", place.root() / "much" / concat(i));
  const Json search = Json::object({{"pattern", "number [0-9]+ of (nobody|nothing)"}, {"path", "much"}});
  for (const bool without_session : {false, true}) {
    McpClient client(place);
    if (!without_session) open(client, Json::object());
    Json params = call_of("search", search);
    if (without_session) params = modern(params);
    Json meta = at(params, "_meta").is_null() ? Json::object() : at(params, "_meta");
    meta.set("progressToken", 1);
    params.set("_meta", meta);
    client.send(request(7, "tools/call", params));
    EXPECT_EQ(at(client.receive(), "method"), Json("notifications/progress")) << "it is under way";
    cancel(client, 7);
    const Finished finished = client.finish();
    EXPECT_TRUE(succeeded(finished));
    EXPECT_EQ(finished.output.find(R"("id":7)"), std::string::npos) << finished.output;
  }
}

TEST_F(McpCancelled, M18_AnEditThatWaitsForSomebodyElseChangesNothing) {
  McpClient client(place);
  open(client, Json::object());
  client.call("read", reading());
  const Facts before = place.facts();
  {
    const HeldLock lock(place);
    client.send(tool_request(7, "edit", editing()));
    client.send(tool_request(8, "write", Json::object({{"path", "b.txt"}, {"content", "b\n"}})));
    EXPECT_EQ(error_code(client.ask("ping")), 0);
    cancel(client, 7);
    cancel(client, 8);
    EXPECT_TRUE(succeeded(client.finish())) << "it ends although somebody else has the files";
  }
  EXPECT_EQ(place.facts(), before);
}

}  // namespace
}  // namespace kedge::test
