// A conversation with a server over MCP, through its standard streams.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "benchmarks/perf/peer.hpp"
#include "support/json.hpp"

namespace kedge::bench {

class McpSession {
 public:
  // Starts the server and says hello. What goes wrong, here and below, ends the program with the server's answer.
  explicit McpSession(const std::vector<std::string>& command);

  pid_t process() const { return peer_.process(); }

  // What the server answers to a call of a tool; `call` is what call_of() makes.
  Json ask(const Json& call);
  // The same in two steps, for several calls at once. Answers may come in another order.
  void tell(const Json& call);
  Json next_answer();

 private:
  void tell(std::string_view method, const Json& params);

  Peer peer_;
  std::size_t last_id_ = 0;
};

// params of tools/call
Json call_of(std::string_view tool, Json arguments);
// Of a result.
const std::string& text_of(const Json& result);

}  // namespace kedge::bench
