// Whether a change may be written: as the policy says, by asking whoever can be asked. A question is about one proposal: if the
// files or their history have changed by the time the answer comes, it is asked again. An answer is good for one commit.
#pragma once

#include <functional>
#include <optional>

#include "engine/proposal.hpp"
#include "mcp/exchange.hpp"
#include "plan/session.hpp"

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
  std::function<AskElsewhere(const Proposal& proposal)> ask = {};
  // Tells all of them that the client is asked.
  std::function<void(const Proposal& proposal)> tell = {};
};

class Confirmation {
 public:
  Confirmation(const ConfirmPolicy& policy, const Exchange& exchange, Onlookers onlookers = {})
      : policy_(policy), exchange_(exchange), onlookers_(std::move(onlookers)) {}

  Consent ask(const Proposal& proposal);
  // What was asked, and is to be answered before the call is made again.
  std::optional<InputNeeded> needed;

 private:
  std::optional<Consent> answer_to(const Proposal& proposal);

  const ConfirmPolicy& policy_;
  const Exchange& exchange_;
  Onlookers onlookers_;
  std::string granted_;  // the identity of the proposal that this call has the consent to; it may take several attempts
};

}  // namespace kedge::mcp
