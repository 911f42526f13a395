#include "ui/audience.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <future>
#include <thread>

#include "support/json_read.hpp"
#include "support/strings.hpp"
#include "tests/support/scratch_state.hpp"

namespace kedge::ui {
namespace {

namespace stdfs = std::filesystem;
using std::chrono::steady_clock;

// A view without a person: what it hears, and what it is told to say.
class TestView {
 public:
  explicit TestView(test::ScratchState& place, bool answers = false)
      : answers_(answers), listener_(ViewListener::open(place.fs(), place.state()).value()) {}

  // Everything that has come by now.
  std::vector<ToView> heard() {
    greet();
    std::vector<ToView> all;
    for (const std::unique_ptr<ViewConnection>& connection : connections_) {
      for (ViewConnection::Received received = connection->receive(); received.message; received = connection->receive()) {
        if (const std::optional<ToView> message = to_view(read_json(*received.message, {.string_bytes = 1U << 30U}).value())) {
          all.push_back(*message);
        }
      }
    }
    return all;
  }
  void greet() {
    while (std::unique_ptr<ViewConnection> connection = listener_->accept()) {
      connection->send(to_json(Greeting{answers_}).dump());
      connections_.push_back(std::move(connection));
    }
  }
  void tell(const std::string& session, const std::string& note) {
    for (const auto& connection : connections_) connection->send(to_json(Note{session, note}).dump());
  }
  void answer(const std::string& question, bool consent) {
    for (const auto& connection : connections_) connection->send(to_json(Answer{question, consent}).dump());
  }

 private:
  bool answers_;
  std::unique_ptr<ViewListener> listener_;
  std::vector<std::unique_ptr<ViewConnection>> connections_;
};

MakeHappenings something(std::string path, std::size_t diff_bytes = 0) {
  return [=] { return std::vector{Happening{.files = {{.path = path, .diff = std::string(diff_bytes, '+')}}}}; };
}

std::vector<std::string> paths_in(const std::vector<ToView>& heard) {
  std::vector<std::string> paths;
  for (const ToView& message : heard) {
    if (const auto* const told = std::get_if<Told>(&message)) paths.push_back(told->happening.files.front().path);
  }
  return paths;
}

std::uint64_t missed_in(const std::vector<ToView>& heard) {
  std::uint64_t missed = 0;
  for (const ToView& message : heard) {
    if (const auto* const some = std::get_if<Missed>(&message)) missed += some->count;
  }
  return missed;
}

std::string question_in(const std::vector<ToView>& heard) {
  for (const ToView& message : heard) {
    if (const auto* const told = std::get_if<Told>(&message); told != nullptr && !told->question.empty()) return told->question;
  }
  return "none";
}

using Paths = std::vector<std::string>;

TEST(Audience, WithoutAViewNothingIsComputed) {
  test::ScratchState place;
  Audience audience(place.fs(), place.state(), "me");
  audience.tell([]() -> std::vector<Happening> {
    ADD_FAILURE() << "nobody watches";
    return {};
  });
  EXPECT_FALSE(place.has("views")) << "only views make the folder";
}

TEST(Audience, EveryViewHearsEverybodyFromWhenItCame) {
  test::ScratchState place;
  Audience first(place.fs(), place.state(), "first");
  Audience second(place.fs(), place.state(), "second");
  TestView early(place);
  first.tell(something("1"));
  TestView late(place);
  second.tell(something("2"));
  first.tell(something("3"));
  const std::vector<ToView> heard = early.heard();
  EXPECT_EQ(paths_in(heard).size(), 3U);
  EXPECT_EQ(std::get<Told>(heard.front()).happening.who, "first");
  EXPECT_EQ(paths_in(late.heard()).size(), 2U);
}

TEST(Audience, AFolderThatOthersCanReadIsNotBelieved) {
  test::ScratchState place;
  const TestView view(place);
  stdfs::permissions(place.file("views"), stdfs::perms::all);
  Audience audience(place.fs(), place.state(), "me");
  audience.tell([]() -> std::vector<Happening> {
    ADD_FAILURE() << "anybody could listen";
    return {};
  });
  EXPECT_EQ(ViewListener::open(place.fs(), place.state()).error().number, EACCES);
}

TEST(Audience, ALargeMessageArrivesWhole) {
  test::ScratchState place;
  TestView view(place);
  Audience audience(place.fs(), place.state(), "me");
  audience.tell(something("large", 5'000'000));
  audience.tell(something("small"));
  const std::vector<ToView> heard = view.heard();
  ASSERT_EQ(paths_in(heard), (Paths{"large", "small"}));
  EXPECT_EQ(std::get<Told>(heard.front()).happening.files.front().diff.size(), 5'000'000U);
}

TEST(Audience, ASlowViewLosesEventsAndIsToldHowMany) {
  test::ScratchState place;
  TestView view(place);
  Audience audience(place.fs(), place.state(), "me");
  constexpr std::size_t count = 3000;
  for (std::size_t i = 0; i < count; ++i) audience.tell(something("x"));
  std::vector<ToView> heard = view.heard();
  const std::size_t arrived = paths_in(heard).size();
  EXPECT_GT(arrived, 10U);
  EXPECT_LT(arrived, count);
  EXPECT_EQ(missed_in(heard), 0U);
  audience.tell(something("y"));
  heard = view.heard();
  EXPECT_EQ(missed_in(heard), count - arrived);
  EXPECT_EQ(paths_in(heard), Paths{"y"});
}

TEST(Audience, ASlowViewHoldsNoMoreThanSomeLargeMessages) {
  test::ScratchState place;
  TestView view(place);
  Audience audience(place.fs(), place.state(), "me");
  for (int i = 0; i < 20; ++i) audience.tell(something("x", 8'000'000));
  EXPECT_LE(paths_in(view.heard()).size(), 9U);
  audience.tell(something("y", 8'000'000));
  const std::vector<ToView> heard = view.heard();
  EXPECT_GE(missed_in(heard), 11U);
  EXPECT_EQ(paths_in(heard), Paths{"y"});
}

TEST(Audience, WhatWasMissedIsToldAtTheLatestAtTheEnd) {
  test::ScratchState place;
  TestView view(place);
  {
    Audience audience(place.fs(), place.state(), "me");
    for (int i = 0; i < 3000; ++i) audience.tell(something("x"));
    view.heard();
  }
  EXPECT_GT(missed_in(view.heard()), 0U);
}

TEST(Audience, WhatAShortLivedTellerSaidArrives) {
  test::ScratchState place;
  TestView view(place);
  Audience(place.fs(), place.state(), "me").tell(something("x"));
  EXPECT_EQ(paths_in(view.heard()), Paths{"x"});

  // Also if it never read the greeting.
  {
    Audience audience(place.fs(), place.state(), "me");
    audience.tell(something("y"));
    view.greet();
  }
  EXPECT_EQ(paths_in(view.heard()), Paths{"y"});
}

class Asking : public testing::Test {
 protected:
  // Asks as a server would, while the view goes on.
  std::optional<bool> asked(const std::function<void()>& meanwhile,
                            std::chrono::milliseconds patience = std::chrono::seconds(20)) {
    std::optional<Question> question = audience_.ask(Happening{.kind = Happening::Kind::proposed, .files = {{.path = "a"}}});
    if (!question) throw std::runtime_error("nobody can be asked");
    std::thread view(meanwhile);
    const std::optional<Answer> answer = question->wait(steady_clock::now() + patience, &cancelled_);
    view.join();
    return answer ? std::optional(answer->consent) : std::nullopt;
  }
  // Connected and greeted.
  void settle(TestView& view) {
    audience_.tell(something("first"));
    view.heard();
  }

  test::ScratchState place_;
  Audience audience_{place_.fs(), place_.state(), "me"};
  std::atomic<bool> cancelled_ = false;
};

TEST_F(Asking, NobodyCanBeAskedWhereNoViewAnswers) {
  EXPECT_FALSE(audience_.ask(Happening{}));
  TestView silent(place_);
  settle(silent);
  EXPECT_FALSE(audience_.ask(Happening{}));
  EXPECT_EQ(question_in(silent.heard()), "none");
}

TEST_F(Asking, TheAnswerOfAViewIsTheAnswer) {
  TestView view(place_, true);
  settle(view);
  for (const bool consent : {true, false}) {
    EXPECT_EQ(asked([&] { view.answer(question_in(view.heard()), consent); }), consent);
  }
}

TEST_F(Asking, TheFirstAnswerCountsAndTheOthersAreTold) {
  TestView quick(place_, true);
  TestView slow(place_, true);
  settle(quick);
  slow.heard();
  std::string question;
  EXPECT_EQ(asked([&] {
              question = question_in(slow.heard());
              quick.answer(question_in(quick.heard()), false);
            }),
            false);
  EXPECT_EQ(slow.heard(), std::vector<ToView>{(Settled{question, false})});
  slow.answer(question, true);
  audience_.tell(something("next"));
}

TEST_F(Asking, AnAnswerToAnotherQuestionIsNone) {
  TestView view(place_, true);
  settle(view);
  std::string question;
  EXPECT_EQ(asked(
                [&] {
                  question = question_in(view.heard());
                  view.answer("0123456789abcdef0123456789abcdef", true);
                },
                std::chrono::milliseconds(300)),
            std::nullopt);
  const std::vector<ToView> heard = view.heard();
  ASSERT_FALSE(heard.empty());
  EXPECT_EQ(heard.back(), ToView(Settled{question})) << "who no longer waits withdraws";
}

TEST_F(Asking, WhoeverLosesInterestWithdraws) {
  TestView view(place_, true);
  settle(view);
  EXPECT_EQ(asked([&] { cancelled_ = true; }), std::nullopt);
  EXPECT_NE(question_in(view.heard()), "none");
}

TEST_F(Asking, AViewThatEndsCannotAnswer) {
  auto view = std::make_unique<TestView>(place_, true);
  settle(*view);
  EXPECT_EQ(asked([&] { view.reset(); }), std::nullopt);
}

TEST_F(Asking, AViewThatHasJustComeIsAskedAsSoonAsItSaysThatItCanBe) {
  TestView view(place_, true);
  std::atomic<bool> over = false;
  std::thread person([&] {
    while (!over) {
      view.greet();
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
  });
  const std::optional<Question> question = audience_.ask(Happening{.kind = Happening::Kind::proposed});
  over = true;
  person.join();
  EXPECT_TRUE(question);
}

TEST_F(Asking, NobodyHasToWaitForAnAnswer) {
  TestView view(place_, true);
  settle(view);
  const auto later = steady_clock::now() + std::chrono::seconds(20);
  for (const std::optional<bool> said : {std::optional(true), std::optional(false), std::optional<bool>()}) {
    std::promise<std::optional<bool>> answer;
    {
      JoiningThread waits = when_answered(audience_.ask(Happening{}).value(), later, [&](const std::optional<Answer>& given) {
        answer.set_value(given ? std::optional(given->consent) : std::nullopt);
      });
      if (said) {
        view.answer(question_in(view.heard()), *said);
        waits.join();
      }
    }
    EXPECT_EQ(answer.get_future().get(), said);
  }
  EXPECT_TRUE(std::holds_alternative<Settled>(view.heard().back())) << "the last was withdrawn";
}

TEST(Audience, ANoteWaitsForTheSessionThatItIsFor) {
  test::ScratchState place;
  Audience audience(place.fs(), place.state(), "test");
  TestView view(place);
  audience.tell(something("a"));
  view.greet();
  view.tell("one", "use the other helper");
  view.tell("one", std::string(100'000, 'x').substr(0, 5000));
  view.tell("two", "well done");
  EXPECT_TRUE(audience.take_notes("three").empty());
  const std::vector<std::string> notes = audience.take_notes("one");
  ASSERT_EQ(notes.size(), 2U);
  EXPECT_EQ(notes[0], "use the other helper");
  EXPECT_EQ(notes[1].size(), 4000U);
  EXPECT_TRUE(audience.take_notes("one").empty()) << "each is given once";
  EXPECT_EQ(audience.take_notes("two"), std::vector<std::string>{"well done"});
}

}  // namespace
}  // namespace kedge::ui
