#include "mcp/server.hpp"

#include <gtest/gtest.h>

#include "mcp/fake_tools.hpp"
#include "support/json_read.hpp"
#include "support/strings.hpp"

namespace kedge::mcp {
namespace {

// A server whose tools say what they were called with.
class Talk {
 public:
  explicit Talk(std::vector<std::string> warnings = {})
      : offer_(test::fake_tools(), ResultForm::both, "1.2.3"),
        server_(
            offer_,
            [this](const ServedTool& tool, const Json& arguments) {
              calls_.push_back(concat(tool.name, arguments.dump()));
              if (during_call) during_call();
              if (tool.text->verb == Verb::read) return Reply{"rows"};
              return Reply{"done", Json::object({{"summary", "done"}, {"warnings", Json::array()}})};
            },
            std::move(warnings)) {}

  Reaction hear(std::string_view text) { return server_.hear(std::move(read_message(text).messages.front())); }
  // The answer, also of a call; empty if there is none.
  std::string say(std::string_view text) {
    Reaction reaction = hear(text);
    if (const auto* const line = std::get_if<std::string>(&reaction)) return *line;
    if (const auto* const call = std::get_if<AcceptedCall>(&reaction)) return finish(*call);
    return "";
  }
  AcceptedCall accept(std::string_view text) { return std::get<AcceptedCall>(hear(text)); }
  std::string finish(const AcceptedCall& call) {
    std::string line = server_.carry_out(call).value_or("");
    server_.settle(call);
    return line;
  }
  Json ask(std::string_view text) { return read_json(say(text)).value_or(Json()); }
  void open(std::string_view revision = "2025-11-25") {
    const std::string answer =
        say(concat(R"({"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":")", revision, "\"}}"));
    EXPECT_NE(answer.find("\"result\""), std::string::npos) << answer;
  }
  Server& server() { return server_; }
  const std::vector<std::string>& calls() const { return calls_; }

  std::function<void()> during_call;

 private:
  Offer offer_;
  std::vector<std::string> calls_;
  Server server_;
};

std::int64_t code_of(const Json& answer) {
  const Json* const error = answer.find("error");
  return error != nullptr ? *error->find("code")->as_integer() : 0;
}

constexpr std::string_view call_read = R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"read"}})";
constexpr std::string_view call_edit = R"({"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"edit"}})";

TEST(Server, InitializeTellsWhoItIsAndWhatItCan) {
  Talk talk;
  const Json answer =
      talk.ask(R"({"jsonrpc":"2.0","id":"i","method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},)"
               R"("clientInfo":{"name":"test","version":"1"}}})");
  const Json& result = *answer.find("result");
  EXPECT_EQ(*answer.find("id"), Json("i"));
  EXPECT_EQ(*result.find("protocolVersion"), Json("2025-06-18"));
  EXPECT_EQ(result.find("capabilities")->dump(), R"({"tools":{"listChanged":false}})");
  EXPECT_EQ(result.find("serverInfo")->dump(), R"({"name":"kedge","title":"kedge","version":"1.2.3"})");
  EXPECT_NE(result.find("instructions")->as_string()->find("`edit`"), std::string::npos);
}

TEST(Server, TheRevisionOfTheClientIsTakenIfItIsKnownAndElseTheNewest) {
  struct Case {
    std::string_view wanted, given;
  };
  for (const Case& c : {Case{"2024-11-05", "2024-11-05"}, Case{"2025-03-26", "2025-03-26"}, Case{"2025-06-18", "2025-06-18"},
                        Case{"2025-11-25", "2025-11-25"}, Case{"2026-07-28", "2025-11-25"}, Case{"1.0", "2025-11-25"},
                        Case{"", "2025-11-25"}}) {
    Talk talk;
    const Json answer =
        talk.ask(concat(R"({"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":")", c.wanted, "\"}}"));
    EXPECT_EQ(*answer.find("result")->find("protocolVersion"), Json(c.given)) << c.wanted;
    EXPECT_EQ(talk.server().takes_batches(), c.given == "2025-03-26");
  }
}

TEST(Server, InitializeWithoutARevisionIsRefusedWithThoseThatThereAreAndMayBeSentAgain) {
  Talk talk;
  const Json answer = talk.ask(R"({"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":1}})");
  EXPECT_EQ(code_of(answer), -32602);
  EXPECT_EQ(answer.find("error")->find("data")->dump(),
            R"({"supported":["2024-11-05","2025-03-26","2025-06-18","2025-11-25"]})");
  talk.open();
}

TEST(Server, BeforeInitializeOnlyPingIsAnswered) {
  Talk talk;
  EXPECT_EQ(talk.say(R"({"jsonrpc":"2.0","id":1,"method":"ping"})"), R"({"jsonrpc":"2.0","id":1,"result":{}})");
  EXPECT_EQ(code_of(talk.ask(call_read)), -32600);
  EXPECT_EQ(code_of(talk.ask(R"({"jsonrpc":"2.0","id":1,"method":"tools/list"})")), -32600);
  EXPECT_EQ(code_of(talk.ask(R"({"jsonrpc":"2.0","id":1,"method":"server/discover"})")), -32601);
  EXPECT_TRUE(talk.calls().empty());
  talk.open();
}

TEST(Server, ASecondInitializeIsRefusedAndTheSessionGoesOn) {
  Talk talk;
  talk.open("2025-03-26");
  EXPECT_EQ(code_of(talk.ask(R"({"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25"}})")),
            -32600);
  EXPECT_TRUE(talk.server().takes_batches());
  EXPECT_EQ(code_of(talk.ask(call_read)), 0);
}

TEST(Server, TheListOfToolsHasOnePage) {
  Talk talk;
  talk.open();
  const Json answer = talk.ask(R"({"jsonrpc":"2.0","id":1,"method":"tools/list","params":{}})");
  EXPECT_EQ(answer.find("result")->find("tools")->as_array()->size(), 5U);
  EXPECT_EQ(answer.find("result")->find("nextCursor"), nullptr);
  EXPECT_EQ(code_of(talk.ask(R"({"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"cursor":"x"}})")), -32602);
}

TEST(Server, ACallGivesTheToolItsArgumentsAndTheClientItsReply) {
  Talk talk;
  talk.open();
  EXPECT_EQ(talk.say(R"({"jsonrpc":"2.0","id":"a","method":"tools/call","params":{"name":"read","arguments":{"path":"x"}}})"),
            R"({"jsonrpc":"2.0","id":"a","result":{"content":[{"type":"text","text":"rows"}]}})");
  EXPECT_EQ(talk.calls(), std::vector<std::string>{R"(read{"path":"x"})"});
}

TEST(Server, ArgumentsThatAreMissingAreNoneAndOthersAreAnObject) {
  Talk talk;
  talk.open();
  talk.say(call_read);
  talk.say(R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"read","arguments":null}})");
  EXPECT_EQ(talk.calls(), (std::vector<std::string>{"read{}", "read{}"}));
  for (const std::string_view arguments : {"[]", "1", "\"path\"", "true"}) {
    EXPECT_EQ(code_of(talk.ask(concat(R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"read","arguments":)",
                                      arguments, "}}"))),
              -32602);
  }
  EXPECT_EQ(talk.calls().size(), 2U);
}

TEST(Server, WhatThereIsNotIsSaidWithTheNearestThatThereIs) {
  Talk talk;
  talk.open();
  const Json tool = talk.ask(R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"serch"}})");
  EXPECT_EQ(code_of(tool), -32602);
  EXPECT_EQ(*tool.find("error")->find("message"), Json("unknown tool 'serch'; did you mean search?"));
  EXPECT_EQ(code_of(talk.ask(R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":7}})")), -32602);
  EXPECT_EQ(code_of(talk.ask(R"({"jsonrpc":"2.0","id":1,"method":"tools/call"})")), -32602);
  EXPECT_EQ(code_of(talk.ask(R"({"jsonrpc":"2.0","id":1,"method":"resources/list"})")), -32601);
}

TEST(Server, WhatIsNoRequestIsNotAnswered) {
  Talk talk;
  talk.open();
  for (const std::string_view text :
       {R"({"jsonrpc":"2.0","method":"notifications/initialized"})", R"({"jsonrpc":"2.0","method":"no/such"})",
        R"({"jsonrpc":"2.0","method":"tools/call","params":{"name":"edit"}})", R"({"jsonrpc":"2.0","id":1,"result":{}})"}) {
    EXPECT_EQ(talk.say(text), "") << text;
  }
  EXPECT_TRUE(talk.calls().empty());
}

TEST(Server, ABadMessageIsAnsweredAsSuch) {
  Talk talk;
  EXPECT_EQ(code_of(talk.ask("{")), -32700);
  EXPECT_EQ(code_of(talk.ask("{}")), -32600);
}

TEST(Server, ACallThatIsCancelledBeforeItBeginsIsNotCarriedOut) {
  Talk talk;
  talk.open();
  const AcceptedCall call = talk.accept(call_edit);
  EXPECT_EQ(talk.say(R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":2,"reason":"x"}})"), "");
  EXPECT_EQ(talk.finish(call), "");
  EXPECT_TRUE(talk.calls().empty());
  EXPECT_NE(talk.say(call_edit), "") << "the id may be used again";
}

TEST(Server, ACallThatIsCancelledWhileItRunsIsFinishedAndNotAnswered) {
  Talk talk;
  talk.open();
  const AcceptedCall call = talk.accept(call_edit);
  talk.during_call = [&] { talk.say(R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":2}})"); };
  EXPECT_EQ(talk.finish(call), "");
  EXPECT_EQ(talk.calls(), std::vector<std::string>{"edit{}"});
}

TEST(Server, ACancellationOfWhatIsNotUnderWayIsIgnored) {
  Talk talk;
  talk.open();
  const AcceptedCall call = talk.accept(call_edit);
  for (const std::string_view params : {R"({"requestId":3})", R"({"requestId":"2"})", R"({"requestId":null})",
                                        R"({"requestId":{}})", R"({"requestId":2.0})", "{}", "[2]", "7", "null"}) {
    EXPECT_EQ(talk.say(concat(R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":)", params, "}")), "");
  }
  EXPECT_NE(talk.finish(call), "");
  talk.say(R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":2}})");
  EXPECT_NE(talk.say(call_edit), "");
}

TEST(Server, AnIdThatIsInUseIsRefusedWithoutBeingEchoed) {
  Talk talk;
  talk.open();
  const AcceptedCall first = talk.accept(call_edit);
  for (const std::string_view text : {call_edit, std::string_view(R"({"jsonrpc":"2.0","id":2,"method":"ping"})")}) {
    const Json answer = talk.ask(text);
    EXPECT_EQ(code_of(answer), -32600);
    EXPECT_TRUE(answer.find("id")->is_null());
    EXPECT_EQ(*answer.find("error")->find("message"), Json("the id 2 is that of a request that is not answered yet"));
  }
  EXPECT_EQ(code_of(talk.ask(R"({"jsonrpc":"2.0","id":"2","method":"ping"})")), 0) << "a string is another id";
  EXPECT_NE(talk.finish(first), "");
  EXPECT_EQ(talk.calls().size(), 1U);
  EXPECT_NE(talk.say(call_edit), "");
}

TEST(Server, WarningsStandInTheFirstResultInBothForms) {
  Talk talk({"the state is elsewhere"});
  talk.open();
  const Json result = *talk.ask(call_edit).find("result");
  EXPECT_EQ(result.find("content")->dump(),
            R"([{"type":"text","text":"done"},{"type":"text","text":"warning: the state is elsewhere"}])");
  EXPECT_EQ(result.find("structuredContent")->dump(), R"({"summary":"done","warnings":["the state is elsewhere"]})");
  EXPECT_EQ(talk.say(call_edit).find("warning:"), std::string::npos);
}

TEST(Server, AToolThatFailsLeavesTheServerAlive) {
  Talk talk;
  talk.open();
  talk.during_call = [] { throw std::bad_alloc(); };
  EXPECT_EQ(code_of(talk.ask(call_edit)), -32603);
  talk.during_call = nullptr;
  EXPECT_EQ(code_of(talk.ask(call_edit)), 0);
}

TEST(Server, TellsTheNameThatAClientGives) {
  const Offer offer(test::fake_tools(), ResultForm::both, "1.2.3");
  std::vector<std::string> names;
  for (const std::string_view client :
       {R"("clientInfo":{"name":"me"},)", "", R"("clientInfo":{"name":7},)", R"("clientInfo":7,)"}) {
    Server server(
        offer, [](const ServedTool&, const Json&) { return Reply{}; }, {},
        [&](std::string name) { names.push_back(std::move(name)); });
    server.hear(std::move(read_message(concat(R"({"jsonrpc":"2.0","id":1,"method":"initialize","params":{)", client,
                                              R"("protocolVersion":"2025-11-25"}})"))
                              .messages.front()));
  }
  EXPECT_EQ(names, std::vector<std::string>{"me"});
}

}  // namespace
}  // namespace kedge::mcp
