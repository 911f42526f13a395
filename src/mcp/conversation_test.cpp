#include "mcp/conversation.hpp"

#include <gtest/gtest.h>

#include <latch>

#include "tests/support/test_stage.hpp"

namespace kedge::mcp {
namespace {

using test::at;
using test::code_of;
using test::Recorder;

// A conversation with a server whose tools say what they were called with.
class Talk {
 public:
  explicit Talk(std::vector<std::string> warnings = {})
      : warnings_(std::move(warnings)),
        stage_(test::rows_of(
            [this](const ServedTool& tool, const Json& arguments, Exchange& exchange) -> Called {
              {
                const std::lock_guard lock(mutex_);
                calls_.push_back(concat(tool.name, arguments.dump()));
              }
              if (during_call) during_call(exchange);
              if (tool.text->verb == "read") return Reply{"rows"};
              return Reply{"done", Json::object({{"summary", "done"}, {"warnings", Json::array()}})};
            },
            [this](const std::string&) {
              const std::lock_guard lock(mutex_);
              return std::exchange(warnings_, {});
            })),
        conversation_(std::make_shared<Conversation>(stage_.stage, Conversation::Names{"session", "stateless"}, aside_)) {}

  std::shared_ptr<Recorder> hear(std::string_view text) {
    auto outlet = std::make_shared<Recorder>();
    conversation_->hear(std::move(read_message(text).messages.front()), outlet);
    return outlet;
  }
  // The answer; empty if there is none.
  std::string say(std::string_view text) { return hear(text)->line(); }
  Json ask(std::string_view text) { return hear(text)->answer(); }
  void open(std::string_view revision = "2025-11-25", std::string_view capabilities = "{}") {
    const std::string answer = say(concat(R"({"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":")",
                                          revision, R"(","capabilities":)", capabilities, "}}"));
    EXPECT_NE(answer.find("\"result\""), std::string::npos) << answer;
  }
  void cancel(std::string_view id) {
    hear(concat(R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":)", id, "}}"));
  }
  Conversation& conversation() { return *conversation_; }
  std::vector<std::string> calls() {
    const std::lock_guard lock(mutex_);
    return calls_;
  }

  std::function<void(Exchange&)> during_call;

 private:
  std::mutex mutex_;
  std::vector<std::string> warnings_;
  std::vector<std::string> calls_;
  std::shared_ptr<Recorder> aside_ = std::make_shared<Recorder>();
  test::TestStage stage_;
  std::shared_ptr<Conversation> conversation_;
};

constexpr std::string_view call_read = R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"read"}})";
constexpr std::string_view call_edit = R"({"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"edit"}})";

TEST(Conversation, InitializeTellsWhoItIsAndWhatItCan) {
  Talk talk;
  const Json answer =
      talk.ask(R"({"jsonrpc":"2.0","id":"i","method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},)"
               R"("clientInfo":{"name":"test","version":"1"}}})");
  const Json& result = *answer.find("result");
  EXPECT_EQ(*answer.find("id"), Json("i"));
  EXPECT_EQ(*result.find("protocolVersion"), Json("2025-06-18"));
  EXPECT_EQ(result.find("capabilities")->dump(), R"({"tools":{"listChanged":false},"logging":{}})");
  EXPECT_EQ(result.find("serverInfo")->dump(), R"({"name":"kedge","title":"kedge","version":"1.2.3"})");
  EXPECT_NE(result.find("instructions")->as_string()->find("`edit`"), std::string::npos);
}

TEST(Conversation, TheRevisionOfTheClientIsTakenIfItIsKnownAndElseTheNewestWithSessions) {
  struct Case {
    std::string_view wanted, given;
  };
  for (const Case& c : {Case{"2024-11-05", "2024-11-05"}, Case{"2025-03-26", "2025-03-26"}, Case{"2025-06-18", "2025-06-18"},
                        Case{"2025-11-25", "2025-11-25"}, Case{"2026-07-28", "2025-11-25"}, Case{"1.0", "2025-11-25"},
                        Case{"", "2025-11-25"}}) {
    Talk talk;
    const Json answer =
        talk.ask(concat(R"({"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":")", c.wanted, "\"}}"));
    EXPECT_EQ(at(answer, "result", "protocolVersion"), Json(c.given)) << c.wanted;
    EXPECT_EQ(talk.conversation().takes_batches(), c.given == "2025-03-26");
  }
}

TEST(Conversation, InitializeWithoutARevisionIsRefusedWithThoseThatThereAreAndMayBeSentAgain) {
  Talk talk;
  const Json answer = talk.ask(R"({"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":1}})");
  EXPECT_EQ(code_of(answer), -32602);
  EXPECT_EQ(at(answer, "error", "data").dump(),
            R"({"supported":["2026-07-28","2024-11-05","2025-03-26","2025-06-18","2025-11-25"]})");
  talk.open();
}

TEST(Conversation, BeforeInitializeOnlyPingIsAnswered) {
  Talk talk;
  EXPECT_EQ(talk.say(R"({"jsonrpc":"2.0","id":1,"method":"ping"})"), R"({"jsonrpc":"2.0","id":1,"result":{}})");
  EXPECT_EQ(code_of(talk.ask(call_read)), -32600);
  EXPECT_EQ(code_of(talk.ask(R"({"jsonrpc":"2.0","id":1,"method":"tools/list"})")), -32600);
  EXPECT_TRUE(talk.calls().empty());
  talk.open();
}

TEST(Conversation, ASecondInitializeIsRefusedAndTheSessionGoesOn) {
  Talk talk;
  talk.open("2025-03-26");
  EXPECT_EQ(code_of(talk.ask(R"({"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25"}})")),
            -32600);
  EXPECT_TRUE(talk.conversation().takes_batches());
  EXPECT_EQ(code_of(talk.ask(call_read)), 0);
}

TEST(Conversation, TheListOfToolsHasOnePage) {
  Talk talk;
  talk.open();
  const Json answer = talk.ask(R"({"jsonrpc":"2.0","id":1,"method":"tools/list","params":{}})");
  EXPECT_EQ(at(answer, "result", "tools").as_array()->size(), 5U);
  EXPECT_EQ(answer.find("result")->find("nextCursor"), nullptr);
  EXPECT_EQ(code_of(talk.ask(R"({"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"cursor":"x"}})")), -32602);
}

TEST(Conversation, ACallGivesTheToolItsArgumentsAndTheClientItsReply) {
  Talk talk;
  talk.open();
  EXPECT_EQ(talk.say(R"({"jsonrpc":"2.0","id":"a","method":"tools/call","params":{"name":"read","arguments":{"path":"x"}}})"),
            R"({"jsonrpc":"2.0","id":"a","result":{"content":[{"type":"text","text":"rows"}]}})");
  EXPECT_EQ(talk.calls(), std::vector<std::string>{R"(read{"path":"x"})"});
}

TEST(Conversation, ArgumentsThatAreMissingAreNoneAndOthersAreAnObject) {
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

TEST(Conversation, WhatThereIsNotIsSaidWithTheNearestThatThereIs) {
  Talk talk;
  talk.open();
  const Json tool = talk.ask(R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"serch"}})");
  EXPECT_EQ(code_of(tool), -32602);
  EXPECT_EQ(at(tool, "error", "message"), Json("unknown tool 'serch'; did you mean search?"));
  EXPECT_EQ(code_of(talk.ask(R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":7}})")), -32602);
  EXPECT_EQ(code_of(talk.ask(R"({"jsonrpc":"2.0","id":1,"method":"tools/call"})")), -32602);
  EXPECT_EQ(code_of(talk.ask(R"({"jsonrpc":"2.0","id":1,"method":"prompts/get","params":{"name":"no"}})")), -32602);
  EXPECT_EQ(code_of(talk.ask(R"({"jsonrpc":"2.0","id":1,"method":"no/such"})")), -32601);
}

TEST(Conversation, WhatIsNoRequestIsNotAnswered) {
  Talk talk;
  talk.open();
  for (const std::string_view text :
       {R"({"jsonrpc":"2.0","method":"notifications/initialized"})", R"({"jsonrpc":"2.0","method":"no/such"})",
        R"({"jsonrpc":"2.0","method":"tools/call","params":{"name":"edit"}})", R"({"jsonrpc":"2.0","id":1,"result":{}})",
        R"({"jsonrpc":"2.0","id":1,"error":{"code":-1,"message":"no"}})"}) {
    EXPECT_EQ(talk.say(text), "") << text;
  }
  EXPECT_TRUE(talk.calls().empty());
}

TEST(Conversation, ABadMessageIsAnsweredAsSuch) {
  Talk talk;
  EXPECT_EQ(code_of(talk.ask("{")), -32700);
  EXPECT_EQ(code_of(talk.ask("{}")), -32600);
}

TEST(Conversation, ACallThatIsCancelledBeforeItBeginsIsNotCarriedOut) {
  Talk talk;
  talk.open();
  std::latch go(1);
  talk.during_call = [&](Exchange&) { go.wait(); };
  const auto first = talk.hear(R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"write"}})");
  const auto second = talk.hear(call_edit);
  talk.cancel("2");
  EXPECT_EQ(second->line(), "") << "while the first still runs";
  go.count_down();
  EXPECT_NE(first->line(), "");
  EXPECT_NE(talk.say(call_edit), "") << "the id may be used again";
  EXPECT_EQ(talk.calls(), (std::vector<std::string>{"write{}", "edit{}"}));
}

TEST(Conversation, ACallThatIsCancelledWhileItRunsIsToldSoAndNotAnswered) {
  Talk talk;
  talk.open();
  bool told = false;
  talk.during_call = [&](Exchange& exchange) {
    EXPECT_FALSE(exchange.cancelled);
    talk.cancel("2");
    told = exchange.cancelled;
  };
  EXPECT_EQ(talk.say(call_edit), "");
  EXPECT_TRUE(told);
  EXPECT_EQ(talk.calls(), std::vector<std::string>{"edit{}"});
  talk.during_call = nullptr;
  EXPECT_NE(talk.say(call_edit), "") << "the id may be used again";
}

TEST(Conversation, ACancellationOfWhatIsNotUnderWayIsIgnored) {
  Talk talk;
  talk.open();
  std::latch go(1);
  talk.during_call = [&](Exchange&) { go.wait(); };
  const auto call = talk.hear(call_edit);
  for (const std::string_view params : {R"({"requestId":3})", R"({"requestId":"2"})", R"({"requestId":null})",
                                        R"({"requestId":{}})", R"({"requestId":2.0})", "{}", "[2]", "7", "null"}) {
    EXPECT_EQ(talk.say(concat(R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":)", params, "}")), "");
  }
  go.count_down();
  EXPECT_NE(call->line(), "");
  talk.cancel("2");
  EXPECT_NE(talk.say(call_edit), "");
}

TEST(Conversation, AnIdThatIsInUseIsRefusedWithoutBeingEchoed) {
  Talk talk;
  talk.open();
  std::latch go(1);
  talk.during_call = [&](Exchange&) { go.wait(); };
  const auto first = talk.hear(call_edit);
  for (const std::string_view text : {call_edit, std::string_view(R"({"jsonrpc":"2.0","id":2,"method":"ping"})")}) {
    const Json answer = talk.ask(text);
    EXPECT_EQ(code_of(answer), -32600);
    EXPECT_TRUE(answer.find("id")->is_null());
    EXPECT_EQ(at(answer, "error", "message"), Json("the id 2 is that of a request that is not answered yet"));
  }
  EXPECT_EQ(code_of(talk.ask(R"({"jsonrpc":"2.0","id":"2","method":"ping"})")), 0) << "a string is another id";
  go.count_down();
  EXPECT_NE(first->line(), "");
  EXPECT_EQ(talk.calls().size(), 1U);
  EXPECT_NE(talk.say(call_edit), "");
}

TEST(Conversation, WarningsStandInTheFirstResultInBothForms) {
  Talk talk({"the state is elsewhere"});
  talk.open();
  const Json result = *talk.ask(call_edit).find("result");
  EXPECT_EQ(result.find("content")->dump(),
            R"([{"type":"text","text":"done"},{"type":"text","text":"warning: the state is elsewhere"}])");
  EXPECT_EQ(result.find("structuredContent")->dump(), R"({"summary":"done","warnings":["the state is elsewhere"]})");
  EXPECT_EQ(talk.say(call_edit).find("warning:"), std::string::npos);
}

TEST(Conversation, AToolThatFailsLeavesTheServerAlive) {
  Talk talk;
  talk.open();
  talk.during_call = [](Exchange&) { throw std::bad_alloc(); };
  EXPECT_EQ(code_of(talk.ask(call_edit)), -32603);
  talk.during_call = nullptr;
  EXPECT_EQ(code_of(talk.ask(call_edit)), 0);
}

}  // namespace
}  // namespace kedge::mcp
