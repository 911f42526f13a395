#include "mcp/metrics.hpp"

#include <gtest/gtest.h>

#include <thread>

#include "support/strings.hpp"

namespace kedge::mcp {
namespace {

using std::chrono::milliseconds;
using std::chrono::nanoseconds;

bool has_line(const std::string& text, std::string_view line) { return concat('\n', text).contains(concat('\n', line, '\n')); }

TEST(Metrics, CallsAreCountedByToolAndOutcome) {
  Metrics metrics({"read", "edit"}, "1.2.3");
  metrics.count_call("read", {}, milliseconds(3));
  metrics.count_call("edit", {.files_changed = 2}, milliseconds(3));
  metrics.count_call("edit", {CallOutcome::refused, Code::no_match}, milliseconds(30));
  const std::string text = metrics.text({.connections = 4, .sessions = 5});
  for (const std::string_view line :
       {R"(kedge_build_info{version="1.2.3"} 1)", R"(kedge_calls_total{tool="read",outcome="done"} 1)",
        R"(kedge_calls_total{tool="edit",outcome="done"} 1)", R"(kedge_calls_total{tool="edit",outcome="refused"} 1)",
        R"(kedge_calls_total{tool="edit",outcome="failed"} 0)", R"(kedge_refusals_total{code="no_match"} 1)",
        R"(kedge_refusals_total{code="busy"} 0)", "kedge_files_changed_total 2", "kedge_http_connections 4", "kedge_sessions 5",
        R"(kedge_call_seconds_bucket{tool="edit",le="0.0025"} 0)", R"(kedge_call_seconds_bucket{tool="edit",le="0.005"} 1)",
        R"(kedge_call_seconds_bucket{tool="edit",le="+Inf"} 2)", R"(kedge_call_seconds_sum{tool="edit"} 0.033000000)",
        R"(kedge_call_seconds_count{tool="edit"} 2)"}) {
    EXPECT_TRUE(has_line(text, line)) << line << "\n" << text;
  }
}

TEST(Metrics, AToolThatIsNotServedBecomesNoLabel) {
  Metrics metrics({"read"}, "1.2.3");
  const std::string before = metrics.text({});
  metrics.count_call("made up", {}, milliseconds(1));
  EXPECT_EQ(metrics.text({}), before);
}

TEST(Metrics, ALockThatWasNotHadIsAWaitAndNoRound) {
  Metrics metrics({}, "1.2.3");
  metrics.count_lock_wait(milliseconds(20), true);
  metrics.count_lock_wait(milliseconds(20'000), false);
  metrics.count_store(nanoseconds(700));
  const std::string text = metrics.text({});
  for (const std::string_view line :
       {"kedge_commit_rounds_total 1", R"(kedge_lock_wait_seconds_bucket{le="0.05"} 1)",
        R"(kedge_lock_wait_seconds_bucket{le="10"} 1)", R"(kedge_lock_wait_seconds_bucket{le="+Inf"} 2)",
        "kedge_lock_wait_seconds_sum 20.020000000", "kedge_lock_wait_seconds_count 2",
        R"(kedge_store_seconds_bucket{le="0.00001"} 1)", "kedge_store_seconds_sum 0.000000700"}) {
    EXPECT_TRUE(has_line(text, line)) << line << "\n" << text;
  }
}

TEST(TimeHistogram, ABoundBelongsToItsBucketAndATimeBeforeZeroIsZero) {
  TimeHistogram histogram;
  histogram.add(milliseconds(1));
  histogram.add(nanoseconds(1'000'001));
  histogram.add(nanoseconds(-5));
  const std::string text = histogram.lines("t");
  for (const std::string_view line :
       {R"(t_bucket{le="0.00001"} 1)", R"(t_bucket{le="0.001"} 2)", R"(t_bucket{le="0.0025"} 3)", "t_sum 0.002000001"}) {
    EXPECT_TRUE(has_line(text, line)) << line << "\n" << text;
  }
}

TEST(TimeHistogram, ManyThreadsLoseNoCount) {
  TimeHistogram histogram;
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&] {
      for (int n = 0; n < 1000; ++n) histogram.add(milliseconds(1));
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_TRUE(has_line(histogram.lines("t"), "t_count 4000"));
}

}  // namespace
}  // namespace kedge::mcp
