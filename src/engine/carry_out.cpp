#include "engine/carry_out.hpp"

#include <algorithm>
#include <iterator>

#include "engine/language_results.hpp"
#include "engine/narrowed_plan.hpp"
#include "engine/proposal.hpp"
#include "engine/watchers.hpp"
#include "support/sha256.hpp"
#include "support/strings.hpp"

namespace kedge {
namespace {

// With the pauses between them, less than a second in all: enough for a crowd of writers, and not too long for a caller.
constexpr int most_attempts = 250;

Receipt receipt_of(Plan plan) {
  const bool suspicious = std::ranges::any_of(plan.findings, [](const std::vector<Finding>& found) { return !found.empty(); });
  return {.files = std::move(plan.files), .warnings = std::move(plan.warnings), .undo_id = {}, .suspicious = suspicious};
}

Receipt previewed(Plan plan) {
  for (FileOutcome& file : plan.files) {
    if (file.effect == Effect::applied) file.effect = Effect::previewed;
  }
  return receipt_of(std::move(plan));
}

// Only says that somebody declined if they did.
Error without_consent(const Verdict& verdict, const Plan& plan) {
  const Consent consent = verdict.consent;
  const std::string& path = plan.files.front().path;
  Facts facts{{"path", path}};
  switch (consent) {
    case Consent::unaskable:
      return refuse(Code::limit_exceeded,
                    concat("This has to be confirmed before it is written, and the names of its ", plan.files.size(),
                           " files do not fit into one question (", most_listed_bytes, " bytes)."),
                    {{"limit", most_listed_bytes}, {"unchanged", true}});
    case Consent::unanswered:
      return refuse(Code::cancelled,
                    concat(printable(path), ": the question whether to write this was closed without an answer",
                           verdict.note.empty() ? "." : concat(": ", verdict.note, '.')),
                    std::move(facts));
    case Consent::unasked:
      return refuse(Code::confirm_declined,
                    concat(printable(path), ": this has to be confirmed before it is written, and there is nobody to ask."),
                    std::move(facts));
    case Consent::awaited:
    case Consent::given:
    case Consent::refused: break;
  }
  if (!verdict.note.empty()) facts.set("note", verdict.note);
  Error refused = refuse(Code::confirm_declined, std::move(facts));
  if (consent == Consent::awaited) refused.reason = Reason::answer_awaited;
  if (!verdict.note.empty()) append(refused.what, concat(" They say: ", printable_rows(verdict.note)));
  return refused;
}

// What a person has agreed to of the plan. Refused (conflict) if kedge has written one of the files while somebody was asked:
// they said yes to something else.
Result<Plan> confirmed(Plan plan, Deed& deed, const Session& session) {
  if (!session.confirm || !plan.writes()) return plan;
  const Receipt planned = receipt_of(plan);
  const Proposal proposal = proposal_of(planned, name_of(deed.kind), session.store);
  Verdict verdict = session.confirm(proposal);
  if (verdict.consent != Consent::given) return std::unexpected(without_consent(verdict, plan));
  if (proposal_of(planned, proposal.op, session.store).identity != proposal.identity) {
    return std::unexpected(refuse(Code::conflict, {{"path", plan.files.front().path}}));
  }
  // Much can have happened while a person made up their mind.
  for (FileOutcome& file : plan.files) file.vetted.reset();
  if (verdict.is_whole() && verdict.note.empty()) return plan;
  KEDGE_TRY(Narrowed left, narrowed(plan, verdict));
  if (!left.writes) {
    verdict.consent = Consent::refused;
    return std::unexpected(without_consent(verdict, plan));
  }
  std::ranges::move(left.said, std::back_inserter(left.plan.warnings));
  // The call was not carried out as it was sent: if it is sent again, it has not been applied.
  if (!verdict.is_whole()) deed.call = sha256(concat(to_hex(deed.call), " in part"));
  return std::move(left.plan);
}

// The last check for cancellation before the commit point.
Result<Plan> still_wanted(Plan plan, const Session& session) {
  if (!session.is_cancelled()) return plan;
  return std::unexpected(refuse(Code::cancelled, {{"path", plan.files.front().path}}));
}

// Whether the commit compares the bytes of all files that were not read. A refusal, and a file that stays as it is, rest on
// what was planned alone.
bool is_compared_by_commit(const Result<Plan>& plan) {
  return plan && std::ranges::none_of(plan->files, [](const FileOutcome& file) {
           return file.unread && (file.effect != Effect::applied || !file.destination.empty());
         });
}

// A plan for which files that look as they did are not read, unless what it says of them has to be right without a commit.
Result<Plan> planned_unread(const MakePlan& plan, const Session& session) {
  const AnswerRoom room = *session.room;
  Unread unread;
  Result<Plan> planned = plan(&unread);
  if (unread.files.empty() || is_compared_by_commit(planned) || have_the_bytes_assumed(session, unread)) return planned;
  *session.room = room;  // whatever was shown in it was not so
  return plan(nullptr);
}

// Somebody else was faster: the plan was made for another version of the file.
bool lost_a_race(const Error& error) {
  return error.code == Code::file_version_mismatch || error.code == Code::conflict || error.code == Code::file_exists;
}

// Shows the plan, asks about it and commits it.
Result<Receipt> settle(Plan plan, Deed deed, const Session& session) {
  KEDGE_TRY(plan, confirmed(std::move(plan), deed, session));
  KEDGE_TRY(plan, still_wanted(std::move(plan), session));
  return apply_plan(std::move(plan), session, deed);
}

}  // namespace

Result<Plan> plan_for(std::vector<Result<FileOutcome>> files) {
  Plan plan;
  std::vector<Error> refusals;
  for (Result<FileOutcome>& file : files) {
    if (file) {
      plan.files.push_back(*std::move(file));
    } else {
      refusals.push_back(std::move(file).error());
    }
  }
  if (!refusals.empty()) return std::unexpected(together(std::move(refusals)));
  return plan;
}

Result<Receipt> carry_out(const MakePlan& plan, const Deed& deed, bool dry_run, const Session& session) {
  for (int attempt = 1;; ++attempt) {
    const std::uint64_t unanswered = session.store.unanswered();
    const bool is_committed_at_once = attempt == 1 && !dry_run && !session.confirm;
    Result<Plan> planned = is_committed_at_once ? planned_unread(plan, session) : plan(nullptr);
    // Without all of the records, what was shown looks as if it had not been, and a call that is sent again as if it were new;
    // and nothing is written that cannot be recorded.
    KEDGE_DO(session.store.ready(unanswered));
    KEDGE_TRY(Plan made, std::move(planned));
    if (dry_run) {
      Receipt receipt = previewed(std::move(made));
      tell_proposed(session, name_of(deed.kind), receipt, false);
      return receipt;
    }
    Result<Receipt> receipt = settle(std::move(made), deed, session);
    if (receipt) tell_done(session, deed, *receipt);
    if (receipt) add_diagnostics(*receipt, session);
    if (receipt || !lost_a_race(receipt.error())) return receipt;
    const std::string path = receipt.error().path.value_or("");
    if (attempt == most_attempts) {
      return std::unexpected(
          refuse(Code::busy, {{"path", path}, {"problem", "others keep changing the file"}, {"unchanged", true}}));
    }
    // Writers that lost to each other retry at different times.
    FileSystem& fs = session.workspace.fs();
    if (attempt > 2) fs.pause(static_cast<std::uint32_t>(fs.random() % 3000));
  }
}

}  // namespace kedge
