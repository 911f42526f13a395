#include "plan/plan.hpp"

#include <algorithm>

#include "contract/request.hpp"
#include "plan/basis.hpp"
#include "plan/plan_edits.hpp"
#include "plan/plan_whole.hpp"
#include "support/strings.hpp"
#include "support/utf8.hpp"
#include "text/encoding.hpp"

namespace kedge {
namespace {

constexpr std::size_t most_refused = 20;  // files that are reported: with that many, the caller has another tree in mind

// A file with exactly the name that the caller spelled takes precedence over the one that was probably meant.
Result<LoadedFile> load_meant(const FileRequest& asked, const Session& session, Unread* unread) {
  if (asked.literal_path) {
    Result<LoadedFile> literal = load(session, *asked.literal_path, Access::write, unread);
    if (literal && literal->exists) return literal;
  }
  return load(session, asked.path, Access::write, unread);
}

// For a file of which only the permission to execute is to be changed.
Result<PlannedFile> plan_bytes_kept(const Request& request, const FileRequest& asked, const LoadedFile& file) {
  if (!file.exists) return std::unexpected(refuse(Code::not_found, {{"path", file.given}}));
  if (asked.version && *asked.version != file.version) {
    return std::unexpected(other_version(file, *asked.version, request.policy.other_version));
  }
  return nothing_to_do(file);
}

// In addition to changes of its content.
void plan_execution(FileOutcome& outcome, bool executable) {
  if (outcome.removed || outcome.was_executable == executable) return;
  outcome.executable = executable;
  outcome.effect = Effect::applied;
}

Result<PlannedFile> plan_loaded(const Request& request, const FileRequest& asked, const LoadedFile& file,
                                const Session& session) {
  if (asked.operations.empty()) return plan_bytes_kept(request, asked, file);
  const Target& target = asked.operations.front().target;
  if (std::holds_alternative<Whole>(target)) return plan_whole(request, asked, file, session);
  if (!file.exists) return plan_missing(request, asked, file, session);
  const bool keeps_text = std::holds_alternative<Removal>(target) || std::holds_alternative<Relocation>(target);
  if (keeps_text) KEDGE_DO(check_known(request, asked, file, session));
  Result<PlannedFile> planned = keeps_text ? nothing_to_do(file) : plan_edits(request, asked, file, session);
  if (!planned) return planned;
  return plan_removal_or_move(*std::move(planned), asked, file, session);
}

Result<PlannedFile> plan_file(const Request& request, const FileRequest& asked, const Session& session, Unread* unread) {
  if (asked.operations.size() > most_operations) {
    return std::unexpected(beyond_limit("the number of operations", asked.operations.size(), most_operations));
  }
  if (asked.operations.empty() && !asked.executable) {
    return std::unexpected(refuse(Code::operation_count, {{"path", asked.path}, {"count", 0}, {"expected", "at least one"}}));
  }
  if (const auto known = encoded("", request.encoding.empty() ? "UTF-8" : request.encoding); !known) {
    return std::unexpected(refuse(Code::schema_invalid, {{"field", "encoding"}, {"problem", known.error()}}));
  }
  KEDGE_TRY(const LoadedFile file, load_meant(asked, session, unread));
  const bool names_version = asked.version || asked.tag;
  session.store.foresee({.session = session.id,
                         .path = file.inside,
                         .version = file.version,
                         .tag = asked.tag,
                         .caller = names_version ? std::nullopt : std::optional<std::string_view>(session.id),
                         .call = request.identity});
  const bool configured = request.encoding.empty() && !session.encoding.empty() && file.exists && !is_utf8(file.text.bytes());
  if (!configured) return plan_loaded(request, asked, file, session);
  Request in_encoding = request;
  in_encoding.encoding = session.encoding;
  return plan_loaded(in_encoding, asked, file, session);
}

// An edit without effect is a mistake if the policy says so.
Result<PlannedFile> plan_with_effect(const Request& request, const FileRequest& asked, const Session& session, Unread* unread) {
  Result<PlannedFile> planned = plan_file(request, asked, session, unread);
  if (planned && asked.executable) plan_execution(planned->outcome, *asked.executable);
  if (!planned || !request.policy.refuses_no_change || planned->outcome.effect != Effect::nothing_to_do) return planned;
  return std::unexpected(refuse(Code::no_change, {{"path", asked.path}}));
}

std::optional<Error> same_file_twice(const std::vector<FileOutcome>& files) {
  for (std::size_t i = 0; i < files.size(); ++i) {
    for (std::size_t k = 0; k < i; ++k) {
      if (files[i].inside != files[k].inside) continue;
      return refuse(
          Code::overlapping_operations,
          concat(printable(files[i].path), ": parts ", k + 1, " and ", i + 1, " of the call are about the same file."),
          {{"path", files[i].path}, {"first", k + 1}, {"second", i + 1}});
    }
  }
  return std::nullopt;
}

// Checks the files that the plan creates together: each may be allowed by itself.
Result<void> check_made(const Plan& plan, const Session& session) {
  std::vector<std::string> made;
  for (const FileOutcome& file : plan.files) {
    if (file.effect != Effect::applied) continue;
    if (file.created) made.push_back(file.inside);
    if (!file.destination.empty()) made.push_back(file.destination);
  }
  return session.workspace.root().check_made(made);
}

}  // namespace

bool Plan::writes() const {
  return std::ranges::any_of(files, [](const FileOutcome& file) { return file.effect == Effect::applied; });
}

Result<Plan> make_plan(const Request& request, const Session& session, Unread* unread) {
  if (request.files.size() > most_files) {
    return std::unexpected(beyond_limit("the number of files", request.files.size(), most_files));
  }
  Plan plan;
  plan.warnings = request.warnings;
  std::vector<Error> refusals;
  for (const FileRequest& asked : request.files) {
    if (refusals.size() == most_refused) break;
    Result<PlannedFile> planned = plan_with_effect(request, asked, session, unread);
    if (!planned) {
      if (!planned.error().path) planned.error().path = asked.path;
      refusals.push_back(std::move(planned).error());
      continue;
    }
    FileOutcome& outcome = planned->outcome;
    // Asked now, while nobody waits for this call to finish.
    if (outcome.effect == Effect::applied && !outcome.created && !outcome.shown_before) {
      outcome.shown_before = showing_of(session, outcome.inside, outcome.version_before).lines;
    }
    if (planned->misread) plan.misread.push_back(planned->outcome.inside);
    plan.files.push_back(std::move(planned->outcome));
    if (std::ranges::any_of(asked.operations, [](const Operation& one) { return has_bidi_controls(one.body); })) {
      planned->warnings.emplace_back("the new text holds bidirectional controls, which make text look other than it is");
    }
    for (const std::string& warning : planned->warnings) {
      plan.warnings.push_back(concat(printable(asked.path), ": ", warning));
    }
    plan.findings.push_back(std::move(planned->findings));
  }
  if (std::optional<Error> twice = same_file_twice(plan.files)) refusals.push_back(*std::move(twice));
  if (Result<void> free = check_made(plan, session); !free) refusals.push_back(std::move(free).error());
  if (!refusals.empty()) return std::unexpected(together(std::move(refusals)));
  return plan;
}

}  // namespace kedge
