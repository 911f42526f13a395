// What all conversations of a server share: the offer, the workers, the subscribers and the clock.
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
  // Gets the paths that a call changed if its answer reached nobody. Called from any thread.
  std::function<void(const std::vector<std::string>& paths)> untold = {};
  // Called before the first call of a conversation is carried out, with the client's roots if it was asked for them, and again
  // before the first call after they have changed. Other calls may be running then.
  // Empty: already prepared.
  std::function<void(const Json& roots)> prepare = {};
  bool wants_roots = false;  // `prepare` needs the client's roots, if it has any
  std::chrono::milliseconds patience_for_roots{5000};
};

}  // namespace kedge::mcp
