// A call as one line of a log, in the form of an OpenTelemetry log record. It has no content of files, no arguments and no
// token.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "mcp/metrics.hpp"
#include "support/json.hpp"

namespace kedge::mcp {

struct TraceContext {
  std::string_view trace, span;  // in hex
  int flags = 0;
};

// None if this is not a traceparent as the W3C recommends it.
std::optional<TraceContext> trace_context_of(std::string_view traceparent);

struct LoggedCall {
  std::int64_t time = 0;  // of its end, in nanoseconds since 1970
  std::string_view tool;
  std::string_view agent = {};  // empty: it has no name
  CountedOutcome outcome = {};
  std::chrono::nanoseconds took{};
};

// Without the end of the line. `params` are those of the request: their _meta may say which trace it belongs to.
std::string log_line(const LoggedCall& call, const Json& params);

}  // namespace kedge::mcp
