#include "mcp/confirmation.hpp"

#include "support/strings.hpp"

namespace kedge::mcp {
namespace {

constexpr std::size_t most_shown = 6000;  // bytes of all diffs in a question
constexpr std::string_view answer_key = "confirm";
constexpr std::string_view late_key = "late";

// Clients that name the kinds of questions they can ask cannot ask any other; naming none means forms.
bool can_fill_in_forms(const Client& client) {
  const Json* const kinds = client.capabilities.find("elicitation");
  return kinds != nullptr && (kinds->empty() || kinds->find("form") != nullptr);
}

}  // namespace

Json nobody_answered_in(std::chrono::seconds time) {
  return Json::object({{std::string(late_key),
                        concat("nobody answered within ", counted(static_cast<std::uint64_t>(time.count()), "second"))}});
}

void StandingConsents::give(const std::string& session, std::chrono::minutes time) {
  const std::lock_guard lock(mutex_);
  until_[session] = std::chrono::steady_clock::now() + time;
}

bool StandingConsents::is_given(const std::string& session) {
  const std::lock_guard lock(mutex_);
  std::erase_if(until_, [now = std::chrono::steady_clock::now()](const auto& each) { return each.second <= now; });
  return until_.contains(session);
}

std::optional<Verdict> Confirmation::answer_to(const Proposal& proposal) {
  if (granted_ == proposal.identity) return verdict_;
  const Json* const asked_about = exchange_.state.find("plan");
  if (asked_about == nullptr || *asked_about != Json(proposal.identity)) return std::nullopt;
  Verdict verdict = Consent::unanswered;
  const Json* const watching = exchange_.inputs.find("elsewhere");
  const Json* const answer = exchange_.inputs.find(answer_key);
  if (watching != nullptr && !watching->is_null()) {
    if (const Json* const late = watching->find(late_key)) {
      verdict.note = late->as_string() != nullptr ? *late->as_string() : std::string();
    } else {
      verdict = verdict_in(*watching).value_or(Consent::refused);
    }
  } else if (answer != nullptr) {
    const std::string_view action = text_in(*answer, "action");
    if (action == "accept") verdict.consent = Consent::given;
    if (action == "decline") verdict.consent = Consent::refused;
  } else {
    return std::nullopt;
  }
  // An answer counts once, whether yes or no. If another call has used it meanwhile, the question is asked again.
  if (!exchange_.use_up_state()) return std::nullopt;
  if (verdict.consent != Consent::given) return verdict;
  if (standing_ != nullptr && verdict.minutes > 0) standing_->give(session_, std::chrono::minutes(verdict.minutes));
  granted_ = proposal.identity;
  verdict_ = verdict;
  return verdict;
}

Verdict Confirmation::ask(const Proposal& proposal) {
  const Receipt& planned = proposal.planned;
  if (policy_.when == ConfirmWhen::never || (policy_.when == ConfirmWhen::suspicious && !planned.suspicious)) {
    return Consent::given;
  }
  if (const std::optional<Verdict> answered = answer_to(proposal)) return *answered;
  if (standing_ != nullptr && standing_->is_given(session_)) return Consent::given;
  const std::optional<std::string> text = question_about(planned, most_shown);
  if (!text) return Consent::unaskable;
  InputNeeded question{.state = Json::object({{"plan", proposal.identity}})};
  if (AskElsewhere view = onlookers_.ask ? onlookers_.ask(proposal) : nullptr) {
    question.elsewhere = std::move(view);
  } else if (can_fill_in_forms(exchange_.client)) {
    if (onlookers_.tell) onlookers_.tell(proposal);
    const Json schema = Json::object({{"type", "object"}, {"properties", Json::object()}});
    const std::string message = concat("Write this change", where_.empty() ? "" : concat(" in ", where_), "?\n", *text);
    question.requests.push_back({.key = std::string(answer_key),
                                 .method = "elicitation/create",
                                 .params = Json::object({{"message", message}, {"requestedSchema", schema}})});
  } else {
    return policy_.otherwise ? Consent::given : Consent::unasked;
  }
  needed = std::move(question);
  return Consent::awaited;
}

}  // namespace kedge::mcp
