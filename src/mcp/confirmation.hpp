// Whether a change may be written: as the policy says, by asking whoever can be asked. A question is about one result: if the
// file has changed by the time the answer comes, so that the result would be another, it is asked again.
#pragma once

#include <functional>
#include <optional>

#include "engine/session.hpp"
#include "mcp/exchange.hpp"

namespace kedge::mcp {

enum class ConfirmWhen : std::uint8_t { never, always, suspicious };

// Puts the question before somebody who watches, and waits. Nothing was answered: cancelled.
using AskElsewhere = std::function<std::optional<bool>(const std::atomic<bool>& cancelled)>;

struct ConfirmPolicy {
  ConfirmWhen when = ConfirmWhen::never;
  bool otherwise = false;  // where nobody can be asked
  // Nothing: nobody watches who could answer.
  std::function<AskElsewhere(const Receipt& planned)> view = {};
};

class Confirmation {
 public:
  Confirmation(const ConfirmPolicy& policy, const Exchange& exchange) : policy_(policy), exchange_(exchange) {}

  Consent ask(const Receipt& planned);
  // What was asked, and is to be answered before the call is made again.
  std::optional<InputNeeded> needed;

 private:
  const ConfirmPolicy& policy_;
  const Exchange& exchange_;
};

}  // namespace kedge::mcp
