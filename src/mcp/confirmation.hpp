// Whether a change may be written: as the policy says, by asking whoever can be asked. A question is about one result: if the
// file has changed by the time the answer comes, so that the result would be another, it is asked again.
#pragma once

#include <functional>
#include <optional>

#include "engine/session.hpp"
#include "mcp/exchange.hpp"

namespace kedge::mcp {

enum class ConfirmWhen : std::uint8_t { never, always, suspicious };

// Waits for the answer of somebody who watches: true or false, or null where nobody is left who could give it. Nothing:
// cancelled.
using AskElsewhere = std::function<std::optional<Json>(const std::atomic<bool>& cancelled)>;

struct ConfirmPolicy {
  ConfirmWhen when = ConfirmWhen::never;
  bool otherwise = false;  // where nobody can be asked
};

// What a confirmation needs of those who watch.
struct Onlookers {
  // Puts the change before those who can answer. Nothing: there is none.
  std::function<AskElsewhere(const Receipt& planned, std::string_view op)> ask = {};
  // Tells all of them that the client is asked.
  std::function<void(const Receipt& planned, std::string_view op)> tell = {};
};

class Confirmation {
 public:
  Confirmation(const ConfirmPolicy& policy, const Exchange& exchange, Onlookers onlookers = {})
      : policy_(policy), exchange_(exchange), onlookers_(std::move(onlookers)) {}

  Consent ask(const Receipt& planned, std::string_view op = "edit");
  // What was asked, and is to be answered before the call is made again.
  std::optional<InputNeeded> needed;

 private:
  const ConfirmPolicy& policy_;
  const Exchange& exchange_;
  Onlookers onlookers_;
};

}  // namespace kedge::mcp
