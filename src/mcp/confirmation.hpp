// Decides whether a change may be written, as the policy says, by asking whoever can be asked. A question is about one
// proposal: if the files or their history have changed by the time the answer comes, it is asked again. An answer is good for
// one commit.
#pragma once

#include <chrono>
#include <functional>
#include <map>
#include <optional>
#include <string>

#include "engine/proposal.hpp"
#include "mcp/exchange.hpp"
#include "plan/session.hpp"
#include "support/ordered_mutex.hpp"

namespace kedge::mcp {

enum class ConfirmWhen : std::uint8_t { never, always, suspicious };

// Waits for a view's answer, as plan/verdict.hpp has it, or null if no view is left that could give it. None: cancelled.
using AskElsewhere = std::function<std::optional<Json>(const std::atomic<bool>& cancelled)>;

// Instead of an answer: nobody gave one in this time.
Json nobody_answered_in(std::chrono::seconds time);

struct ConfirmPolicy {
  ConfirmWhen when = ConfirmWhen::never;
  bool otherwise = false;  // if nobody can be asked
};

// What a confirmation needs from views.
struct Onlookers {
  // Shows the change to the views that can answer. Empty result: there is none.
  std::function<AskElsewhere(const Proposal& proposal)> ask = {};
  // Tells all views that the client is being asked.
  std::function<void(const Proposal& proposal)> tell = {};
};

// Sessions whose changes may be written without asking, for a time that a person has chosen. Thread-safe.
class StandingConsents {
 public:
  void give(const std::string& session, std::chrono::minutes time);
  bool is_given(const std::string& session);

 private:
  OrderedMutex mutex_{LockOrder::consents};
  std::map<std::string, std::chrono::steady_clock::time_point> until_;
};

class Confirmation {
 public:
  // `where`: which of several roots the change is in; empty if there is one. `standing`: null if nobody can give such a
  // consent; `session` is the one that it is about.
  Confirmation(const ConfirmPolicy& policy, const Exchange& exchange, Onlookers onlookers = {}, std::string where = {},
               StandingConsents* standing = nullptr, std::string session = {})
      : policy_(policy),
        exchange_(exchange),
        onlookers_(std::move(onlookers)),
        where_(std::move(where)),
        standing_(standing),
        session_(std::move(session)) {}

  Verdict ask(const Proposal& proposal);
  // What was asked, and must be answered before the call is made again.
  std::optional<InputNeeded> needed;

 private:
  std::optional<Verdict> answer_to(const Proposal& proposal);

  const ConfirmPolicy& policy_;
  const Exchange& exchange_;
  Onlookers onlookers_;
  std::string where_;
  StandingConsents* standing_;
  std::string session_;
  std::string granted_;  // the identity of the proposal that this call has consent for; it may take several attempts
  Verdict verdict_;      // about it
};

}  // namespace kedge::mcp
