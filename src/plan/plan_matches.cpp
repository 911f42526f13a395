#include "plan/plan_matches.hpp"

#include <algorithm>

#include "edit/replace_lines.hpp"
#include "plan/already_applied.hpp"
#include "plan/misread_indentation.hpp"
#include "plan/quoted.hpp"
#include "support/strings.hpp"
#include "verify/foreign_indentation.hpp"
#include "verify/joined_lines.hpp"

namespace kedge {
namespace {

bool asks_for_nothing(const Match& match, const std::string& body) {
  return with_plain_newlines(match.text) == with_plain_newlines(body);
}

}  // namespace

Result<PlannedFile> plan_matches(const Request& request, const FileRequest& asked, const LoadedFile& file,
                                 const Session& session) {
  if (!file.exists) return std::unexpected(refuse(Code::not_found, Json::object({{"path", file.given}})));
  KEDGE_DO(check_search(file, asked.operations.size()));
  PlannedFile planned{.outcome = outcome_of(file)};
  ShownVersions shown(session, file);
  std::vector<Error> refusals;
  const auto refused = [&](Error error) {
    // With several edits, the text has to say which one is meant.
    if (error.op && asked.operations.size() > 1) error.what = concat("edit ", *error.op, ": ", error.what);
    refusals.push_back(std::move(error));
  };

  std::vector<QuotedOperation> operations;
  int number = 0;
  for (const Operation& operation : asked.operations) {
    const int op = number++;
    const auto& match = std::get<Match>(operation.target);
    if (asks_for_nothing(match, operation.body)) continue;
    Result<std::string> body = in_file_encoding(file, operation.body, request.encoding);
    Result<std::string> quoted =
        request.encoding.empty() ? Result<std::string>(match.text) : in_file_encoding(file, match.text, request.encoding);
    if (!body || !quoted) {
      refused(!body ? std::move(body).error() : std::move(quoted).error());
      continue;
    }
    QuotedOperation one{.match = match, .body = *std::move(body), .op = op};
    one.match.text = *std::move(quoted);
    operations.push_back(std::move(one));
  }
  if (!refusals.empty()) return std::unexpected(together(std::move(refusals)));
  if (operations.empty()) {
    if (asked.version && *asked.version != file.version) {
      return std::unexpected(other_version(file, *asked.version, request.policy.other_version));
    }
    return nothing_to_do(file);
  }
  Applied applied = already_applied(session, file, shown, request, asked, operations);
  if (applied.wholly) return applied_already(file, *std::move(applied.wholly));
  if (applied.among_other_changes) return std::unexpected(there_already(file, *applied.among_other_changes));
  if (asked.version && *asked.version != file.version) {
    return std::unexpected(other_version(file, *asked.version, request.policy.other_version));
  }

  std::vector<Substitution> substitutions;
  std::vector<IndentedRows> indentations;
  for (const QuotedOperation& one : operations) {
    if (Result<void> clean = check_pasted(file, shown, one.body, one.op); !clean) {
      refused(std::move(clean).error());
      continue;
    }
    Result<Quoted> quoted = find_quoted(file, shown, request.policy, one.match, one.body, one.op);
    if (!quoted) {
      refused(std::move(quoted).error());
      continue;
    }
    indentations.push_back({quoted->indentation, rows_of(one.body), one.op});
    planned.outcome.replacements += quoted->substitutions.size();
    planned.outcome.match_mode = std::max(planned.outcome.match_mode, quoted->mode);
    if (quoted->recovered) planned.outcome.recovered = std::move(quoted->recovered);
    std::ranges::move(quoted->substitutions, std::back_inserter(substitutions));
  }
  if (!refusals.empty()) return std::unexpected(together(std::move(refusals)));
  if (std::optional<Error> uneven = uneven_indentation(file, indentations, *session.misread)) {
    return std::unexpected(*std::move(uneven));
  }
  planned.misread = misreads(indentations);
  planned.findings = joined_lines(file.text, substitutions);
  Result<ChangeSet> changes = substitute(file.text, std::move(substitutions));
  if (!changes) return std::unexpected(about_file(std::move(changes).error(), file));
  KEDGE_DO(check_changes(file, *changes));
  apply(planned.outcome, *std::move(changes));
  if (std::optional<Finding> found = foreign_indentation(file.text, planned.outcome.after, planned.outcome.changes)) {
    planned.findings.push_back(*std::move(found));
  }
  return planned;
}

}  // namespace kedge
