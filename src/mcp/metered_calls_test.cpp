#include "mcp/metered_calls.hpp"

#include <gtest/gtest.h>

#include <stdexcept>

#include "mcp/test_exchange.hpp"
#include "support/strings.hpp"
#include "tests/support/fake_tools.hpp"

namespace kedge::mcp {
namespace {

class MeteredCallsTest : public testing::Test {
 protected:
  Called call(std::string_view tool, const std::function<Called()>& deed) {
    const CallTool counted = metered([&](const ServedTool&, const Json&, Exchange&) { return deed(); }, meters);
    for (const ServedTool& each : tools) {
      if (each.name == tool) return counted(each, Json::object(), asked.exchange);
    }
    return InputNeeded{};
  }
  bool counted(std::string_view line) const { return metrics.text({}).contains(concat('\n', line, '\n')); }

  std::vector<ServedTool> tools = test::fake_tools();
  Metrics metrics{{"read", "edit"}, "1.2.3"};
  Meters meters{.metrics = &metrics};
  test::TestExchange asked;
};

TEST_F(MeteredCallsTest, EachEndOfACallIsCounted) {
  call("edit", [] { return Reply{.text = "done", .changed = {"a", "b"}}; });
  call("edit", [] { return refused(refuse(Code::no_match)); });
  call("edit", [] { return refused(refuse(Code::indeterminate)); });
  call("edit", [] { return InputNeeded{}; });
  EXPECT_THROW(call("read", []() -> Called { throw std::runtime_error("broken"); }), std::runtime_error);
  for (const std::string_view line :
       {R"(kedge_calls_total{tool="edit",outcome="done"} 1)", R"(kedge_calls_total{tool="edit",outcome="refused"} 1)",
        R"(kedge_calls_total{tool="edit",outcome="failed"} 1)", R"(kedge_calls_total{tool="edit",outcome="asked"} 1)",
        R"(kedge_calls_total{tool="read",outcome="failed"} 1)", R"(kedge_refusals_total{code="no_match"} 1)",
        R"(kedge_refusals_total{code="indeterminate"} 1)", R"(kedge_files_changed_total 2)",
        R"(kedge_call_seconds_count{tool="edit"} 4)"}) {
    EXPECT_TRUE(counted(line)) << line;
  }
}

TEST_F(MeteredCallsTest, EachCallIsOneLineOfTheLogWithoutItsContent) {
  std::vector<std::string> lines;
  meters.log = [&](const std::string& line) { lines.push_back(line); };
  meters.now = [] { return std::int64_t{7}; };
  asked.params = Json::object({{"arguments", Json::object({{"content", "the content"}})}});
  call("read", [] { return Reply{"the content"}; });
  call("edit", [] { return refused(refuse(Code::no_match, "the content", {{"nearest", "the content"}})); });
  ASSERT_EQ(lines.size(), 2U);
  EXPECT_TRUE(lines[0].starts_with(R"({"Timestamp":"7",)")) << lines[0];
  EXPECT_TRUE(lines[1].contains(R"("code":"no_match")")) << lines[1];
  for (const std::string& line : lines) {
    EXPECT_TRUE(line.ends_with("}\n")) << line;
    EXPECT_FALSE(line.contains("the content")) << line;
  }
}

TEST_F(MeteredCallsTest, BeyondTheQuotaACallIsRefusedBeforeItBegins) {
  Quota quota(2);
  meters.quota = &quota;
  int carried_out = 0;
  const auto deed = [&] { return ++carried_out, Reply{"done"}; };
  call("read", deed);
  call("read", deed);
  const Called called = call("read", deed);
  const std::optional<Error>& refusal = std::get<Reply>(called).refusal;
  ASSERT_TRUE(refusal);
  EXPECT_EQ(refusal->code, Code::quota_exceeded);
  EXPECT_TRUE(std::get<Reply>(called).text.contains("another one in 30 s")) << std::get<Reply>(called).text;
  EXPECT_EQ(carried_out, 2);
  EXPECT_TRUE(counted(R"(kedge_refusals_total{code="quota_exceeded"} 1)"));
}

TEST_F(MeteredCallsTest, ACallThatGoesOnAfterAQuestionIsNotCountedAgainstTheQuotaAgain) {
  Quota quota(1);
  meters.quota = &quota;
  call("edit", [] { return InputNeeded{}; });
  asked.state = Json::object({{"asked", true}});
  const Called called = call("edit", [] { return Reply{"done"}; });
  EXPECT_FALSE(std::get<Reply>(called).refusal);
}

TEST_F(MeteredCallsTest, TheAnswerIsTheCallsOwn) {
  const Called called = call("read", [] { return Reply{"rows"}; });
  EXPECT_EQ(std::get<Reply>(called).text, "rows");
}

}  // namespace
}  // namespace kedge::mcp
