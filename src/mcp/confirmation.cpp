#include "mcp/confirmation.hpp"

#include "dialects/result_facts.hpp"
#include "render/row.hpp"
#include "support/sha256.hpp"
#include "support/strings.hpp"

namespace kedge::mcp {
namespace {

constexpr std::size_t most_shown = 6000;  // bytes of a diff in a question
constexpr std::string_view answer_key = "confirm";

// Equal for plans that would write the same over the same.
std::string identity_of(const Receipt& planned) {
  std::string all;
  for (const FileOutcome& file : planned.files) {
    append(all, concat(file.inside, '\n', file.destination, '\n', to_hex(file.version_before), to_hex(file.version_after),
                       file.removed ? "-" : "+",
                       !file.executable   ? ""
                       : *file.executable ? "x"
                                          : "-x",
                       '\n'));
  }
  return to_hex(sha256(all));
}

std::string question_about(const Receipt& planned) {
  std::string text = "Write this change?\n";
  for (const std::string& warning : planned.warnings) append(text, concat("warning: ", warning, '\n'));
  // All of them before any diff, because that may be cut.
  std::string diffs;
  for (const FileOutcome& file : planned.files) {
    const ChangedRows rows = changed_rows(file, plain_rows(file.after));
    append(text, concat(op_of(file), ' ', printable(file.inside)));
    if (!file.destination.empty()) append(text, concat(" to ", printable(file.destination)));
    append(text, concat(", ", to_text(rows.summary), '\n'));
    append(diffs, concat('\n', printable_rows(rows.diff)));
  }
  if (diffs.size() > most_shown) {
    std::size_t end = diffs.rfind('\n', most_shown);
    if (end == std::string::npos) end = most_shown;
    diffs.resize(end);
    append(diffs, "\n… (the rest is not shown)\n");
  }
  return text + diffs;
}

// Clients that name the kinds of questions they can ask do not ask any other; naming none means forms.
bool can_fill_in_forms(const Client& client) {
  const Json* const kinds = client.capabilities.find("elicitation");
  return kinds != nullptr && (kinds->empty() || kinds->find("form") != nullptr);
}

}  // namespace

Consent Confirmation::ask(const Receipt& planned, std::string_view op) {
  if (policy_.when == ConfirmWhen::never || (policy_.when == ConfirmWhen::suspicious && !planned.suspicious)) {
    return Consent::given;
  }
  const std::string plan = identity_of(planned);
  const Json* const asked_about = exchange_.state.find("plan");
  if (asked_about != nullptr && *asked_about == Json(plan)) {
    const Json* const watching = exchange_.inputs.find("elsewhere");
    if (watching != nullptr && !watching->is_null()) return *watching == Json(true) ? Consent::given : Consent::refused;
    if (const Json* const answer = exchange_.inputs.find(answer_key)) {
      const std::string_view action = text_in(*answer, "action");
      return action == "accept" ? Consent::given : action == "decline" ? Consent::refused : Consent::unanswered;
    }
  }
  InputNeeded question{.state = Json::object({{"plan", plan}})};
  if (AskElsewhere view = onlookers_.ask ? onlookers_.ask(planned, op) : nullptr) {
    question.elsewhere = std::move(view);
  } else if (can_fill_in_forms(exchange_.client)) {
    if (onlookers_.tell) onlookers_.tell(planned, op);
    const Json schema = Json::object({{"type", "object"}, {"properties", Json::object()}});
    question.requests.push_back({.key = std::string(answer_key),
                                 .method = "elicitation/create",
                                 .params = Json::object({{"message", question_about(planned)}, {"requestedSchema", schema}})});
  } else {
    return policy_.otherwise ? Consent::given : Consent::unasked;
  }
  needed = std::move(question);
  return Consent::awaited;
}

}  // namespace kedge::mcp
