// A client of the server, over MCP: asks, waits for the answer, and can tell when the server is gone.
#pragma once

#include <stdexcept>
#include <string_view>

#include "agent.hpp"
#include "conversation.hpp"
#include "place.hpp"
#include "support/json.hpp"

namespace faults {

class Client {
 public:
  Client(const Place& place, std::string_view dialects);

  // The result; null: an error of the protocol. Throws if the server ends.
  kedge::Json ask(std::string_view method, const kedge::Json& params);
  kedge::Json call(std::string_view tool, const kedge::Json& arguments);
  // A call whose result is put into words.
  Reply reply_to(std::string_view tool, const kedge::Json& arguments);
  // The text of a result; throws if it is a refusal.
  std::string shown(std::string_view tool, const kedge::Json& arguments);
  // Sends it, and waits for nothing.
  void say(std::string_view method, const kedge::Json& params);

  pid_t pid() const { return server_.pid(); }

 private:
  Conversation server_;
  std::int64_t last_id_ = 0;
};

// The text of a tool's result; empty if there is none.
std::string text_of_result(const kedge::Json& result);

}  // namespace faults
