#include "mcp/http_sessions.hpp"

#include <gtest/gtest.h>

#include "tests/support/test_stage.hpp"

namespace kedge::mcp {
namespace {

class HttpSessionsTest : public testing::Test {
 protected:
  std::shared_ptr<HttpSession> open() {
    const std::shared_ptr<HttpSession> session = sessions.create(ann);
    sessions.keep(session);
    return session;
  }

  test::TestStage stage{test::rows_of([](const ServedTool&, const Json&, Exchange&) -> Called { return Reply{"done"}; })};
  const Agent ann{.name = "ann", .token = "a", .stateless = "stateless-a"};
  const Agent bob{.name = "bob", .token = "b", .stateless = "stateless-b"};
  int last_id = 0;
  HttpSessions sessions{stage.stage, [this] { return concat("id", ++last_id); }};
};

TEST_F(HttpSessionsTest, ASessionIsFoundByItsIdAndByNothingElse) {
  EXPECT_EQ(sessions.find("", ann), nullptr);
  const std::shared_ptr<HttpSession> unkept = sessions.create(ann);
  EXPECT_EQ(sessions.find(unkept->id, ann), nullptr);
  const std::shared_ptr<HttpSession> one = open();
  const std::shared_ptr<HttpSession> two = open();
  EXPECT_NE(one->id, two->id);
  EXPECT_EQ(sessions.find(one->id, ann), one);
  EXPECT_EQ(sessions.find(two->id, ann), two);
  for (const std::string& id : {std::string(), one->id + "0", one->id.substr(1), std::string("ID1"), concat(one->id, '\0')}) {
    EXPECT_EQ(sessions.find(id, ann), nullptr) << id;
  }
  sessions.end(one->id);
  EXPECT_EQ(sessions.find(one->id, ann), nullptr);
  EXPECT_TRUE(one->aside->is_finished());
  EXPECT_EQ(sessions.find(two->id, ann), two);
}

TEST_F(HttpSessionsTest, ASessionIsFoundOnlyByTheAgentThatOpenedIt) {
  const std::shared_ptr<HttpSession> session = open();
  EXPECT_EQ(sessions.find(session->id, bob), nullptr);
  EXPECT_EQ(sessions.find(session->id, ann), session) << "and goes on";
}

TEST_F(HttpSessionsTest, OneThatIsNotUsedForAnHourIsOver) {
  const std::shared_ptr<HttpSession> used = open();
  const std::shared_ptr<HttpSession> read = open();
  const std::shared_ptr<HttpSession> forgotten = open();
  read->aside->read_by([] {});
  stage.now = HttpSessions::idle_lifetime;
  EXPECT_EQ(sessions.find(used->id, ann), used);
  stage.now = HttpSessions::idle_lifetime + 1;
  EXPECT_EQ(sessions.find(forgotten->id, ann), nullptr);
  EXPECT_TRUE(forgotten->aside->is_finished());
  EXPECT_EQ(sessions.find(read->id, ann), read) << "its stream is open";
  EXPECT_EQ(sessions.find(used->id, ann), used);
}

TEST_F(HttpSessionsTest, WhereThereAreTooManyTheOneThatWasNotUsedTheLongestGoes) {
  std::vector<std::shared_ptr<HttpSession>> all;
  for (std::size_t i = 0; i < HttpSessions::most; ++i) {
    ++stage.now;
    all.push_back(open());
  }
  ++stage.now;
  EXPECT_NE(sessions.find(all[0]->id, ann), nullptr);
  open();
  EXPECT_NE(sessions.find(all[0]->id, ann), nullptr);
  EXPECT_EQ(sessions.find(all[1]->id, ann), nullptr);
  EXPECT_NE(sessions.find(all[2]->id, ann), nullptr);
}

TEST_F(HttpSessionsTest, AnAgentThatOpensManyEndsItsOwnAndNotThoseOfOthers) {
  const std::shared_ptr<HttpSession> of_bob = sessions.create(bob);
  sessions.keep(of_bob);
  std::vector<std::shared_ptr<HttpSession>> all;
  for (std::size_t i = 0; i < HttpSessions::most; ++i) {
    ++stage.now;
    all.push_back(open());
  }
  EXPECT_EQ(sessions.find(of_bob->id, bob), of_bob);
  EXPECT_EQ(sessions.find(all[0]->id, ann), nullptr);
  EXPECT_EQ(sessions.find(all[1]->id, ann), all[1]);
}

TEST_F(HttpSessionsTest, EventsAreFoundInTheirOwnSessionOnly) {
  const std::shared_ptr<HttpSession> session = open();
  const std::shared_ptr<HttpChannel> channel = session->new_channel();
  EXPECT_EQ(session->position_of(event_id(*channel, 3))->channel, channel);
  EXPECT_EQ(session->position_of(event_id(*channel, 3))->number, 3U);
  EXPECT_EQ(session->position_of(event_id(*session->aside, 1))->channel, session->aside);
  for (const std::string_view id : {"", "-", "1", "1-", "-1", "a-1", "9-1", "1-x", "1-1-1", "18446744073709551616-0"}) {
    EXPECT_FALSE(session->position_of(id)) << id;
  }
  EXPECT_FALSE(open()->position_of(event_id(*channel, 3)));
  session->forget(*channel);
  EXPECT_FALSE(session->position_of(event_id(*channel, 3)));
}

TEST_F(HttpSessionsTest, OfManyRequestsTheOldestThatAreAnsweredAreForgotten) {
  const std::shared_ptr<HttpSession> session = open();
  std::vector<std::shared_ptr<HttpChannel>> channels;
  for (std::size_t i = 0; i < HttpSession::most_channels; ++i) channels.push_back(session->new_channel());
  EXPECT_EQ(session->new_channel(), nullptr) << "none of them is answered";
  channels[5]->answer("done", std::nullopt, [] {});
  channels[7]->answer("done", std::nullopt, [] {});
  ASSERT_NE(session->new_channel(), nullptr);
  EXPECT_FALSE(session->position_of(event_id(*channels[5], 0)));
  EXPECT_TRUE(session->position_of(event_id(*channels[7], 0)));
}

TEST_F(HttpSessionsTest, LargeAnswersAreNotKeptForLong) {
  const std::shared_ptr<HttpSession> session = open();
  for (int i = 0; i < 20; ++i) {
    const std::shared_ptr<HttpChannel> channel = session->new_channel();
    ASSERT_NE(channel, nullptr);
    channel->answer(std::string(HttpSession::most_kept_bytes / 4, 'x'), std::nullopt, [] {});
  }
  EXPECT_LE(session->channels.size(), 6U);
}

TEST_F(HttpSessionsTest, WhenTheServerEndsStreamsDoAndAnswersStillCome) {
  const std::shared_ptr<HttpSession> session = open();
  sessions.hear_no_more();
  EXPECT_TRUE(session->aside->is_finished());
  EXPECT_EQ(sessions.find(session->id, ann), session);
  sessions.end_all();
  EXPECT_EQ(sessions.find(session->id, ann), nullptr);
}

}  // namespace
}  // namespace kedge::mcp
