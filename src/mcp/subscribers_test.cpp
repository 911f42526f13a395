#include "mcp/subscribers.hpp"

#include <gtest/gtest.h>

#include "tests/support/test_stage.hpp"

namespace kedge::mcp {
namespace {

// Keeps what a member is told.
class Listener {
 public:
  Subscribers::Send send() {
    return [this](std::string_view method, const Json& params) {
      const std::lock_guard lock(mutex_);
      told_.push_back(concat(method, ' ', params.dump()));
      changed_.notify_all();
    };
  }
  std::vector<std::string> wait_for(std::size_t count) {
    std::unique_lock lock(mutex_);
    EXPECT_TRUE(changed_.wait_for(lock, test::patience, [&] { return told_.size() >= count; }));
    return told_;
  }
  std::vector<std::string> told() {
    const std::lock_guard lock(mutex_);
    return told_;
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<std::string> told_;
};

struct Hall {
  test::FakeResources resources;
  Subscribers subscribers{[this](const std::string& uri) { return resources.content(uri); }};
};

std::string updated(std::string_view uri) {
  return concat("notifications/resources/updated ", Json::object({{"uri", uri}}).dump());
}

TEST(Subscribers, ListsAreToldToThoseWhoWantThem) {
  Hall hall;
  Listener all, none, prompts;
  const auto first = hall.subscribers.join({.tools = true, .prompts = true, .resources = true}, all.send());
  const auto second = hall.subscribers.join({}, none.send());
  auto third = hall.subscribers.join({.prompts = true}, prompts.send());
  hall.subscribers.list_changed("tools");
  hall.subscribers.list_changed("prompts");
  third.reset();
  hall.subscribers.list_changed("prompts");
  hall.subscribers.list_changed("resources");
  EXPECT_EQ(all.told().size(), 4U);
  EXPECT_EQ(all.told()[0], "notifications/tools/list_changed {}");
  EXPECT_TRUE(none.told().empty());
  EXPECT_EQ(prompts.told(), std::vector<std::string>{"notifications/prompts/list_changed {}"});
}

TEST(Subscribers, AChangeIsToldOnceToEverybodyWhoWatches) {
  Hall hall;
  hall.resources.put("a", "1");
  hall.resources.put("b", "1");
  Listener one, two, other;
  const auto first = hall.subscribers.join({.uris = {"a"}}, one.send());
  const auto second = hall.subscribers.join({}, two.send());
  const auto third = hall.subscribers.join({.uris = {"b"}}, other.send());
  EXPECT_TRUE(hall.subscribers.watch(*second, "a"));
  hall.resources.put("a", "2");
  EXPECT_EQ(one.wait_for(1), std::vector<std::string>{updated("a")});
  EXPECT_EQ(two.wait_for(1), std::vector<std::string>{updated("a")});
  hall.subscribers.leave_alone(*second, "a");
  hall.resources.put("a", "3");
  hall.resources.put("b", "2");
  EXPECT_EQ(one.wait_for(2).size(), 2U);
  EXPECT_EQ(other.wait_for(1), std::vector<std::string>{updated("b")});
  EXPECT_EQ(two.told().size(), 1U);
}

TEST(Subscribers, WhatIsNotThereCannotBeWatchedAndWhatGoesHasChanged) {
  Hall hall;
  hall.resources.put("a", "1");
  Listener listener;
  const auto member = hall.subscribers.join({.uris = {"no"}}, listener.send());
  EXPECT_FALSE(hall.subscribers.can_watch("no"));
  EXPECT_FALSE(hall.subscribers.watch(*member, "no"));
  EXPECT_TRUE(hall.subscribers.watch(*member, "a"));
  hall.resources.remove("a");
  EXPECT_EQ(listener.wait_for(1), std::vector<std::string>{updated("a")});
}

TEST(Subscribers, OneMemberWatchesOnlySoMuch) {
  Hall hall;
  Listener listener;
  const auto member = hall.subscribers.join({}, listener.send());
  for (std::size_t i = 0; i <= Subscribers::most_uris; ++i) {
    hall.resources.put(concat(i), "1");
    EXPECT_EQ(hall.subscribers.watch(*member, concat(i)), i < Subscribers::most_uris);
  }
}

TEST(Subscribers, NobodyIsToldWhenItIsOver) {
  Hall hall;
  hall.resources.put("a", "1");
  Listener listener;
  const auto member = hall.subscribers.join({.uris = {"a"}}, listener.send());
  hall.subscribers.finish();
  hall.resources.put("a", "2");
  EXPECT_FALSE(hall.subscribers.watch(*member, "a"));
  hall.subscribers.finish();
  EXPECT_TRUE(listener.told().empty());
}

}  // namespace
}  // namespace kedge::mcp
