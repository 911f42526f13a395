// What a client of the newer revision is told about resources: that they are watched, that they have changed, and how long it
// may keep what it has read.
#include <gtest/gtest.h>

#include <condition_variable>
#include <mutex>

#include "mcp/conversation.hpp"
#include "support/json_read.hpp"
#include "support/strings.hpp"

namespace kedge::mcp {
namespace {

// Collects what is sent; `on_line` is called with each line before the sender goes on.
class Collector final : public Outlet {
 public:
  std::function<void(const Json& message)> on_line = [](const Json&) {};

  void notify(std::string line) override { take(line); }
  void ask(std::string line) override { take(line); }
  void answer(std::optional<std::string> line, std::optional<ErrorCode>, const std::function<void()>& settle) override {
    settle();
    if (line) take(*line);
  }

  // The message of this number, from 0; waits for it.
  Json at(std::size_t number) {
    std::unique_lock lock(mutex_);
    const bool came = more_.wait_for(lock, std::chrono::seconds(30), [&] { return messages_.size() > number; });
    return came ? messages_[number] : Json();
  }

 private:
  void take(const std::string& line) {
    const Json message = *read_json(line);
    on_line(message);
    const std::lock_guard lock(mutex_);
    messages_.push_back(message);
    more_.notify_all();
  }

  std::mutex mutex_;
  std::condition_variable more_;
  std::vector<Json> messages_;
};

class Subscription : public testing::Test {
 protected:
  static Rows rows(std::atomic<int>& version) {
    ResourceRows origin;
    origin.list = [](std::string_view, std::size_t) { return ResourcePage{}; };
    origin.read = [](const std::string& uri, Exchange&) -> std::optional<Answer> {
      return Json::object({{"contents", Json::array({Json::object({{"uri", uri}, {"text", "it"}})})}});
    };
    origin.stamp = [&version](const std::string& uri) {
      return uri == "test://there" ? std::optional(concat(version.load())) : std::nullopt;
    };
    return {.resources = {origin}};
  }

  void hear(std::string_view method, Json params) {
    params.set("_meta", Json::object({{std::string(revision_field), "2026-07-28"},
                                      {"io.modelcontextprotocol/clientCapabilities", Json::object()}}));
    conversation->hear(RequestMessage{{"7"}, std::string(method), std::move(params)}, outlet);
  }
  void listen_to(std::initializer_list<Json> uris) {
    const Json wanted = Json::object({{"resourceSubscriptions", Json::array(uris)}});
    hear("subscriptions/listen", Json::object({{"notifications", wanted}}));
  }

  std::atomic<int> version = 1;
  Offer offer{rows(version), "0", ""};
  RequestStates states{{}};
  Subscribers subscribers{[this](const std::string& uri) { return offer.stamp_of(uri); }};
  Workers workers;
  Stage stage{.offer = offer, .workers = workers, .subscribers = subscribers, .states = states, .now = [] { return 0; }};
  std::shared_ptr<Collector> outlet = std::make_shared<Collector>();
  std::shared_ptr<Conversation> conversation =
      std::make_shared<Conversation>(stage, Conversation::Names{.session = "s", .stateless = "n"});
};

TEST_F(Subscription, WhatChangesAsSoonAsItIsAcknowledgedIsTold) {
  outlet->on_line = [&](const Json& message) {
    if (*message.find("method") == Json("notifications/subscriptions/acknowledged")) version = 2;
  };
  listen_to({"test://there"});
  EXPECT_EQ(*outlet->at(0).find("method"), Json("notifications/subscriptions/acknowledged"));
  const Json told = outlet->at(1);
  ASSERT_FALSE(told.is_null());
  EXPECT_EQ(*told.find("method"), Json("notifications/resources/updated"));
  EXPECT_EQ(*told.find("params")->find("uri"), Json("test://there"));
}

TEST_F(Subscription, OnlyWhatCanBeWatchedIsAcknowledged) {
  listen_to({"test://there", "test://nowhere", 7});
  const Json honoured = *outlet->at(0).find("params")->find("notifications");
  EXPECT_EQ(honoured.dump(), R"({"resourceSubscriptions":["test://there"]})");
}

TEST_F(Subscription, AListMayBeKeptForAWhileAndAResourceNotAtAll) {
  hear("tools/list", Json::object());
  EXPECT_GT(*outlet->at(0).find("result")->find("ttlMs")->as_integer(), 0);
  hear("resources/read", Json::object({{"uri", "test://there"}}));
  EXPECT_EQ(*outlet->at(1).find("result")->find("ttlMs"), Json(0));
  hear("resources/list", Json::object());
  EXPECT_EQ(*outlet->at(2).find("result")->find("ttlMs"), Json(0));
}

}  // namespace
}  // namespace kedge::mcp
