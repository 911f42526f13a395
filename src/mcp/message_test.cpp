#include "mcp/message.hpp"

#include <gtest/gtest.h>

#include "support/json_read.hpp"
#include "support/strings.hpp"

namespace kedge::mcp {
namespace {

Message only(std::string_view bytes) {
  const Incoming incoming = read_message(bytes);
  EXPECT_FALSE(incoming.batch) << bytes;
  EXPECT_EQ(incoming.messages.size(), 1U) << bytes;
  return incoming.messages.front();
}

BadMessage bad(std::string_view bytes) {
  const Message message = only(bytes);
  const auto* const found = std::get_if<BadMessage>(&message);
  EXPECT_NE(found, nullptr) << bytes;
  return found != nullptr ? *found : BadMessage{};
}

TEST(Message, ARequestHasAnIdAMethodAndParams) {
  const auto request = std::get<RequestMessage>(only(R"({"jsonrpc":"2.0","id":7,"method":"ping","params":{"a":1}})"));
  EXPECT_EQ(request.id, RequestId{"7"});
  EXPECT_EQ(request.method, "ping");
  EXPECT_EQ(request.params.dump(), R"({"a":1})");
  EXPECT_EQ(std::get<RequestMessage>(only(R"({"jsonrpc":"2.0","id":"x","method":"m"})")).id, RequestId{R"("x")"});
}

TEST(Message, ParamsThatAreMissingAreNone) {
  for (const std::string_view text :
       {R"({"jsonrpc":"2.0","id":1,"method":"m"})", R"({"jsonrpc":"2.0","id":1,"method":"m","params":null})"}) {
    EXPECT_EQ(std::get<RequestMessage>(only(text)).params, Json::object());
  }
}

TEST(Message, WithoutAnIdItIsANotification) {
  const auto message = std::get<NotificationMessage>(only(R"({"jsonrpc":"2.0","method":"notifications/initialized"})"));
  EXPECT_EQ(message.method, "notifications/initialized");
  // Mistakes here are not answered.
  EXPECT_TRUE(std::holds_alternative<NotificationMessage>(only(R"({"jsonrpc":"2.0","method":"m","params":[1]})")));
}

TEST(Message, AnAnswerToWhatNobodyAskedIsTold) {
  for (const std::string_view text : {R"({"jsonrpc":"2.0","id":1,"result":{}})", R"({"jsonrpc":"2.0","id":1,"error":{}})",
                                      R"({"jsonrpc":"2.0","id":null,"error":{"code":-32600}})"}) {
    EXPECT_TRUE(std::holds_alternative<ResponseMessage>(only(text))) << text;
  }
}

TEST(Message, WhatIsNoJsonIsAParseErrorOfNobody) {
  for (const std::string_view text :
       {"", "x", "{\"id\":\"\xFF\"}", R"({"jsonrpc":"2.0","id":1,"id":2,"method":"m"})",
        R"({"jsonrpc":"2.0","id":1e999,"method":"m"})", R"({"jsonrpc":"2.0","id":9223372036854775808,"method":"m"})"}) {
    const BadMessage problem = bad(text);
    EXPECT_EQ(problem.code, ErrorCode::parse_error) << text;
    EXPECT_EQ(problem.id, RequestId()) << text;
  }
  EXPECT_EQ(bad("{]").what, "byte 2: a name in quotes was expected, not ']'");
}

TEST(Message, WhatIsNoJsonIsAnsweredUnderItsIdWhereThatCanBeRead) {
  for (const std::string_view text :
       {R"({"jsonrpc":"2.0","id":1,"method":"m")", R"({"jsonrpc":"2.0","id":1,"method":"m","params":{"a":"\uD800"}})",
        R"({"jsonrpc":"2.0","method":"m","params":{"a":1,"a":1},"id":1})"}) {
    const BadMessage problem = bad(text);
    EXPECT_EQ(problem.code, ErrorCode::parse_error) << text;
    EXPECT_EQ(problem.id, RequestId{"1"}) << text;
  }
}

TEST(Message, WhatIsJsonButNoMessageIsInvalidAndEchoesTheIdIfThereIsOne) {
  struct Case {
    std::string_view text;
    std::string_view id;
  };
  constexpr Case cases[] = {
      {"1", "null"},
      {"null", "null"},
      {R"("ping")", "null"},
      {"[]", "null"},
      {"{}", "null"},
      {R"({"id":1,"method":"m"})", "1"},
      {R"({"jsonrpc":"1.0","id":"a","method":"m"})", "\"a\""},
      {R"({"jsonrpc":2.0,"id":1,"method":"m"})", "1"},
      {R"({"jsonrpc":"2.0","id":1})", "1"},
      {R"({"jsonrpc":"2.0","id":1,"method":2})", "1"},
      {R"({"jsonrpc":"2.0"})", "null"},
      {R"({"jsonrpc":"2.0","id":null,"method":"m"})", "null"},
      {R"({"jsonrpc":"2.0","id":1.5,"method":"m"})", "null"},
      {R"({"jsonrpc":"2.0","id":1.0,"method":"m"})", "null"},
      {R"({"jsonrpc":"2.0","id":true,"method":"m"})", "null"},
      {R"({"jsonrpc":"2.0","id":{},"method":"m"})", "null"},
  };
  for (const Case& c : cases) {
    EXPECT_EQ(bad(c.text).code, ErrorCode::invalid_request) << c.text;
    EXPECT_EQ(bad(c.text).id.json, c.id) << c.text;
  }
  EXPECT_EQ(bad(R"({"jsonrpc":"2.0","id":1,"method":"m","params":[1]})").code, ErrorCode::invalid_params);
}

TEST(Message, AnIdHasAtMost256Bytes) {
  const auto with_id = [](std::size_t length) {
    return concat(R"({"jsonrpc":"2.0","method":"m","id":")", std::string(length, 'x'), "\"}");
  };
  EXPECT_TRUE(std::holds_alternative<RequestMessage>(only(with_id(256))));
  EXPECT_EQ(bad(with_id(257)).code, ErrorCode::invalid_request);
  EXPECT_LT(error_line(bad(with_id(10'000'000))).size(), 200U);
}

TEST(Message, ABatchHoldsItsMessagesAndTheirMistakes) {
  const Incoming incoming = read_message(R"([{"jsonrpc":"2.0","id":1,"method":"a"},7,{"jsonrpc":"2.0","method":"b"}])");
  EXPECT_TRUE(incoming.batch);
  ASSERT_EQ(incoming.messages.size(), 3U);
  EXPECT_TRUE(std::holds_alternative<RequestMessage>(incoming.messages[0]));
  EXPECT_TRUE(std::holds_alternative<BadMessage>(incoming.messages[1]));
  EXPECT_TRUE(std::holds_alternative<NotificationMessage>(incoming.messages[2]));
}

TEST(Message, ABatchHasAtMost1000Messages) {
  std::string text = "[1";
  for (int i = 1; i < 1000; ++i) text.append(",1");
  EXPECT_EQ(read_message(text + "]").messages.size(), 1000U);
  EXPECT_EQ(bad(text + ",1]").code, ErrorCode::invalid_request);
}

TEST(Message, AnswersAreOneLineOfJson) {
  EXPECT_EQ(result_line({"7"}, Json::object({{"a", "x\ny"}}).dump()), R"({"jsonrpc":"2.0","id":7,"result":{"a":"x\ny"}})");
  EXPECT_EQ(result_line(*id_of("i\nd"), "{}"), R"({"jsonrpc":"2.0","id":"i\nd","result":{}})");
  EXPECT_EQ(error_line({}, {ErrorCode::parse_error, "no\nJSON"}),
            R"({"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"no\nJSON"}})");
  EXPECT_EQ(error_line({"1"}, {ErrorCode::invalid_params, "m", Json::object({{"supported", 1}})}),
            R"({"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"m","data":{"supported":1}}})");
  EXPECT_EQ(error_line({"1"}, {ErrorCode::internal_error, {}}),
            R"({"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":""}})");
}

}  // namespace
}  // namespace kedge::mcp
