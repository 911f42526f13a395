// A client whose messages may be read by several threads: a request that comes alone is carried out by the one that has read
// it.
#include <gtest/gtest.h>

#include <algorithm>
#include <condition_variable>
#include <latch>
#include <mutex>
#include <string>
#include <thread>

#include "mcp/stdio.hpp"
#include "support/strings.hpp"
#include "tests/support/test_stage.hpp"

namespace kedge::mcp {
namespace {

// A client that writes while the server runs.
class LiveClient final : public ClientStreams {
 public:
  Outcome<std::size_t> read(std::span<char> into) override {
    std::unique_lock lock(mutex_);
    ++waiting_;
    changed_.notify_all();
    changed_.wait(lock, [&] { return stopped_ || (!is_held_ && (has_ended_ || !sent_.empty())); });
    --waiting_;
    if (stopped_) return 0;
    is_held_ = true;
    is_at_end_ = sent_.empty();
    changed_.notify_all();
    last_reader_ = std::this_thread::get_id();
    const std::size_t size = std::min(into.size(), sent_.size());
    std::copy_n(sent_.data(), size, into.data());
    sent_.erase(0, size);
    return size;
  }
  bool serves_several_readers() const override { return true; }
  void let_others_read() override {
    change([&] { is_held_ = false; });
  }
  Outcome<void> write(std::string_view bytes) override {
    change([&] { answered_ += bytes; });
    if (is_gone_) return failed(EPIPE);
    return {};
  }
  void stop() override {
    change([&] { stopped_ = true; });
  }

  void send(std::string_view line) {
    change([&] { sent_ += concat(line, '\n'); });
  }
  void end() {
    change([&] { has_ended_ = true; });
  }
  void go_away() { is_gone_ = true; }
  // Once it is there.
  void expect_answer_to(std::string_view id) {
    const std::string wanted = concat("\"id\":", id, ',');
    std::unique_lock lock(mutex_);
    EXPECT_TRUE(changed_.wait_for(lock, std::chrono::seconds(30), [&] { return answered_.contains(wanted); })) << answered_;
  }
  bool has_answered(std::string_view id) {
    const std::lock_guard lock(mutex_);
    return answered_.contains(concat("\"id\":", id, ','));
  }
  void wait_until_end_is_read() {
    std::unique_lock lock(mutex_);
    EXPECT_TRUE(changed_.wait_for(lock, std::chrono::seconds(30), [&] { return is_at_end_; }));
  }
  void wait_for_readers(int count) {
    std::unique_lock lock(mutex_);
    EXPECT_TRUE(changed_.wait_for(lock, std::chrono::seconds(30), [&] { return waiting_ >= count; }));
  }
  std::thread::id last_reader() {
    const std::lock_guard lock(mutex_);
    return last_reader_;
  }

 private:
  template <class Change>
  void change(const Change& change) {
    const std::lock_guard lock(mutex_);
    change();
    changed_.notify_all();
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  std::string sent_, answered_;
  bool is_held_ = false, has_ended_ = false, stopped_ = false, is_at_end_ = false;
  std::atomic<bool> is_gone_ = false;
  int waiting_ = 0;
  std::thread::id last_reader_;
};

constexpr std::string_view hello =
    R"({"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25"}})";
constexpr std::string_view ping = R"({"jsonrpc":"2.0","id":9,"method":"ping"})";
std::string calling(int id, std::string_view tool) {
  return concat(R"({"jsonrpc":"2.0","id":)", id, R"(,"method":"tools/call","params":{"name":")", tool, "\"}}");
}

class StdioReaders : public testing::Test {
 protected:
  // Serves the client with tools that do this, until it has ended.
  void serve(std::function<void(Exchange&)> deed) {
    server = std::thread([this, deed = std::move(deed)] {
      test::TestStage stage(test::rows_of([&](const ServedTool&, const Json&, Exchange& exchange) -> Called {
        deed(exchange);
        return Reply{"done"};
      }));
      ended = serve_stdio(client, stage.stage, {"session", "stateless"});
    });
    client.send(hello);
    client.expect_answer_to("0");
  }
  StdioEnd end() {
    client.end();
    server.join();
    return ended;
  }

  LiveClient client;
  std::thread server;
  StdioEnd ended = StdioEnd::failed;
};

TEST_F(StdioReaders, ARequestThatComesAloneIsCarriedOutByWhoeverHasReadIt) {
  int by_readers = 0;
  serve([&](Exchange&) { by_readers += std::this_thread::get_id() == client.last_reader() ? 1 : 0; });
  for (int i = 1; i <= 20; ++i) {
    client.send(calling(i, i % 2 == 0 ? "edit" : "read"));
    client.expect_answer_to(std::to_string(i));
    client.wait_for_readers(2);  // nothing is under way any more
  }
  EXPECT_EQ(end(), StdioEnd::input_ended);
  EXPECT_EQ(by_readers, 20);
}

TEST_F(StdioReaders, WhileItIsCarriedOutTheNextMessagesAreHeard) {
  std::latch begun(1), go(1);
  serve([&](Exchange&) {
    begun.count_down();
    go.wait();
  });
  client.send(calling(1, "edit"));
  begun.wait();
  client.send(ping);
  client.expect_answer_to("9");
  EXPECT_FALSE(client.has_answered("1"));
  go.count_down();
  client.expect_answer_to("1");
  EXPECT_EQ(end(), StdioEnd::input_ended);
}

TEST_F(StdioReaders, WhileItIsCarriedOutOtherChangesWaitAndTheRestDoesNot) {
  std::latch begun(1), go(1);
  std::atomic<int> calls = 0;
  serve([&](Exchange&) {
    if (++calls > 1) return;
    begun.count_down();
    go.wait();
  });
  client.send(calling(1, "edit"));
  begun.wait();
  client.send(calling(2, "edit"));
  client.send(calling(3, "read"));
  client.expect_answer_to("3");
  EXPECT_FALSE(client.has_answered("2"));
  go.count_down();
  client.expect_answer_to("1");
  client.expect_answer_to("2");
  EXPECT_EQ(end(), StdioEnd::input_ended);
}

TEST_F(StdioReaders, ItCanBeCancelled) {
  std::latch begun(1);
  serve([&](Exchange& exchange) {
    begun.count_down();
    while (!exchange.cancelled) std::this_thread::yield();
  });
  client.send(calling(1, "edit"));
  begun.wait();
  client.send(R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}})");
  client.wait_for_readers(2);
  EXPECT_EQ(end(), StdioEnd::input_ended);
  EXPECT_FALSE(client.has_answered("1"));
}

TEST_F(StdioReaders, WhatIsUnderWayWhenTheInputEndsIsAnswered) {
  std::latch begun(1);
  std::atomic<bool> go = false;
  serve([&](Exchange&) {
    begun.count_down();
    while (!go) std::this_thread::yield();
  });
  client.send(calling(1, "edit"));
  begun.wait();
  client.end();
  client.wait_until_end_is_read();
  go = true;
  EXPECT_EQ(end(), StdioEnd::input_ended);
  EXPECT_TRUE(client.has_answered("1"));
}

TEST_F(StdioReaders, BothStopWhenTheClientIsGone) {
  serve([&](Exchange&) {});
  client.send(calling(1, "edit"));
  client.expect_answer_to("1");
  client.go_away();
  client.send(calling(2, "edit"));
  server.join();
  EXPECT_EQ(ended, StdioEnd::client_gone);
}

}  // namespace
}  // namespace kedge::mcp
