#include "mcp/call_log.hpp"

#include <algorithm>

#include "mcp/message.hpp"
#include "support/strings.hpp"

namespace kedge::mcp {
namespace {

bool is_lower_hex(std::string_view text) {
  return std::ranges::all_of(text, [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); });
}

bool is_zero(std::string_view hex) { return hex.find_first_not_of('0') == std::string_view::npos; }

int value_of_hex(std::string_view hex) {
  int value = 0;
  for (const char c : hex) value = value * 16 + (c <= '9' ? c - '0' : c - 'a' + 10);
  return value;
}

struct Severity {
  std::string_view text;
  int number;
};

Severity severity_of(CallOutcome outcome) {
  switch (outcome) {
    case CallOutcome::done:
    case CallOutcome::asked: return {"INFO", 9};
    case CallOutcome::refused: return {"WARN", 13};
    case CallOutcome::failed: return {"ERROR", 17};
  }
  return {"ERROR", 17};
}

}  // namespace

std::optional<TraceContext> trace_context_of(std::string_view traceparent) {
  // 00-TRACE-SPAN-FLAGS; later versions may have more after it.
  constexpr std::size_t trace_at = 3, trace_digits = 32, span_at = 36, span_digits = 16, flags_at = 53, length = 55;
  if (traceparent.size() < length || (traceparent.size() > length && traceparent[length] != '-')) return std::nullopt;
  const std::string_view version = traceparent.substr(0, 2);
  const std::string_view flags = traceparent.substr(flags_at, 2);
  const TraceContext context{traceparent.substr(trace_at, trace_digits), traceparent.substr(span_at, span_digits)};
  for (const std::string_view part : {version, flags, context.trace, context.span}) {
    if (!is_lower_hex(part)) return std::nullopt;
  }
  const bool has_dashes =
      traceparent[trace_at - 1] == '-' && traceparent[span_at - 1] == '-' && traceparent[flags_at - 1] == '-';
  const bool is_known = version != "ff" && (version != "00" || traceparent.size() == length);
  if (!has_dashes || !is_known || is_zero(context.trace) || is_zero(context.span)) return std::nullopt;
  return TraceContext{context.trace, context.span, value_of_hex(flags)};
}

std::string log_line(const LoggedCall& call, const Json& params) {
  const Severity severity = severity_of(call.outcome.outcome);
  const std::string_view outcome = name_of(call.outcome.outcome);
  Json attributes = Json::object({{"tool", call.tool}, {"outcome", outcome}});
  std::string body = concat(call.tool, ' ', outcome);
  if (call.outcome.code) {
    const std::string_view code = row_of(*call.outcome.code).name;
    attributes.set("code", code);
    append(body, concat(" (", code, ')'));
  }
  attributes.set("duration", std::chrono::duration<double>(call.took).count());
  if (!call.agent.empty()) attributes.set("agent", call.agent);
  // As text: a nanosecond of today has more digits than a double.
  Json record = Json::object({{"Timestamp", concat(call.time)},
                              {"SeverityText", severity.text},
                              {"SeverityNumber", severity.number},
                              {"Body", body},
                              {"Attributes", std::move(attributes)}});
  const Json* const meta = params.find("_meta");
  if (const auto context = meta != nullptr ? trace_context_of(text_in(*meta, "traceparent")) : std::nullopt) {
    record.set("TraceId", context->trace);
    record.set("SpanId", context->span);
    record.set("TraceFlags", context->flags);
  }
  return record.dump();
}

}  // namespace kedge::mcp
