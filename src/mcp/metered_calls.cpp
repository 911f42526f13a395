#include "mcp/metered_calls.hpp"

#include <chrono>
#include <utility>

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

// Notes the end of one call, also if it ends by an exception.
class MeteredCall {
 public:
  using Clock = std::chrono::steady_clock;

  MeteredCall(const Meters& meters, const ServedTool& tool) : meters_(meters), tool_(tool) {}
  ~MeteredCall() {
    if (meters_.metrics != nullptr) meters_.metrics->count_call(tool_.name, outcome, Clock::now() - began_);
  }
  MeteredCall(const MeteredCall&) = delete;
  MeteredCall& operator=(const MeteredCall&) = delete;

  CountedOutcome outcome{.outcome = CallOutcome::failed};

 private:
  const Meters& meters_;
  const ServedTool& tool_;
  Clock::time_point began_ = Clock::now();
};

}  // namespace

CallTool metered(CallTool call, Meters meters) {
  return [call = std::move(call), meters](const ServedTool& tool, const Json& arguments, Exchange& exchange) {
    MeteredCall metered(meters, tool);
    Called called = call(tool, arguments, exchange);
    metered.outcome = outcome_of(called);
    return called;
  };
}

}  // namespace kedge::mcp
