#include "engine/engine.hpp"

#include <algorithm>

#include "engine/carry_out.hpp"
#include "support/strings.hpp"

namespace kedge {
namespace {

bool is_accepted(const Request& request, const Finding& finding) {
  return std::ranges::find(request.accept_warnings, finding.name) != request.accept_warnings.end();
}

// What looks damaged is refused unless the caller has said that it is meant.
Result<Plan> checked(Plan plan, const Request& request) {
  std::vector<Error> refusals;
  for (const auto& [index, finding] : plan.findings) {
    const std::string& path = plan.files[index].path;
    if (finding.weight == Weight::warns) {
      plan.warnings.push_back(concat(printable(path), ": line ", finding.line.value, ": ", finding.message));
      continue;
    }
    if (is_accepted(request, finding)) {
      plan.warnings.push_back(concat(printable(path), ": accepted: ", finding.message));
      continue;
    }
    Json warning = Json::object({{"name", finding.name}, {"line", finding.line.value}, {"message", finding.message}});
    Error refused =
        refuse(Code::safety_check_failed, concat(printable(path), ": line ", finding.line.value, ": ", finding.message, '.'),
               Json::object({{"path", path}, {"safety_warnings", Json::array({std::move(warning)})}}));
    if (!finding.corrected.empty()) {
      const LineEdit& corrected = finding.corrected.front();
      refused.facts.set("corrected", Json::object({{"op", corrected.op + 1},
                                                   {"first", corrected.lines.first.value},
                                                   {"end", corrected.lines.end.value},
                                                   {"rows", Json::strings(corrected.rows)}}));
    }
    refused.next =
        concat("Correct the edit, or send it again with accept_warnings: [\"", finding.name, "\"] if the result is meant.");
    refusals.push_back(std::move(refused));
  }
  if (!refusals.empty()) return std::unexpected(together(std::move(refusals)));
  return plan;
}

}  // namespace

Result<Receipt> run(const Request& request, const Session& session) {
  const Deed deed{.kind = request.policy.maker == Maker::write ? RecordKind::write : RecordKind::edit,
                  .call = request.identity};
  const auto plan = [&]() -> Result<Plan> {
    KEDGE_TRY(Plan made, make_plan(request, session));  // load, resolve, prove, apply: in memory
    return checked(std::move(made), request);           // verify/ over each file's before and after
  };
  return carry_out(plan, deed, request.dry_run, session);  // show, ask, commit: all files or none
}

}  // namespace kedge
