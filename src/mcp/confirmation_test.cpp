#include "mcp/confirmation.hpp"

#include <gtest/gtest.h>

#include "edit/diff.hpp"
#include "mcp/test_exchange.hpp"
#include "support/strings.hpp"

namespace kedge::mcp {
namespace {

using test::TestExchange;

Receipt planned(std::string_view after, bool suspicious = false) {
  FileOutcome file{.path = "a.txt", .inside = "a.txt"};
  file.before = Text("one\n");
  file.after = Text(std::string(after));
  file.changes = diff(file.before, file.after);
  file.version_before = sha256("one\n");
  file.version_after = sha256(after);
  Receipt receipt;
  receipt.files.push_back(file);
  receipt.suspicious = suspicious;
  if (suspicious) receipt.warnings.emplace_back("brackets do not match");
  return receipt;
}

Json elicitation(const Json& kinds) { return Json::object({{"elicitation", kinds}}); }

TEST(Confirmation, ATableOfPolicies) {
  struct Case {
    ConfirmWhen when;
    bool suspicious, can_ask, otherwise;
    Consent consent;
  };
  for (const Case& c : {
           Case{ConfirmWhen::never, true, true, false, Consent::given},
           Case{ConfirmWhen::never, true, false, false, Consent::given},
           Case{ConfirmWhen::suspicious, false, false, false, Consent::given},
           Case{ConfirmWhen::suspicious, false, true, false, Consent::given},
           Case{ConfirmWhen::suspicious, true, true, false, Consent::awaited},
           Case{ConfirmWhen::suspicious, true, false, false, Consent::unasked},
           Case{ConfirmWhen::suspicious, true, false, true, Consent::given},
           Case{ConfirmWhen::always, false, true, true, Consent::awaited},
           Case{ConfirmWhen::always, false, false, false, Consent::unasked},
           Case{ConfirmWhen::always, false, false, true, Consent::given},
       }) {
    TestExchange talk;
    if (c.can_ask) talk.client.capabilities = elicitation(Json::object());
    const ConfirmPolicy policy{.when = c.when, .otherwise = c.otherwise};
    Confirmation confirmation(policy, talk.exchange);
    EXPECT_EQ(confirmation.ask(planned("two\n", c.suspicious)), c.consent)
        << static_cast<int>(c.when) << c.suspicious << c.can_ask << c.otherwise;
    EXPECT_EQ(confirmation.needed.has_value(), c.consent == Consent::awaited);
  }
}

TEST(Confirmation, OnlyClientsThatCanShowFormsAreAsked) {
  const ConfirmPolicy policy{.when = ConfirmWhen::always};
  for (const auto& [kinds, asked] : {std::pair{Json::object(), true}, std::pair{Json::object({{"form", Json::object()}}), true},
                                     std::pair{Json::object({{"url", Json::object()}}), false},
                                     std::pair{Json::object({{"url", Json::object()}, {"form", Json::object()}}), true}}) {
    TestExchange talk;
    talk.client.capabilities = elicitation(kinds);
    Confirmation confirmation(policy, talk.exchange);
    EXPECT_EQ(confirmation.ask(planned("two\n")), asked ? Consent::awaited : Consent::unasked) << kinds.dump();
  }
}

TEST(Confirmation, TheQuestionShowsTheChangeAndWhatIsSuspectedAndIsBounded) {
  const ConfirmPolicy policy{.when = ConfirmWhen::always};
  TestExchange talk;
  talk.client.capabilities = elicitation(Json::object());
  Confirmation confirmation(policy, talk.exchange);
  confirmation.ask(planned("two\x1B[31m\n", true));
  ASSERT_TRUE(confirmation.needed);
  const InputRequest& request = confirmation.needed->requests.at(0);
  EXPECT_EQ(request.method, "elicitation/create");
  const std::string message = *request.params.find("message")->as_string();
  for (const std::string_view words : {"a.txt", "-one", "+two", "warning: brackets do not match"}) {
    EXPECT_NE(message.find(words), std::string::npos) << words << " in\n" << message;
  }
  EXPECT_EQ(message.find('\x1B'), std::string::npos) << "whoever reads it in a terminal is not fooled";
  std::string large;
  for (int i = 0; i < 10'000; ++i) append(large, concat("row ", i, '\n'));
  Confirmation other(policy, talk.exchange);
  other.ask(planned(large));
  EXPECT_LT(other.needed->requests.at(0).params.dump().size(), 10'000U);
}

TEST(Confirmation, AnAnswerIsGoodForTheVeryResultThatWasAskedAbout) {
  const ConfirmPolicy policy{.when = ConfirmWhen::always};
  TestExchange talk;
  talk.client.capabilities = elicitation(Json::object());
  Confirmation first(policy, talk.exchange);
  ASSERT_EQ(first.ask(planned("two\n")), Consent::awaited);
  talk.state = first.needed->state;
  for (const auto& [action, consent] : {std::pair{"accept", Consent::given}, std::pair{"decline", Consent::refused},
                                        std::pair{"cancel", Consent::unanswered}, std::pair{"yes", Consent::unanswered}}) {
    talk.inputs = Json::object({{"confirm", Json::object({{"action", action}})}});
    EXPECT_EQ(Confirmation(policy, talk.exchange).ask(planned("two\n")), consent) << action;
  }
  talk.inputs = Json::object({{"confirm", Json::object({{"action", "accept"}})}});
  EXPECT_EQ(Confirmation(policy, talk.exchange).ask(planned("three\n")), Consent::awaited) << "it would be another file";
  talk.state = Json::object();
  EXPECT_EQ(Confirmation(policy, talk.exchange).ask(planned("two\n")), Consent::awaited) << "an answer to nothing";
}

TEST(Confirmation, WhoeverWatchesIsAskedBeforeTheClient) {
  bool watched = true;
  int told = 0;
  const ConfirmPolicy policy{.when = ConfirmWhen::always};
  Onlookers onlookers;
  onlookers.ask = [&](const Receipt&, std::string_view) -> AskElsewhere {
    if (!watched) return nullptr;
    return [](const std::atomic<bool>&) { return std::optional<Json>(true); };
  };
  onlookers.tell = [&](const Receipt&, std::string_view) { ++told; };
  TestExchange talk;
  talk.client.capabilities = elicitation(Json::object());
  Confirmation first(policy, talk.exchange, onlookers);
  EXPECT_EQ(first.ask(planned("two\n")), Consent::awaited);
  ASSERT_TRUE(first.needed->elsewhere);
  EXPECT_EQ(told, 0) << "who is asked sees it";
  EXPECT_TRUE(first.needed->requests.empty());
  EXPECT_EQ(first.needed->elsewhere(talk.cancelled), Json(true));
  talk.state = first.needed->state;
  for (const bool answer : {true, false}) {
    talk.inputs = Json::object({{"elsewhere", answer}});
    EXPECT_EQ(Confirmation(policy, talk.exchange, onlookers).ask(planned("two\n")), answer ? Consent::given : Consent::refused);
  }
  talk.inputs = Json::object({{"elsewhere", Json()}});
  watched = false;
  Confirmation second(policy, talk.exchange, onlookers);
  second.ask(planned("two\n"));
  EXPECT_EQ(second.needed->requests.size(), 1U) << "nobody was left to answer";
  EXPECT_EQ(told, 1);
}

}  // namespace
}  // namespace kedge::mcp
