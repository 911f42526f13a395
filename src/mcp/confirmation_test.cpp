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

// As the engine proposes it if nothing is known about the files.
Consent consent_to(Confirmation& confirmation, const Receipt& receipt) {
  const std::unique_ptr<Store> store = memory_store();
  return confirmation.ask(proposal_of(receipt, "edit", *store)).consent;
}
Consent consent_to(Confirmation&& confirmation, const Receipt& receipt) { return consent_to(confirmation, receipt); }

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
    EXPECT_EQ(consent_to(confirmation, planned("two\n", c.suspicious)), c.consent)
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
    EXPECT_EQ(consent_to(confirmation, planned("two\n")), asked ? Consent::awaited : Consent::unasked) << kinds.dump();
  }
}

TEST(Confirmation, TheQuestionShowsTheChangeAndWhatIsSuspectedAndIsBounded) {
  const ConfirmPolicy policy{.when = ConfirmWhen::always};
  TestExchange talk;
  talk.client.capabilities = elicitation(Json::object());
  Confirmation confirmation(policy, talk.exchange);
  consent_to(confirmation, planned("two\x1B[31m\n", true));
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
  consent_to(other, planned(large));
  EXPECT_LT(other.needed->requests.at(0).params.dump().size(), 10'000U);
}

TEST(Confirmation, AnAnswerIsGoodForTheVeryResultThatWasAskedAbout) {
  const ConfirmPolicy policy{.when = ConfirmWhen::always};
  TestExchange talk;
  talk.client.capabilities = elicitation(Json::object());
  Confirmation first(policy, talk.exchange);
  ASSERT_EQ(consent_to(first, planned("two\n")), Consent::awaited);
  talk.state = first.needed->state;
  for (const auto& [action, consent] : {std::pair{"accept", Consent::given}, std::pair{"decline", Consent::refused},
                                        std::pair{"cancel", Consent::unanswered}, std::pair{"yes", Consent::unanswered}}) {
    talk.inputs = Json::object({{"confirm", Json::object({{"action", action}})}});
    talk.used_up = false;
    EXPECT_EQ(consent_to(Confirmation(policy, talk.exchange), planned("two\n")), consent) << action;
  }
  talk.inputs = Json::object({{"confirm", Json::object({{"action", "accept"}})}});
  EXPECT_EQ(consent_to(Confirmation(policy, talk.exchange), planned("three\n")), Consent::awaited)
      << "it would be another file";
  talk.state = Json::object();
  EXPECT_EQ(consent_to(Confirmation(policy, talk.exchange), planned("two\n")), Consent::awaited) << "an answer to nothing";
}

TEST(Confirmation, AnAnswerIsGoodForOneCallHoweverManyAttemptsItTakes) {
  const ConfirmPolicy policy{.when = ConfirmWhen::always};
  TestExchange talk;
  talk.client.capabilities = elicitation(Json::object());
  Confirmation first(policy, talk.exchange);
  ASSERT_EQ(consent_to(first, planned("two\n")), Consent::awaited);
  talk.state = first.needed->state;
  talk.inputs = Json::object({{"confirm", Json::object({{"action", "accept"}})}});
  Confirmation again(policy, talk.exchange);
  EXPECT_EQ(consent_to(again, planned("two\n")), Consent::given);
  EXPECT_EQ(consent_to(again, planned("two\n")), Consent::given) << "somebody else was faster, and left the file as it was";
  Confirmation replay(policy, talk.exchange);
  EXPECT_EQ(consent_to(replay, planned("two\n")), Consent::awaited) << "a second call asks for itself";
}

TEST(Confirmation, ManyNamesThatDoNotFitIntoAQuestionAreNotAskedAbout) {
  const ConfirmPolicy policy{.when = ConfirmWhen::always, .otherwise = true};
  Receipt many = planned("two\n");
  const FileOutcome one = many.files.front();
  for (int i = 0; i < 200; ++i) {
    many.files.push_back(one);
    many.files.back().path = many.files.back().inside = concat(std::string(1000, 'x'), i);
  }
  TestExchange talk;
  talk.client.capabilities = elicitation(Json::object());
  Onlookers onlookers;
  onlookers.ask = [](const Proposal&) -> AskElsewhere {
    ADD_FAILURE() << "nobody is asked";
    return nullptr;
  };
  Confirmation confirmation(policy, talk.exchange, onlookers);
  EXPECT_EQ(consent_to(confirmation, many), Consent::unaskable);
  EXPECT_FALSE(confirmation.needed);
}

TEST(Confirmation, WhoeverWatchesIsAskedBeforeTheClient) {
  bool watched = true;
  int told = 0;
  const ConfirmPolicy policy{.when = ConfirmWhen::always};
  Onlookers onlookers;
  onlookers.ask = [&](const Proposal&) -> AskElsewhere {
    if (!watched) return nullptr;
    return [](const std::atomic<bool>&) { return std::optional<Json>(Json::object({{"consent", true}})); };
  };
  onlookers.tell = [&](const Proposal&) { ++told; };
  TestExchange talk;
  talk.client.capabilities = elicitation(Json::object());
  Confirmation first(policy, talk.exchange, onlookers);
  EXPECT_EQ(consent_to(first, planned("two\n")), Consent::awaited);
  ASSERT_TRUE(first.needed->elsewhere);
  EXPECT_EQ(told, 0) << "who is asked sees it";
  EXPECT_TRUE(first.needed->requests.empty());
  EXPECT_EQ(first.needed->elsewhere(talk.cancelled), Json::object({{"consent", true}}));
  talk.state = first.needed->state;
  for (const bool answer : {true, false}) {
    talk.inputs = Json::object({{"elsewhere", Json::object({{"consent", answer}})}});
    talk.used_up = false;
    EXPECT_EQ(consent_to(Confirmation(policy, talk.exchange, onlookers), planned("two\n")),
              answer ? Consent::given : Consent::refused);
  }
  talk.inputs = Json::object({{"elsewhere", Json()}});
  watched = false;
  Confirmation second(policy, talk.exchange, onlookers);
  consent_to(second, planned("two\n"));
  EXPECT_EQ(second.needed->requests.size(), 1U) << "nobody was left to answer";
  EXPECT_EQ(told, 1);
}

TEST(Confirmation, WhatAPersonSaysWithItReachesTheEngine) {
  const ConfirmPolicy policy{.when = ConfirmWhen::always};
  TestExchange talk;
  Onlookers onlookers;
  onlookers.ask = [](const Proposal&) -> AskElsewhere {
    return [](const std::atomic<bool>&) { return std::optional<Json>(); };
  };
  StandingConsents standing;
  const std::unique_ptr<Store> store = memory_store();
  const Receipt receipt = planned("two\n");
  const Proposal proposal = proposal_of(receipt, "edit", *store);
  Confirmation first(policy, talk.exchange, onlookers, {}, &standing, "session");
  ASSERT_EQ(first.ask(proposal).consent, Consent::awaited);
  talk.state = first.needed->state;
  talk.inputs = Json::object(
      {{"elsewhere", Json::object({{"consent", true},
                                   {"note", "later"},
                                   {"declined", Json::array({Json::object({{"path", "a"}, {"hunks", Json::array({2})}})})},
                                   {"minutes", 5}})}});
  Confirmation second(policy, talk.exchange, onlookers, {}, &standing, "session");
  for (const std::string_view attempt : {"at once", "when the file was changed meanwhile, and changed back"}) {
    const Verdict verdict = second.ask(proposal);
    EXPECT_EQ(verdict.consent, Consent::given) << attempt;
    EXPECT_EQ(verdict.note, "later") << attempt;
    EXPECT_EQ(verdict.declined, (std::vector<ChangePart>{{"a", {2}}})) << attempt;
  }
  EXPECT_TRUE(standing.is_given("session"));
  EXPECT_FALSE(standing.is_given("another"));
  talk.inputs = Json::object();
  EXPECT_EQ(Confirmation(policy, talk.exchange, onlookers, {}, &standing, "session").ask(proposal).consent, Consent::given);
  EXPECT_EQ(Confirmation(policy, talk.exchange, onlookers, {}, &standing, "another").ask(proposal).consent, Consent::awaited);
}

}  // namespace
}  // namespace kedge::mcp
