#include "benchmarks/perf/mcp_session.hpp"

#include <cstdio>
#include <cstdlib>

#include "support/json_read.hpp"
#include "support/require.hpp"

namespace kedge::bench {

Json call_of(std::string_view tool, Json arguments) {
  return Json::object({{"name", tool}, {"arguments", std::move(arguments)}});
}

const std::string& text_of(const Json& result) {
  return *result.find("content")->as_array()->front().find("text")->as_string();
}

McpSession::McpSession(const std::vector<std::string>& command) : peer_(command) {
  tell("initialize", Json::object({{"protocolVersion", "2025-06-18"},
                                   {"capabilities", Json::object()},
                                   {"clientInfo", Json::object({{"name", "bench"}, {"version", "1"}})}}));
  next_answer();
  KEDGE_REQUIRE(peer_.tell(R"({"jsonrpc":"2.0","method":"notifications/initialized"})"));
}

void McpSession::tell(std::string_view method, const Json& params) {
  KEDGE_REQUIRE(
      peer_.tell(Json::object({{"jsonrpc", "2.0"}, {"id", ++last_id_}, {"method", method}, {"params", params}}).dump()));
}

void McpSession::tell(const Json& call) { tell("tools/call", call); }

Json McpSession::next_answer() {
  for (;;) {
    const std::optional<std::string> line = peer_.next_answer();
    KEDGE_REQUIRE(line.has_value());
    Json message = read_json(*line).value();
    // What the server tells beside it does not count.
    if (message.find("id") == nullptr || message.find("method") != nullptr) continue;
    const Json* const result = message.find("result");
    const Json* const refused = result != nullptr ? result->find("isError") : nullptr;
    if (result == nullptr || (refused != nullptr && *refused == Json(true))) {
      std::fprintf(stderr, "%s\n", message.dump().substr(0, 600).c_str());
      std::exit(1);
    }
    return *result;
  }
}

Json McpSession::ask(const Json& call) {
  tell(call);
  return next_answer();
}

}  // namespace kedge::bench
