#include <chrono>
#include <thread>

#include "conformance/fixtures.hpp"

namespace kedge::mcp::conformance {
namespace {

void pause() { std::this_thread::sleep_for(std::chrono::milliseconds(50)); }

ToolRow telling(std::string_view name, std::function<void(Exchange&)> tell) {
  Json schema = Json::object({{"type", "object"}, {"properties", Json::object()}});
  return {.name = std::string(name),
          .listed = Json::object({{"name", name}, {"description", "For tests"}, {"inputSchema", std::move(schema)}}),
          .call = [tell = std::move(tell)](Exchange& exchange) -> Answer {
            tell(exchange);
            return tool_text("told");
          }};
}

void tell_log(Exchange& exchange) {
  for (const std::string_view text : {"Tool execution started", "Tool processing data", "Tool execution completed"}) {
    exchange.log(LogLevel::info, "conformance", text);
    pause();
  }
}

void tell_progress(Exchange& exchange) {
  for (const int percent : {0, 50, 100}) {
    exchange.progress(percent, 100, {});
    pause();
  }
}

// The stream ends before there is an answer, which the client comes back for.
void close_stream(Exchange& exchange) {
  exchange.close_stream();
  for (int i = 0; i < 3; ++i) pause();
}

}  // namespace

std::vector<ToolRow> telling_tools() {
  return {
      telling("test_tool_with_logging", tell_log),
      telling("test_logging_tool", tell_log),
      telling("test_tool_with_progress", tell_progress),
      telling("test_reconnection", close_stream),
      telling("test_trigger_tool_change", [](Exchange& exchange) { exchange.announce("tools"); }),
      telling("test_trigger_prompt_change", [](Exchange& exchange) { exchange.announce("prompts"); }),
  };
}

}  // namespace kedge::mcp::conformance
