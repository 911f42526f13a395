#include "mcp/stdio.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <condition_variable>
#include <latch>
#include <mutex>
#include <set>
#include <thread>

#include "tests/support/test_stage.hpp"

namespace kedge::mcp {
namespace {

using test::code_of;

// A client that has written everything beforehand.
class Scripted final : public ClientStreams {
 public:
  explicit Scripted(std::string input, std::size_t piece = 1'000'000) : input_(std::move(input)), piece_(piece) {}

  Outcome<std::size_t> read(std::span<char> into) override {
    if (stopped) return 0;
    const std::size_t size = std::min({into.size(), piece_, input_.size() - at_});
    std::copy_n(input_.data() + at_, size, into.data());
    at_ += size;
    return size;
  }
  Outcome<void> write(std::string_view bytes) override {
    EXPECT_FALSE(writing_.exchange(true)) << "two answers at once";
    output.append(bytes);
    writing_ = false;
    if (error != 0) return failed(error);
    return {};
  }
  void stop() override { stopped = true; }

  std::size_t read_so_far() const { return at_; }

  std::string output;
  int error = 0;  // of every write
  std::atomic<bool> stopped = false;

 private:
  std::string input_;
  std::size_t piece_;
  std::atomic<std::size_t> at_ = 0;
  std::atomic<bool> writing_ = false;
};

struct ServedStreams {
  StdioEnd end = StdioEnd::failed;
  std::vector<Json> answers;
  int worked = 0;  // how often something was done
};

using Call = std::function<Reply(const ServedTool& tool, const Json& arguments)>;

// With tools that do this.
StdioEnd serve_with(ClientStreams& client, const Call& call, std::atomic<int>* worked = nullptr) {
  test::TestStage stage(test::rows_of(
      [call](const ServedTool& tool, const Json& arguments, Exchange&) -> Called { return call(tool, arguments); }));
  stage.stage.after_work = [&] {
    if (worked != nullptr) ++*worked;
  };
  return serve_stdio(client, stage.stage, {"session", "stateless"});
}

ServedStreams serve(Scripted& client, const Call& call_tool) {
  ServedStreams served;
  std::atomic<int> worked = 0;
  served.end = serve_with(client, call_tool, &worked);
  served.worked = worked;
  for (const std::string_view line : split(client.output, '\n')) {
    if (!line.empty()) served.answers.push_back(test::read(line));
  }
  EXPECT_TRUE(client.output.empty() || client.output.ends_with('\n'));
  return served;
}

ServedStreams serve(std::string input, std::size_t piece = 1'000'000) {
  Scripted client(std::move(input), piece);
  return serve(client, [](const ServedTool& tool, const Json&) { return Reply{std::string(tool.name)}; });
}

std::string opening(std::string_view revision = "2025-11-25") {
  return concat(R"({"jsonrpc":"2.0","id":"open","method":"initialize","params":{"protocolVersion":")", revision, "\"}}\n");
}

std::string calling(std::size_t id, std::string_view tool) {
  return concat(R"({"jsonrpc":"2.0","id":)", id, R"(,"method":"tools/call","params":{"name":")", tool, "\"}}");
}

TEST(Stdio, EveryRequestIsAnsweredOnce) {
  std::string input = opening();
  for (std::size_t i = 0; i < 300; ++i) input += calling(i, i % 3 == 0 ? "edit" : "read") + "\n";
  const ServedStreams served = serve(input);
  EXPECT_EQ(served.end, StdioEnd::input_ended);
  std::set<std::string> ids;
  for (const Json& answer : served.answers) {
    EXPECT_EQ(code_of(answer), 0);
    EXPECT_TRUE(ids.insert(answer.find("id")->dump()).second);
  }
  EXPECT_EQ(ids.size(), 301U);
  EXPECT_EQ(served.worked, 300);
}

TEST(Stdio, ThePiecesInWhichAMessageComesDoNotMatter) {
  for (const std::size_t piece : {1U, 2U, 7U, 64U}) {
    EXPECT_EQ(serve(opening() + calling(1, "read") + "\r\n\n  \n" + calling(2, "edit") + "\n", piece).answers.size(), 3U);
  }
}

TEST(Stdio, AnUnfinishedMessageIsDropped) {
  EXPECT_EQ(serve(opening() + calling(1, "read")).answers.size(), 1U);
  EXPECT_EQ(serve("").answers.size(), 0U);
}

TEST(Stdio, AMessageThatIsTooLongIsRefusedAndTheNextIsHeard) {
  const ServedStreams served = serve(concat("{\"a\":\"", std::string(most_message_bytes, 'x'), "\"}\n", opening()));
  ASSERT_EQ(served.answers.size(), 2U);
  EXPECT_EQ(code_of(served.answers[0]), -32600);
  EXPECT_TRUE(served.answers[0].find("id")->is_null());
  EXPECT_EQ(code_of(served.answers[1]), 0);
}

TEST(Stdio, ABatchIsAnsweredAsOneWhereTheRevisionHasThem) {
  const std::string batch = concat('[', calling(1, "edit"), R"(,{"jsonrpc":"2.0","method":"notifications/initialized"},7,)",
                                   calling(2, "read"), R"(,{"jsonrpc":"2.0","id":3,"method":"ping"}])", '\n');
  const ServedStreams served = serve(opening("2025-03-26") + batch);
  ASSERT_EQ(served.answers.size(), 2U);
  const Json::Array* const answers = served.answers[1].as_array();
  ASSERT_NE(answers, nullptr);
  std::multiset<std::string> ids;
  for (const Json& answer : *answers) ids.insert(answer.find("id")->dump());
  EXPECT_EQ(ids, (std::multiset<std::string>{"1", "2", "3", "null"}));

  const ServedStreams quiet =
      serve(opening("2025-03-26") + R"([{"jsonrpc":"2.0","method":"notifications/initialized"}])" + "\n");
  EXPECT_EQ(quiet.answers.size(), 1U);

  for (const std::string_view revision : {"2024-11-05", "2025-06-18", "2025-11-25"}) {
    const ServedStreams refused = serve(opening(revision) + batch);
    ASSERT_EQ(refused.answers.size(), 2U);
    EXPECT_EQ(code_of(refused.answers[1]), -32600);
  }
  EXPECT_EQ(code_of(serve(batch).answers.at(0)), -32600);
}

TEST(Stdio, WhatChangesFilesRunsInTheOrderInWhichItCame) {
  std::string input = opening();
  for (std::size_t i = 0; i < 100; ++i) {
    input += concat(R"({"jsonrpc":"2.0","id":)", i, R"(,"method":"tools/call","params":{"name":")",
                    i % 2 == 0 ? "edit" : "write", R"(","arguments":{"n":)", i, "}}}\n");
  }
  Scripted client(input);
  std::vector<std::int64_t> order;
  const ServedStreams served = serve(client, [&](const ServedTool&, const Json& arguments) {
    order.push_back(*arguments.find("n")->as_integer());
    return Reply{"done"};
  });
  EXPECT_EQ(served.answers.size(), 101U);
  EXPECT_EQ(order.size(), 100U);
  EXPECT_TRUE(std::ranges::is_sorted(order));
}

TEST(Stdio, PingIsAnsweredWhileToolsRun) {
  std::latch pinged(1);
  Scripted client(opening() + calling(1, "edit") + "\n" + R"({"jsonrpc":"2.0","id":"p","method":"ping"})" + "\n");
  std::thread serving([&] {
    serve_with(client, [&](const ServedTool&, const Json&) {
      pinged.wait();
      return Reply{"done"};
    });
  });
  // All of the input is read although the call waits; then the answer to it is the last.
  while (client.read_so_far() == 0) std::this_thread::yield();
  pinged.count_down();
  serving.join();
  EXPECT_NE(client.output.find(R"("id":"p","result":{})"), std::string::npos);
}

TEST(Stdio, ReadingStopsWhileTooManyCallsAreUnderWay) {
  constexpr std::size_t calls = 100;
  std::string input = opening();
  for (std::size_t i = 0; i < calls; ++i) input += calling(i, "read") + "\n";
  Scripted client(input, 50);
  std::latch go(1);
  std::thread serving([&] {
    serve_with(client, [&](const ServedTool&, const Json&) {
      go.wait();
      return Reply{"done"};
    });
  });
  std::size_t before = 1;
  // Until it no longer moves.
  for (std::size_t now = 0; now != before; std::this_thread::sleep_for(std::chrono::milliseconds(30))) {
    before = std::exchange(now, client.read_so_far());
  }
  EXPECT_LT(client.read_so_far(), input.size() / 2);
  go.count_down();
  serving.join();
  EXPECT_EQ(client.read_so_far(), input.size());
  EXPECT_EQ(std::ranges::count(client.output, '\n'), 1 + static_cast<std::ptrdiff_t>(calls));
}

// A client that sends its next request from within the answer to the last.
class PingPong final : public ClientStreams {
 public:
  Outcome<std::size_t> read(std::span<char> into) override {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return !next_.empty() || answered == rounds; });
    const std::size_t size = std::min(into.size(), next_.size());
    std::copy_n(next_.data(), size, into.data());
    next_.erase(0, size);
    return size;
  }
  Outcome<void> write(std::string_view bytes) override {
    {
      const std::lock_guard lock(mutex_);
      refused += bytes.find("\"error\"") != std::string_view::npos ? 1 : 0;
      next_ = ++answered == rounds ? "" : calling(7, "read") + "\n";
    }
    changed_.notify_all();
    std::this_thread::sleep_for(std::chrono::microseconds(200));  // as a pipe that is slow to return
    return {};
  }
  void stop() override {}

  static constexpr int rounds = 200;
  int answered = 0;
  int refused = 0;

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::string next_ = opening();
};

TEST(Stdio, AnIdMayBeUsedAgainAsSoonAsItsAnswerIsThere) {
  PingPong client;
  EXPECT_EQ(serve_with(client, [](const ServedTool&, const Json&) { return Reply{"done"}; }), StdioEnd::input_ended);
  EXPECT_EQ(client.answered, PingPong::rounds);
  EXPECT_EQ(client.refused, 0);
}

TEST(Stdio, WithoutAClientWhatHasBegunIsFinishedAndNothingElseIsBegun) {
  std::string input = opening();
  for (std::size_t i = 0; i < 1000; ++i) input += calling(i, "edit") + "\n";
  Scripted client(input, 1000);
  client.error = EPIPE;
  std::atomic<int> begun = 0;
  const ServedStreams served = serve(client, [&](const ServedTool&, const Json&) {
    ++begun;
    return Reply{"done"};
  });
  EXPECT_EQ(served.end, StdioEnd::client_gone);
  EXPECT_TRUE(client.stopped);
  EXPECT_EQ(begun, 0) << "the answer to initialize was not taken already";
}

TEST(Stdio, AnotherFaultOfAStreamIsAFailure) {
  Scripted client(opening());
  client.error = EIO;
  EXPECT_EQ(serve(client, nullptr).end, StdioEnd::failed);
}

}  // namespace
}  // namespace kedge::mcp
