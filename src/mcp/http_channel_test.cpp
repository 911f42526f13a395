#include "mcp/http_channel.hpp"

#include <gtest/gtest.h>

#include "support/strings.hpp"

namespace kedge::mcp {
namespace {

// All messages after this number.
std::vector<std::string> read_all(HttpChannel& channel, std::uint64_t behind = 0) {
  std::vector<std::string> lines;
  while (const std::optional<ChannelMessage> next = channel.next(behind)) {
    lines.push_back(next->line);
    behind = next->number;
  }
  return lines;
}

TEST(HttpChannel, MessagesComeInTheirOrderAndTheAnswerLast) {
  HttpChannel channel;
  channel.notify("1");
  channel.ask("2");
  bool settled = false;
  EXPECT_FALSE(channel.is_finished());
  channel.answer("3", ErrorCode::invalid_params, [&] { settled = true; });
  EXPECT_TRUE(settled);
  channel.notify("4");
  channel.ask("5");
  channel.answer("6", std::nullopt, [] {});
  EXPECT_TRUE(channel.is_finished());
  EXPECT_EQ(channel.problem(), ErrorCode::invalid_params);
  EXPECT_TRUE(channel.next(2)->is_answer);
  EXPECT_EQ(read_all(channel), std::vector<std::string>{"3"}) << "without a name what was read is forgotten";
}

TEST(HttpChannel, BeyondItsBoundsNotificationsAreDroppedAndAnswersAndQuestionsAreNot) {
  for (const std::string& line : {std::string("x"), std::string(HttpChannel::most_waiting_bytes / 10, 'x')}) {
    HttpChannel channel("1");
    for (std::size_t i = 0; i < 10 * HttpChannel::most_messages; ++i) channel.notify(line);
    channel.ask("?");
    channel.answer("!", std::nullopt, [] {});
    EXPECT_LE(channel.bytes(), HttpChannel::most_waiting_bytes + 2);
    const std::vector<std::string> lines = read_all(channel);
    EXPECT_LE(lines.size(), HttpChannel::most_messages + 2);
    EXPECT_GE(lines.size(), 10U);
    EXPECT_EQ(lines[lines.size() - 2], "?");
    EXPECT_EQ(lines.back(), "!");
  }
}

TEST(HttpChannel, WhoeverReadsAlongMissesNothing) {
  for (const std::string_view name : {"", "1"}) {
    HttpChannel channel{std::string(name)};
    std::uint64_t read = 0;
    for (std::size_t i = 0; i < 1000; ++i) {
      channel.notify(std::string(10'000, 'x'));
      const std::optional<ChannelMessage> next = channel.next(read);
      ASSERT_TRUE(next) << i;
      read = next->number;
    }
    EXPECT_EQ(read, 1000U);
    EXPECT_LE(channel.bytes(), HttpChannel::most_waiting_bytes);
  }
}

TEST(HttpChannel, WhoeverComesBackGoesOnWhereItEnded) {
  HttpChannel channel("7");
  for (int i = 1; i <= 10; ++i) channel.notify(concat(i));
  std::uint64_t read = 0;
  for (int i = 1; i <= 6; ++i) read = channel.next(read)->number;
  channel.answer("done", std::nullopt, [] {});
  EXPECT_EQ(read_all(channel, 4), (std::vector<std::string>{"5", "6", "7", "8", "9", "10", "done"}));
  EXPECT_EQ(read_all(channel, 11), std::vector<std::string>());
}

TEST(HttpChannel, ItsReaderIsToldOfEverythingNewAndMayBeSentAway) {
  HttpChannel channel("1");
  int told = 0;
  EXPECT_FALSE(channel.has_reader());
  channel.read_by([&] { ++told; });
  EXPECT_TRUE(channel.has_reader());
  channel.notify("1");
  channel.ask("2");
  channel.close_for_now();
  EXPECT_TRUE(channel.is_to_be_closed());
  channel.read_by(nullptr);
  channel.answer("3", std::nullopt, [] {});
  EXPECT_EQ(told, 3);
  channel.read_by([&] { ++told; });
  EXPECT_FALSE(channel.is_to_be_closed()) << "the client has come back";
  HttpChannel nameless;
  nameless.close_for_now();
  EXPECT_FALSE(nameless.is_to_be_closed()) << "nobody could come back to it";
}

}  // namespace
}  // namespace kedge::mcp
