// What a conversation says to clients of either era while it works: questions, progress, changes, and how it ends.
#include <gtest/gtest.h>

#include <latch>

#include "tests/support/test_stage.hpp"

namespace kedge::mcp {
namespace {

using test::at;
using test::code_of;
using test::Recorder;

constexpr std::string_view modern_meta =
    R"("io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{})";

// Tools that do what a test says, and one resource that can be watched.
class ErasTalk {
 public:
  ErasTalk() { stage.resources.put("test://watched", "1"); }
  ~ErasTalk() { conversation->end(); }

  std::shared_ptr<Recorder> hear(std::string_view text) {
    auto outlet = std::make_shared<Recorder>();
    conversation->hear(std::move(read_message(text).messages.front()), outlet);
    return outlet;
  }
  Json ask(std::string_view text) { return hear(text)->answer(); }
  std::shared_ptr<Recorder> legacy(std::string_view method, std::string_view params = "{}", std::string_view id = "1") {
    return hear(concat(R"({"jsonrpc":"2.0","id":)", id, R"(,"method":")", method, R"(","params":)", params, "}"));
  }
  // `params` without braces.
  std::shared_ptr<Recorder> modern(std::string_view method, std::string_view params = "", std::string_view id = "1",
                                   std::string_view meta = modern_meta) {
    return hear(concat(R"({"jsonrpc":"2.0","id":)", id, R"(,"method":")", method, R"(","params":{"_meta":{)", meta, "}",
                       params.empty() ? "" : ",", params, "}}"));
  }
  void open(std::string_view capabilities = "{}", std::string_view revision = "2025-11-25") {
    const std::string params = concat(R"({"protocolVersion":")", revision, R"(","capabilities":)", capabilities, "}");
    EXPECT_EQ(code_of(legacy("initialize", params, "0")->answer()), 0);
  }
  // The client answers a question.
  void reply(const Json& question, std::string_view rest) {
    hear(concat(R"({"jsonrpc":"2.0","id":)", at(question, "id").dump(), ",", rest, "}"));
  }
  void cancel(std::string_view id) {
    hear(concat(R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":)", id, "}}"));
  }

  std::function<Answer(Exchange&)> deed = [](Exchange&) -> Answer { return Json::object({{"done", true}}); };
  std::shared_ptr<Recorder> aside = std::make_shared<Recorder>();
  test::TestStage stage{rows()};
  std::shared_ptr<Conversation> conversation =
      std::make_shared<Conversation>(stage.stage, Conversation::Names{"session", "stateless"}, aside);

 private:
  Rows rows() {
    Rows rows;
    const auto run = [this](Exchange& exchange) { return deed(exchange); };
    rows.tools.push_back({"do", Json::object({{"name", "do"}}), true, run});
    rows.tools.push_back({"look", Json::object({{"name", "look"}}), false, run});
    ResourceRows resources;
    resources.read = [](const std::string& uri, Exchange&) -> std::optional<Answer> {
      if (uri != "test://watched") return std::nullopt;
      return Json::object({{"contents", Json::array()}});
    };
    rows.resources.push_back(resources);
    return rows;
  }
};

// Asks once, and tells what was answered.
Answer ask_once(Exchange& exchange) {
  if (exchange.inputs.empty()) {
    return InputNeeded{.requests = {{"sure", "elicitation/create", Json::object({{"message", "?"}})}},
                       .state = Json::object({{"about", "this"}})};
  }
  return Json::object({{"state", exchange.state}, {"inputs", exchange.inputs}});
}

constexpr std::string_view call_do = R"("name":"do","arguments":{})";

TEST(ModernEra, EveryRequestSaysWhoIsAsking) {
  ErasTalk talk;
  EXPECT_EQ(code_of(talk.ask(R"({"jsonrpc":"2.0","id":1,"method":"server/discover"})")), -32602);
  struct Case {
    std::string_view meta;
    int code;
  };
  for (const Case& c :
       {Case{R"("io.modelcontextprotocol/protocolVersion":"2026-07-28")", -32602},
        Case{R"("io.modelcontextprotocol/protocolVersion":7,"io.modelcontextprotocol/clientCapabilities":{})", -32602},
        Case{R"("io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":[])",
             -32602},
        Case{R"("io.modelcontextprotocol/protocolVersion":"2025-11-25","io.modelcontextprotocol/clientCapabilities":{})",
             -32022},
        Case{R"("io.modelcontextprotocol/protocolVersion":"2999-01-01","io.modelcontextprotocol/clientCapabilities":{})",
             -32022},
        Case{modern_meta, 0}}) {
    const Json answer = talk.modern("tools/list", "", "1", c.meta)->answer();
    EXPECT_EQ(code_of(answer), c.code) << c.meta;
    if (c.code != -32022) continue;
    EXPECT_EQ(at(answer, "error", "data", "supported"), supported_revisions());
    EXPECT_NE(at(answer, "error", "data", "requested"), Json());
  }
}

TEST(ModernEra, WhatThereIsIsToldBeforeAnythingElseAndBesideASession) {
  ErasTalk talk;
  for (int round = 0; round < 2; ++round) {
    const Json result = at(talk.modern("server/discover")->answer(), "result");
    EXPECT_EQ(at(result, "supportedVersions"), supported_revisions());
    EXPECT_EQ(at(result, "resultType"), Json("complete"));
    EXPECT_NE(result.find("capabilities"), nullptr);
    EXPECT_NE(result.find("instructions"), nullptr);
    EXPECT_NE(result.find("ttlMs"), nullptr);
    if (round == 0) talk.open();
  }
  for (const std::string_view gone : {"ping", "initialize", "logging/setLevel", "resources/subscribe"}) {
    EXPECT_EQ(code_of(talk.modern(gone)->answer()), -32601) << gone;
  }
}

TEST(ModernEra, ResultsSayThatTheyAreCompleteAndByWhom) {
  ErasTalk talk;
  const Json result = at(talk.modern("tools/call", call_do)->answer(), "result");
  EXPECT_EQ(at(result, "done"), Json(true));
  EXPECT_EQ(at(result, "resultType"), Json("complete"));
  EXPECT_EQ(at(result, "_meta", "io.modelcontextprotocol/serverInfo", "version"), Json("1.2.3"));
  EXPECT_EQ(result.find("ttlMs"), nullptr) << "a call is no list";
  EXPECT_NE(at(talk.modern("resources/read", R"("uri":"test://watched")")->answer(), "result").find("ttlMs"), nullptr);
  const auto missing = talk.modern("resources/read", R"("uri":"test://no")");
  EXPECT_EQ(code_of(missing->answer()), -32602);
  EXPECT_EQ(missing->problem(), ErrorCode::invalid_params);
  talk.open();
  EXPECT_EQ(code_of(talk.legacy("resources/read", R"({"uri":"test://no"})")->answer()), -32002);
}

TEST(ModernEra, AQuestionIsAResultAndTheCallIsMadeAgainWithTheAnswer) {
  ErasTalk talk;
  talk.deed = ask_once;
  const Json asked = at(talk.modern("tools/call", call_do)->answer(), "result");
  EXPECT_EQ(at(asked, "resultType"), Json("input_required"));
  EXPECT_EQ(at(asked, "inputRequests", "sure", "method"), Json("elicitation/create"));
  const std::string state = at(asked, "requestState").dump();
  const auto again = [&](std::string_view sealed, std::string_view call = call_do,
                         std::string_view responses = R"({"sure":{"action":"accept"}})") {
    return talk.modern("tools/call", concat(call, R"(,"inputResponses":)", responses, R"(,"requestState":)", sealed), "2")
        ->answer();
  };
  const Json done = at(again(state), "result");
  EXPECT_EQ(at(done, "state", "about"), Json("this"));
  EXPECT_EQ(at(done, "inputs", "sure", "action"), Json("accept"));

  std::string tampered = state;
  tampered[3] = tampered[3] == 'A' ? 'B' : 'A';
  EXPECT_EQ(code_of(again(tampered)), -32602);
  EXPECT_EQ(code_of(again("7")), -32602);
  EXPECT_EQ(code_of(again(R"("")")), -32602);
  EXPECT_EQ(code_of(again(state, R"("name":"do","arguments":{"other":1})")), -32602) << "of another call";
  EXPECT_EQ(code_of(again(state, R"("name":"look","arguments":{})")), -32602);
  EXPECT_EQ(code_of(again(state, call_do, "[]")), -32602);
  EXPECT_EQ(code_of(again(state, call_do, R"({"sure":true})")), -32602);
  RequestStates foreign(std::array<std::uint8_t, 32>{8});
  EXPECT_EQ(code_of(again(Json(foreign.sealed(Json::object(), "", 0)).dump())), -32602);
  talk.stage.now = RequestStates::lifetime;
  EXPECT_EQ(code_of(again(state)), 0);
  talk.stage.now = RequestStates::lifetime + 1;
  EXPECT_EQ(code_of(again(state)), -32602) << "too old";
}

TEST(ModernEra, LogsAreToldOnlyToWhoeverNamesALevel) {
  ErasTalk talk;
  talk.deed = [](Exchange& exchange) -> Answer {
    for (const LogLevel level : {LogLevel::debug, LogLevel::info, LogLevel::error}) exchange.log(level, "test", Json("x"));
    return Json::object();
  };
  const auto silent = talk.modern("tools/call", call_do);
  silent->answer();
  EXPECT_TRUE(silent->messages().empty());
  const auto told =
      talk.modern("tools/call", call_do, "1", concat(modern_meta, R"(,"io.modelcontextprotocol/logLevel":"info")"));
  told->answer();
  ASSERT_EQ(told->messages().size(), 2U);
  EXPECT_EQ(told->messages()[0].dump(),
            R"({"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","logger":"test","data":"x"}})");
}

TEST(ModernEra, WhoeverListensIsAcknowledgedFirstAndToldOnlyWhatItWants) {
  ErasTalk talk;
  EXPECT_EQ(code_of(talk.modern("subscriptions/listen")->answer()), -32602);
  const auto listening = talk.modern(
      "subscriptions/listen",
      R"("notifications":{"toolsListChanged":true,"resourceSubscriptions":["test://watched","test://no",7]})", "\"l\"");
  const Json first = listening->message(0);
  EXPECT_EQ(at(first, "method"), Json("notifications/subscriptions/acknowledged"));
  EXPECT_EQ(at(first, "params", "notifications").dump(), R"({"resourceSubscriptions":["test://watched"]})")
      << "lists of this server do not change, and there is no other resource";
  EXPECT_EQ(at(first, "params", "_meta", "io.modelcontextprotocol/subscriptionId"), Json("l"));
  talk.stage.subscribers.list_changed("tools");
  talk.stage.resources.put("test://watched", "2");
  const Json second = listening->message(1);
  EXPECT_EQ(at(second, "method"), Json("notifications/resources/updated"));
  EXPECT_EQ(at(second, "params", "uri"), Json("test://watched"));
  EXPECT_EQ(at(second, "params", "_meta", "io.modelcontextprotocol/subscriptionId"), Json("l"));
  EXPECT_EQ(code_of(talk.modern("tools/list", "", "\"l\"")->answer()), -32600) << "its id is in use";
  talk.cancel("\"l\"");
  EXPECT_EQ(listening->line(), "") << "and then it is over without an answer";
}

TEST(LegacyEra, AQuestionIsARequestAndTheCallGoesOnWithTheAnswer) {
  ErasTalk talk;
  talk.deed = ask_once;
  talk.open();
  struct Case {
    std::string_view reply, action;
  };
  for (const Case& c :
       {Case{R"("result":{"action":"accept","content":{}})", "accept"}, Case{R"("result":{"action":"decline"})", "decline"},
        Case{R"("result":7)", "cancel"}, Case{R"("error":{"code":-32601,"message":"no"})", "cancel"}}) {
    const auto call = talk.legacy("tools/call", R"({"name":"do"})");
    const Json question = call->message(0);
    EXPECT_EQ(at(question, "method"), Json("elicitation/create"));
    EXPECT_FALSE(call->has_ended());
    talk.hear(R"({"jsonrpc":"2.0","id":"kedge-999","result":{"action":"accept"}})");
    talk.reply(question, c.reply);
    const Json result = at(call->answer(), "result");
    EXPECT_EQ(at(result, "inputs", "sure", "action"), Json(c.action));
    EXPECT_EQ(at(result, "state", "about"), Json("this"));
    talk.reply(question, c.reply);  // once more changes nothing
  }
}

TEST(LegacyEra, OthersAreServedWhileAQuestionIsOpen) {
  ErasTalk talk;
  talk.deed = ask_once;
  talk.open();
  const auto call = talk.legacy("tools/call", R"({"name":"do"})");
  const Json question = call->message(0);
  talk.deed = [](Exchange&) -> Answer { return Json::object(); };
  EXPECT_EQ(code_of(talk.legacy("tools/call", R"({"name":"do"})", "2")->answer()), 0) << "also those that are run in order";
  EXPECT_EQ(code_of(talk.legacy("tools/call", R"({"name":"do"})")->answer()), -32600) << "its id is in use";
  talk.cancel("1");
  EXPECT_EQ(call->line(), "");
  talk.reply(question, R"("result":{"action":"accept"})");
  EXPECT_EQ(code_of(talk.legacy("tools/call", R"({"name":"do"})")->answer()), 0) << "the id may be used again";
}

TEST(LegacyEra, ProgressIsToldOnlyWithATokenAndOnlyForward) {
  ErasTalk talk;
  talk.deed = [](Exchange& exchange) -> Answer {
    exchange.progress(1, std::nullopt, "");
    exchange.progress(1, 10.0, "");
    exchange.progress(0.5, 10.0, "back");
    exchange.progress(2, 10.0, "on");
    return Json::object();
  };
  talk.open();
  for (const std::string_view token : {"", R"("_meta":{"progressToken":{}},)", R"("_meta":{"progressToken":1.5},)"}) {
    const auto silent = talk.legacy("tools/call", concat("{", token, R"("name":"do"})"));
    silent->answer();
    EXPECT_TRUE(silent->messages().empty()) << token;
  }
  const auto told = talk.legacy("tools/call", R"({"_meta":{"progressToken":7},"name":"do"})");
  told->answer();
  ASSERT_EQ(told->messages().size(), 2U);
  EXPECT_EQ(told->messages()[0].find("params")->dump(), R"({"progressToken":7,"progress":1.0})");
  EXPECT_EQ(told->messages()[1].find("params")->dump(), R"({"progressToken":7,"progress":2.0,"total":10.0,"message":"on"})");
}

TEST(LegacyEra, LogsAreThoseOfTheLevelThatWasSet) {
  ErasTalk talk;
  talk.deed = [](Exchange& exchange) -> Answer {
    for (const LogLevel level : {LogLevel::debug, LogLevel::info, LogLevel::emergency}) exchange.log(level, "t", Json());
    return Json::object();
  };
  talk.open();
  EXPECT_EQ(code_of(talk.legacy("logging/setLevel", R"({"level":"loud"})")->answer()), -32602);
  struct Case {
    std::string_view level;
    std::size_t told;
  };
  for (const Case& c : {Case{"debug", 3}, Case{"info", 2}, Case{"warning", 1}, Case{"emergency", 1}}) {
    EXPECT_EQ(code_of(talk.legacy("logging/setLevel", concat(R"({"level":")", c.level, "\"}"))->answer()), 0);
    const auto call = talk.legacy("tools/call", R"({"name":"do"})");
    call->answer();
    EXPECT_EQ(call->messages().size(), c.told) << c.level;
  }
}

TEST(LegacyEra, WhatIsSubscribedToIsToldAside) {
  ErasTalk talk;
  talk.open();
  EXPECT_EQ(code_of(talk.legacy("resources/subscribe", R"({"uri":"test://no"})")->answer()), -32002);
  EXPECT_EQ(code_of(talk.legacy("resources/subscribe", "{}")->answer()), -32602);
  EXPECT_EQ(code_of(talk.legacy("resources/subscribe", R"({"uri":"test://watched"})")->answer()), 0);
  talk.stage.resources.put("test://watched", "2");
  EXPECT_EQ(talk.aside->message(0).dump(),
            R"({"jsonrpc":"2.0","method":"notifications/resources/updated","params":{"uri":"test://watched"}})");
  EXPECT_EQ(code_of(talk.legacy("resources/unsubscribe", R"({"uri":"test://watched"})")->answer()), 0);
  talk.stage.subscribers.list_changed("tools");
  EXPECT_EQ(at(talk.aside->message(1), "method"), Json("notifications/tools/list_changed"));
}

// A server that has to be prepared with the client's roots.
class Unprepared : public ErasTalk {
 public:
  Unprepared() {
    stage.stage.wants_roots = true;
    stage.stage.prepare = [this](const Json& roots) {
      const std::lock_guard lock(mutex_);
      prepared_.push_back(roots.dump());
    };
  }
  ~Unprepared() { conversation->end(); }
  std::vector<std::string> prepared() {
    const std::lock_guard lock(mutex_);
    return prepared_;
  }

 private:
  std::mutex mutex_;
  std::vector<std::string> prepared_;
};

TEST(Roots, TheyAreAskedForOnceAndCallsWaitForThemInTheirOrder) {
  Unprepared talk;
  std::vector<std::string> order;
  talk.deed = [&](Exchange& exchange) -> Answer {
    order.push_back(at(exchange.params, "arguments").dump());
    return Json::object();
  };
  talk.open(R"({"roots":{}})");
  EXPECT_TRUE(talk.prepared().empty()) << "not before somebody needs it";
  std::vector<std::shared_ptr<Recorder>> calls;
  for (int i = 0; i < 5; ++i)
    calls.push_back(talk.legacy("tools/call", concat(R"({"name":"do","arguments":{"n":)", i, "}}"), concat(i)));
  const Json question = calls[0]->message(0);
  EXPECT_EQ(at(question, "method"), Json("roots/list"));
  EXPECT_EQ(code_of(talk.legacy("ping", "{}", "9")->answer()), 0);
  talk.cancel("3");
  EXPECT_EQ(calls[3]->line(), "");
  EXPECT_TRUE(talk.prepared().empty());
  talk.reply(question, R"("result":{"roots":[{"uri":"file:///x"}]})");
  for (const int i : {0, 1, 2, 4}) EXPECT_EQ(code_of(calls[static_cast<std::size_t>(i)]->answer()), 0);
  for (const int i : {1, 2, 4}) EXPECT_TRUE(calls[static_cast<std::size_t>(i)]->messages().empty());
  EXPECT_EQ(code_of(talk.legacy("tools/call", R"({"name":"do","arguments":{"n":5}})")->answer()), 0);
  EXPECT_EQ(talk.prepared(), std::vector<std::string>{R"([{"uri":"file:///x"}])"});
  EXPECT_EQ(order, (std::vector<std::string>{R"({"n":0})", R"({"n":1})", R"({"n":2})", R"({"n":4})", R"({"n":5})"}));
}

TEST(Roots, AClientThatHasNoneOrSaysNothingIsServedAllTheSame) {
  {
    Unprepared talk;
    talk.open("{}");
    EXPECT_EQ(code_of(talk.legacy("tools/call", R"({"name":"do"})")->answer()), 0);
    EXPECT_EQ(talk.prepared(), std::vector<std::string>{"[]"});
  }
  {
    Unprepared talk;
    EXPECT_EQ(code_of(talk.modern("tools/call", call_do)->answer()), 0);
    EXPECT_EQ(talk.prepared(), std::vector<std::string>{"[]"});
  }
  {
    Unprepared talk;
    talk.open(R"({"roots":{}})");
    const auto call = talk.legacy("tools/call", R"({"name":"do"})");
    talk.reply(call->message(0), R"("error":{"code":-32601,"message":"no"})");
    EXPECT_EQ(code_of(call->answer()), 0);
    EXPECT_EQ(talk.prepared(), std::vector<std::string>{"[]"});
  }
  Unprepared talk;
  talk.stage.stage.patience_for_roots = std::chrono::milliseconds(1);
  talk.open(R"({"roots":{}})");
  const auto call = talk.legacy("tools/call", R"({"name":"do"})");
  const Json question = call->message(0);
  EXPECT_EQ(code_of(call->answer()), 0) << "it was waited for, and not for ever";
  talk.reply(question, R"("result":{"roots":[{"uri":"file:///x"}]})");
  EXPECT_EQ(talk.prepared(), std::vector<std::string>{"[]"});
}

TEST(Roots, WhatIsListenedToIsLookedUpWhenTheRootIsKnown) {
  Unprepared talk;
  const auto listening = talk.modern("subscriptions/listen", R"("notifications":{"resourceSubscriptions":["test://watched"]})");
  listening->message(0);
  EXPECT_EQ(talk.prepared(), std::vector<std::string>{"[]"});
  Unprepared other;
  other.open();
  EXPECT_EQ(code_of(other.legacy("resources/subscribe", R"({"uri":"test://watched"})")->answer()), 0);
  EXPECT_EQ(other.prepared(), std::vector<std::string>{"[]"});
}

TEST(EndOfAConversation, WhenNothingMoreIsHeardEveryCallIsAnsweredAllTheSame) {
  Unprepared talk;
  talk.deed = ask_once;
  talk.open(R"({"roots":{}})");
  const auto held = talk.legacy("tools/call", R"({"name":"do"})");
  held->message(0);
  const auto listening = talk.modern("subscriptions/listen", R"("notifications":{})", "2");
  talk.conversation->hear_no_more();
  EXPECT_EQ(at(held->answer(), "result", "inputs", "sure", "action"), Json("cancel")) << "its question would reach nobody";
  EXPECT_EQ(held->messages().size(), 1U);
  EXPECT_EQ(listening->line(), "");
  EXPECT_EQ(talk.prepared(), std::vector<std::string>{"[]"});
}

TEST(EndOfAConversation, AQuestionThatIsOpenCountsAsDeclined) {
  ErasTalk talk;
  talk.deed = ask_once;
  talk.open();
  const auto call = talk.legacy("tools/call", R"({"name":"do"})");
  call->message(0);
  talk.conversation->hear_no_more();
  EXPECT_EQ(at(call->answer(), "result", "inputs", "sure", "action"), Json("cancel"));
}

TEST(EndOfAConversation, AToolThatKeepsAskingIsNotRunForEver) {
  ErasTalk talk;
  talk.deed = [](Exchange&) -> Answer { return InputNeeded{.requests = {{"again", "elicitation/create", Json::object()}}}; };
  talk.open();
  const auto call = talk.legacy("tools/call", R"({"name":"do"})");
  call->message(0);
  talk.conversation->hear_no_more();
  EXPECT_EQ(code_of(call->answer()), -32603);
}

TEST(EndOfAConversation, WhatIsRunningIsToldAndNothingIsAnswered) {
  ErasTalk talk;
  std::latch begun(1);
  talk.deed = [&](Exchange& exchange) -> Answer {
    begun.count_down();
    while (!exchange.cancelled) std::this_thread::yield();
    return Json::object();
  };
  talk.open();
  const auto call = talk.legacy("tools/call", R"({"name":"do"})");
  const auto waiting = talk.legacy("tools/call", R"({"name":"do"})", "2");
  begun.wait();
  talk.conversation->end();
  EXPECT_EQ(call->line(), "");
  EXPECT_EQ(waiting->line(), "");
}

// Somebody who watches and answers when a test says so.
struct Watcher {
  std::atomic<int> asked = 0;
  std::atomic<int> answer = -1;

  Answer operator()(Exchange& exchange) {
    if (const Json* const given = exchange.inputs.find("elsewhere")) return Json::object({{"given", *given}});
    InputNeeded needed;
    needed.elsewhere = [this](const std::atomic<bool>& cancelled) -> std::optional<Json> {
      ++asked;
      while (answer < 0 && !cancelled) std::this_thread::yield();
      return answer < 0 ? std::nullopt : std::optional<Json>(answer == 1);
    };
    return needed;
  }
};

TEST(AskingElsewhere, NobodyWaitsForAPersonButTheCall) {
  for (const bool modern : {false, true}) {
    Watcher watcher;
    ErasTalk talk;
    talk.deed = [&](Exchange& exchange) { return watcher(exchange); };
    talk.open();
    const auto calls = [&](std::string_view id) {
      return modern ? talk.modern("tools/call", call_do, id) : talk.legacy("tools/call", R"({"name":"do"})", id);
    };
    std::vector<std::shared_ptr<Recorder>> waiting;
    for (int i = 1; i <= 40; ++i) waiting.push_back(calls(concat(i)));
    while (watcher.asked < 40) std::this_thread::yield();
    talk.cancel("7");
    EXPECT_EQ(waiting[6]->line(), "");
    EXPECT_EQ(code_of(talk.legacy("resources/read", R"({"uri":"test://watched"})", "99")->answer()), 0);
    watcher.answer = 1;
    for (int i = 1; i <= 40; ++i) {
      if (i == 7) continue;
      EXPECT_EQ(at(waiting[static_cast<std::size_t>(i - 1)]->answer(), "result", "given"), Json(true));
    }
  }
}

TEST(AskingElsewhere, WhenNothingMoreIsHeardThePersonIsNotWaitedFor) {
  Watcher watcher;
  ErasTalk talk;
  talk.deed = [&](Exchange& exchange) { return watcher(exchange); };
  talk.open();
  const auto call = talk.legacy("tools/call", R"({"name":"do"})");
  while (watcher.asked == 0) std::this_thread::yield();
  talk.conversation->hear_no_more();
  talk.stage.workers.finish();
  EXPECT_EQ(at(call->answer(), "result", "given"), Json(false));
}

}  // namespace
}  // namespace kedge::mcp
