// Conversations of several agents with one server.
#include <gtest/gtest.h>

#include <latch>

#include "tests/support/test_stage.hpp"

namespace kedge::mcp {
namespace {

using test::at;
using test::code_of;
using test::Recorder;

class TwoAgents : public testing::Test {
 protected:
  // A call as a client without sessions makes it.
  static std::shared_ptr<Recorder> call(Conversation& conversation, int id, std::string_view tool, std::string_view more = {}) {
    const std::string text = concat(R"({"jsonrpc":"2.0","id":)", id, R"(,"method":"tools/call","params":{"name":")", tool,
                                    R"(",)", more, R"("_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28",)",
                                    R"("io.modelcontextprotocol/clientCapabilities":{"elicitation":{}}}}})");
    auto outlet = std::make_shared<Recorder>();
    conversation.hear(std::move(read_message(text).messages.front()), outlet);
    return outlet;
  }

  std::function<Called(Exchange&)> deed;
  test::TestStage stage{
      test::rows_of([this](const ServedTool&, const Json&, Exchange& exchange) -> Called { return deed(exchange); })};
  Conversation ann{stage.stage, {.session = "", .stateless = "stateless-a", .agent = "ann"}};
  Conversation bob{stage.stage, {.session = "", .stateless = "stateless-b", .agent = "bob"}};
};

TEST_F(TwoAgents, TakeTurnsWithCallsThatWaitForAWorker) {
  std::latch all_asked(1);
  std::vector<std::string> order;
  deed = [&](Exchange& exchange) {
    all_asked.wait();
    order.emplace_back(exchange.agent);
    return Reply{"done"};
  };
  std::vector<std::shared_ptr<Recorder>> answers;
  for (int id = 1; id <= 4; ++id) answers.push_back(call(ann, id, "edit"));
  answers.push_back(call(bob, 1, "edit"));
  all_asked.count_down();
  for (const std::shared_ptr<Recorder>& answer : answers) EXPECT_NE(answer->line(), "");
  ASSERT_EQ(order.size(), 5U);
  // One of ann's calls may have begun before the others came.
  EXPECT_TRUE(order[1] == "bob" || order[2] == "bob") << join(order, " ");
}

TEST_F(TwoAgents, AnswersToAQuestionAreThoseOfTheAgentThatWasAsked) {
  deed = [](Exchange& exchange) -> Called {
    if (exchange.inputs.find("answer") != nullptr) return Reply{"done"};
    InputNeeded needed;
    needed.requests.push_back({"answer", "elicitation/create", Json::object()});
    return needed;
  };
  const Json asked = call(ann, 1, "edit")->answer();
  const std::string* const state = at(asked, "result", "requestState").as_string();
  ASSERT_NE(state, nullptr) << asked.dump();
  const std::string more = concat(R"("inputResponses":{"answer":{"action":"accept"}},"requestState":")", *state, R"(",)");
  constexpr std::int64_t invalid_params = -32602;
  EXPECT_EQ(code_of(call(bob, 1, "edit", more)->answer()), invalid_params);
  EXPECT_NE(call(ann, 2, "edit", more)->line().find("done"), std::string::npos);
}

}  // namespace
}  // namespace kedge::mcp
