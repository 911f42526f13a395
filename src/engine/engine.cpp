#include "engine/engine.hpp"

#include <algorithm>
#include <iterator>

#include "engine/carry_out.hpp"
#include "engine/language_results.hpp"
#include "plan/shown_rows.hpp"
#include "support/strings.hpp"
#include "verify/verify.hpp"

namespace kedge {
namespace {

bool is_accepted(const Request& request, const Finding& finding) {
  return std::ranges::find(request.accept_warnings, finding.name) != request.accept_warnings.end();
}

// The findings of verify/ for a file that will be written, in addition to those made while planning.
std::vector<Finding> verified(const FileOutcome& file, const FileRequest& asked, const Request& request,
                              const Session& session) {
  if (file.effect != Effect::applied || file.removed || file.before == file.after) return {};
  ChangedFile changed = changed_file(file.inside, file.before, file.after, file.changes, session.syntax);
  changed.whole = std::holds_alternative<Whole>(asked.operations.front().target);
  changed.signs = request.policy.signs;
  return verify(changed, request.policy.suspicious);
}

// One refusal for everything that looks damaged in a file. REQUIRES: there is at least one finding.
Error damaged(const std::string& path, const std::vector<const Finding*>& findings) {
  std::string what = concat(printable(path), ": ");
  std::vector<std::string> names;
  Json warnings = Json::array();
  for (const Finding* const finding : findings) {
    append(what, concat(finding == findings.front() ? "" : "; ", "line ", finding->line.value, ": ", finding->message));
    warnings.push(Json::object({{"name", finding->name}, {"line", finding->line.value}, {"message", finding->message}}));
    std::string name = concat('"', finding->name, '"');
    if (std::ranges::find(names, name) == names.end()) names.push_back(std::move(name));
  }
  Error refused =
      refuse(Code::safety_check_failed, concat(what, '.'), {{"path", path}, {"safety_warnings", std::move(warnings)}});
  const auto mended = std::ranges::find_if(findings, [](const Finding* finding) { return !finding->corrected.empty(); });
  if (mended != findings.end()) {
    const LineEdit& corrected = (*mended)->corrected.front();
    correct(refused, CorrectedLines{corrected.op, corrected.lines, corrected.rows});
  }
  refused.next =
      concat("Correct the edit, or send it again with accept_warnings: [", join(names, ", "), "] if the result is meant.");
  return refused;
}

// What a caller sends next if it did not mean this.
std::string said_mend(const LineEdit& mend, const Policy& policy) {
  if (policy.edit != nullptr) return policy.edit(mend.lines, mend.rows);
  const std::uint32_t first = mend.lines.first.value;
  const std::string lines =
      mend.lines.size() == 1 ? concat("line ", first) : concat("lines ", first, " to ", mend.lines.last().value);
  if (mend.rows.empty()) return concat("delete ", lines);
  std::string said = concat("replace ", lines, " by:");
  for (const std::string& row : mend.rows) append(said, concat('\n', row));
  return said;
}

// Refuses what looks damaged, unless the caller has said that it is meant.
Result<Plan> checked(Plan plan, const Request& request, const Session& session) {
  std::vector<Error> refusals;
  for (std::size_t i = 0; i < plan.files.size(); ++i) {
    const std::string& path = plan.files[i].path;
    std::vector<Finding>& findings = plan.findings[i];
    std::ranges::move(verified(plan.files[i], request.files[i], request, session), std::back_inserter(findings));
    std::vector<const Finding*> refused;
    for (const Finding& finding : findings) {
      if (finding.weight == Weight::warns) {
        std::string warning = concat(printable(path), ": line ", finding.line.value, ": ", finding.message);
        if (finding.mend) {
          append(warning, concat("; it is written as sent: if that is not meant, ", said_mend(*finding.mend, request.policy)));
        }
        plan.warnings.push_back(std::move(warning));
      } else if (is_accepted(request, finding)) {
        plan.warnings.push_back(concat(printable(path), ": accepted: ", finding.message));
      } else {
        refused.push_back(&finding);
      }
    }
    if (!refused.empty()) refusals.push_back(damaged(path, refused));
  }
  if (!refusals.empty()) return std::unexpected(together(std::move(refusals)));
  return plan;
}

}  // namespace

Result<Receipt> run(const Request& request, const Session& session) {
  const Deed deed{.kind = request.policy.maker == Maker::write ? RecordKind::write : RecordKind::edit,
                  .call = request.identity,
                  .answer = request.policy.answer};
  std::vector<std::string> misread;
  const auto plan = [&](Unread* unread) -> Result<Plan> {
    misread.clear();
    KEDGE_TRY(Plan made, make_plan(request, session, unread));  // load, resolve, prove, apply: in memory
    misread = made.misread;
    KEDGE_TRY(made, checked(std::move(made), request, session));  // verify/ over each file's before and after
    return formatted(std::move(made), session);
  };
  Result<Receipt> receipt = carry_out(plan, deed, request.dry_run, session);  // show, ask, commit: all files or none
  for (const std::string& path : misread) session.misread->add(path);
  if (!receipt) record_refusal(session, request, receipt.error());
  return receipt;
}

}  // namespace kedge
