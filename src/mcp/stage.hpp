// What all conversations of a server share: what is offered, who does the work, who is told of changes, and the time.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "mcp/offer.hpp"
#include "mcp/request_state.hpp"
#include "mcp/subscribers.hpp"
#include "mcp/workers.hpp"

namespace kedge::mcp {

struct Stage {
  const Offer& offer;
  Workers& workers;
  Subscribers& subscribers;
  RequestStates& states;
  std::function<std::int64_t()> now;  // nanoseconds
  Workers::Room room = Workers::Room::waited_for;
  std::function<void()> after_work = {};
  // Gets the paths that a call has changed whose answer reached nobody. From any thread.
  std::function<void(const std::vector<std::string>& paths)> untold = {};
  // Called once in a conversation, before the first call is carried out: what the client says its roots are, if it was asked.
  // Nothing: it is ready.
  std::function<void(const Json& roots)> prepare = {};
  bool wants_roots = false;  // the client's, where it has any: `prepare` needs them
  std::chrono::milliseconds patience_for_roots{5000};
};

}  // namespace kedge::mcp
