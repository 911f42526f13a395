#include "mcp/metered_calls.hpp"

#include <chrono>
#include <new>
#include <utility>

#include "mcp/call_log.hpp"
#include "support/strings.hpp"

namespace kedge::mcp {
namespace {

CountedOutcome outcome_of(const Called& called) {
  const Reply* const reply = std::get_if<Reply>(&called);
  if (reply == nullptr) return {.outcome = CallOutcome::asked};
  if (!reply->refusal) return {.files_changed = reply->changed.size()};
  const bool failed = reply->refusal->code == Code::indeterminate || reply->refusal->code == Code::io_failed;
  return {.outcome = failed ? CallOutcome::failed : CallOutcome::refused,
          .code = reply->refusal->code,
          .files_changed = reply->changed.size()};
}

// Whoever goes on with a call after a question has paid for it already.
std::optional<Error> beyond_quota(Quota* quota, const Exchange& exchange) {
  const bool goes_on = exchange.state.as_object() != nullptr && !exchange.state.as_object()->empty();
  if (quota == nullptr || goes_on) return std::nullopt;
  const std::optional<std::chrono::nanoseconds> wait = quota->take(exchange.agent, Quota::Clock::now());
  if (!wait) return std::nullopt;
  return refuse(Code::quota_exceeded,
                {{"limit", quota->calls_per_minute()}, {"seconds", std::chrono::ceil<std::chrono::seconds>(*wait).count()}});
}

// Notes the end of one call, also if it ends by an exception.
class MeteredCall {
 public:
  using Clock = std::chrono::steady_clock;

  MeteredCall(const Meters& meters, const ServedTool& tool, const Exchange& exchange)
      : meters_(meters), tool_(tool), exchange_(exchange) {}
  ~MeteredCall() {
    const std::chrono::nanoseconds took = Clock::now() - began_;
    if (meters_.metrics != nullptr) meters_.metrics->count_call(tool_.name, outcome, took);
    if (meters_.log) write(took);
  }
  MeteredCall(const MeteredCall&) = delete;
  MeteredCall& operator=(const MeteredCall&) = delete;

  CountedOutcome outcome{.outcome = CallOutcome::failed};

 private:
  void write(std::chrono::nanoseconds took) const {
    try {
      const LoggedCall call{
          .time = meters_.now(), .tool = tool_.name, .agent = exchange_.agent, .outcome = outcome, .took = took};
      meters_.log(concat(log_line(call, exchange_.params), '\n'));
    } catch (const std::bad_alloc&) {  // NOLINT(bugprone-empty-catch): the call itself matters more than its line
    }
  }

  const Meters& meters_;
  const ServedTool& tool_;
  const Exchange& exchange_;
  Clock::time_point began_ = Clock::now();
};

}  // namespace

CallTool metered(CallTool call, Meters meters) {
  return
      [call = std::move(call), meters = std::move(meters)](const ServedTool& tool, const Json& arguments, Exchange& exchange) {
        MeteredCall metered(meters, tool, exchange);
        const std::optional<Error> refusal = beyond_quota(meters.quota, exchange);
        Called called = refusal ? refused(*refusal) : call(tool, arguments, exchange);
        metered.outcome = outcome_of(called);
        return called;
      };
}

}  // namespace kedge::mcp
