// Messages whose ids are used again, cancelled or broken, as fast as the server takes them: it never hangs, and every request
// that was not cancelled and whose id can be read is answered once.
#include <gtest/gtest.h>

#include <array>
#include <map>
#include <string>
#include <thread>

#include "scenarios/mcp_client.hpp"
#include "support/json_read.hpp"
#include "support/repeatable_random.hpp"
#include "support/strings.hpp"
#include "test_form.hpp"

namespace kedge::test {
namespace {

// What has been sent and received under one id.
struct Count {
  std::size_t sent = 0;
  std::size_t cancels = 0;
  std::size_t answers = 0;
  std::size_t refused_as_used = 0;  // said under no id, since the first request's answer would be taken for this one
};

// Each message with the id, as JSON, that it is counted under; nothing: it has none that could be read.
struct Sent {
  std::string line;
  std::string id = {};
  bool cancels = false;
};

class Chatter {
 public:
  explicit Chatter(std::uint64_t seed) : random_(seed) {}

  Sent next() {
    switch (random_.below(10)) {
      case 0: return cancelling();
      case 1: return broken();
      case 2:
      case 3: return asking(concat('"', "once-", ++last_once_, '"'));
      default: return asking(id_used_often());
    }
  }

 private:
  std::string id_used_often() {
    const std::size_t number = random_.below(12);
    return number % 2 == 0 ? concat(number) : concat('"', number, '"');
  }

  Sent asking(const std::string& id) {
    static constexpr std::array<std::string_view, 5> deeds{
        R"("method":"ping")",
        R"("method":"tools/call","params":{"name":"read","arguments":{"path":"a.txt"}})",
        R"("method":"tools/call","params":{"name":"edit","arguments":{"file_path":"a.txt","old_string":"nowhere","new_string":"x"}})",
        R"("method":"tools/call","params":{"name":"search","arguments":{"pattern":"two"}})",
        R"("method":"nonsense")",
    };
    return {concat(R"({"jsonrpc":"2.0","id":)", id, ',', deeds.at(random_.below(deeds.size())), '}'), id};
  }

  Sent cancelling() {
    const std::string id = id_used_often();
    return {concat(R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":)", id, "}}"), id, true};
  }

  // The id can be read of the first ones, so they are answered under it.
  Sent broken() {
    const std::string id = concat('"', "broken-", ++last_once_, '"');
    switch (random_.below(6)) {
      case 0: return {concat(R"({"jsonrpc":"2.0","id":)", id, R"(,"method":"pi)"), id};
      case 1: return {concat(R"({"jsonrpc":"2.0","id":)", id, R"(,"method":7})"), id};
      case 2: return {concat(R"({"jsonrpc":"1.0","id":)", id, R"(,"method":"ping"})"), id};
      case 3: return {R"({"jsonrpc":"2.0","id":{"a":1},"method":"ping"})"};
      case 4: return {R"({"jsonrpc":"2.0","id":1.5,"method":"ping"})"};
      default: return {"\"id\":"};
    }
  }

  RepeatableRandom random_;
  std::size_t last_once_ = 0;
};

class Tally {
 public:
  void sent(const Sent& message) {
    if (message.id.empty()) return;
    Count& count = counts_[message.id];
    ++(message.cancels ? count.cancels : count.sent);
  }

  void received(const Json& answer) {
    const std::string id = at(answer, "id").dump();
    if (id != "null") {
      ++counts_[id].answers;
      return;
    }
    const std::string* const words = at(answer, "error", "message").as_string();
    constexpr std::string_view before = "the id ";
    constexpr std::string_view behind = " is that of a request that is not answered yet";
    if (words == nullptr || !words->starts_with(before) || !words->ends_with(behind)) return;
    ++counts_[words->substr(before.size(), words->size() - before.size() - behind.size())].refused_as_used;
  }

  void expect_everybody_answered_once() const {
    for (const auto& [id, count] : counts_) {
      const std::size_t answered = count.answers + count.refused_as_used;
      EXPECT_LE(answered, count.sent) << id << " was answered " << answered << " times";
      EXPECT_GE(answered + count.cancels, count.sent) << id << " was answered " << answered << " times";
    }
  }

 private:
  std::map<std::string, Count> counts_;
};

TEST(McpIds, EveryRequestThatIsNotCancelledIsAnsweredOnceWhateverItsIdIsUsedForAgain) {
  const std::size_t messages = is_long_form() ? 1'000'000 : 10'000;
  const Workplace place;
  write_file(place.root() / "a.txt", "one\ntwo\n");
  McpClient client(place);
  client.open();
  Chatter chatter(1);
  Tally tally;
  // As many at a time as fit into the pipes: both sides then write without waiting for each other.
  constexpr std::size_t at_once = 200;
  for (std::size_t sent = 0; sent < messages && !testing::Test::HasFailure(); sent += at_once) {
    std::string lines;
    for (std::size_t i = 0; i < at_once; ++i) {
      const Sent message = chatter.next();
      tally.sent(message);
      append(lines, concat(message.line, '\n'));
    }
    const std::string last = concat('"', "turn-", sent, '"');
    append(lines, concat(R"({"jsonrpc":"2.0","id":)", last, R"(,"method":"ping"})", '\n'));
    bool taken = false;
    std::thread writer([&] { taken = client.process().write(lines); });
    for (Json answer; at(answer, "id").dump() != last;) {
      answer = client.receive();
      if (answer.is_null()) break;
      if (at(answer, "id").dump() != last) tally.received(answer);
    }
    writer.join();
    ASSERT_TRUE(taken) << "the server does not read";
  }
  const Finished end = client.finish();
  EXPECT_EQ(end.status, 0);
  for (const std::string_view line : split(end.output, '\n')) {
    if (!line.empty()) tally.received(read_json(line).value_or(Json()));
  }
  tally.expect_everybody_answered_once();
}

}  // namespace
}  // namespace kedge::test
