#include "mcp/call_log.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "support/strings.hpp"

namespace kedge::mcp {
namespace {

constexpr std::string_view traceparent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";

Json params_with(const Json& traced) {
  return Json::object({{"name", "edit"},
                       {"arguments", Json::object({{"path", "secret.txt"}})},
                       {"_meta", Json::object({{"traceparent", traced}})}});
}

TEST(CallLog, ACallIsALogRecordOfOpenTelemetry) {
  const LoggedCall call{.time = 1'700'000'000'123'456'789,
                        .tool = "edit",
                        .agent = "ann",
                        .outcome = {CallOutcome::refused, Code::no_match},
                        .took = std::chrono::milliseconds(250)};
  EXPECT_EQ(
      log_line(call, params_with(Json(traceparent))),
      R"json({"Timestamp":"1700000000123456789","SeverityText":"WARN","SeverityNumber":13,"Body":"edit refused (no_match)",)json"
      R"json("Attributes":{"tool":"edit","outcome":"refused","code":"no_match","duration":0.25,"agent":"ann"},)json"
      R"json("TraceId":"0af7651916cd43dd8448eb211c80319c","SpanId":"b7ad6b7169203331","TraceFlags":1})json");
}

TEST(CallLog, WhatACallHasNotIsLeftOut) {
  const LoggedCall call{.time = 5, .tool = "read", .took = std::chrono::milliseconds(500)};
  const std::string expected = R"({"Timestamp":"5","SeverityText":"INFO","SeverityNumber":9,"Body":"read done",)"
                               R"("Attributes":{"tool":"read","outcome":"done","duration":0.5}})";
  EXPECT_EQ(log_line(call, Json::object()), expected);
  EXPECT_EQ(log_line(call, params_with(Json("no trace"))), expected);
  EXPECT_EQ(log_line(call, params_with(Json(5))), expected);
}

TEST(CallLog, TheSeverityFollowsTheOutcome) {
  const auto line = [](CallOutcome outcome) { return log_line({.tool = "edit", .outcome = {outcome}}, Json::object()); };
  EXPECT_TRUE(line(CallOutcome::asked).contains(R"("SeverityText":"INFO")"));
  EXPECT_TRUE(line(CallOutcome::failed).contains(R"("SeverityText":"ERROR","SeverityNumber":17)"));
}

TEST(CallLog, OnlyAValidTraceparentNamesATrace) {
  ASSERT_TRUE(trace_context_of(traceparent));
  EXPECT_EQ(trace_context_of(traceparent)->flags, 1);
  const std::string good(traceparent);
  EXPECT_TRUE(trace_context_of("01" + good.substr(2) + "-more")) << "a later version";
  for (const std::string& wrong : std::vector<std::string>{
           std::string(), good.substr(1), good + "-more", good + "x", "ff" + good.substr(2), "0g" + good.substr(2),
           "00-00000000000000000000000000000000-b7ad6b7169203331-01", "00-0af7651916cd43dd8448eb211c80319c-0000000000000000-01",
           "00-0AF7651916CD43DD8448EB211C80319C-b7ad6b7169203331-01", "00_0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
           "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-0x", "01" + good.substr(2) + "more"}) {
    EXPECT_FALSE(trace_context_of(wrong)) << wrong;
  }
}

}  // namespace
}  // namespace kedge::mcp
