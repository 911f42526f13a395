#include "plan/plan_edits.hpp"

#include <algorithm>

#include "plan/already_applied.hpp"
#include "plan/follow.hpp"
#include "plan/locate_hashes.hpp"
#include "plan/locate_lines.hpp"
#include "plan/locate_passages.hpp"
#include "plan/locate_text.hpp"
#include "plan/shown_rows.hpp"
#include "support/common_ends.hpp"
#include "support/strings.hpp"
#include "verify/borders.hpp"
#include "verify/foreign_indentation.hpp"
#include "verify/joined_lines.hpp"

namespace kedge {
namespace {

Result<std::unique_ptr<Locator>> locator_of(const FileTask& task) {
  const Target& target = task.asked.operations.front().target;
  if (std::holds_alternative<Match>(target)) return text_locator(task);
  if (!std::holds_alternative<Lines>(target)) return passage_locator(task);
  return names_by_hash(task.asked) ? hash_locator(task) : line_locator(task);
}

// The versions that the operations can be about.
Result<Basis> basis_of(const Request& request, const FileRequest& asked, const LoadedFile& file, const Session& session) {
  const bool by_number = std::holds_alternative<Lines>(asked.operations.front().target) && !names_by_hash(asked);
  if (!by_number) return Basis(session, file, signs_of(asked, request.encoding));
  Result<Basis> basis = asked.tag ? Basis::named(session, file, *asked.tag) : std::unexpected(version_not_named(file));
  if (!basis) show_current_rows(session, file, named_lines(asked.operations), basis.error(), request.policy);
  return basis;
}

// Two operations on one line, or an insertion strictly inside what another replaces. REQUIRES: all are in one version.
std::vector<Error> overlaps(const LoadedFile& file, const std::vector<FoundPart>& found) {
  std::vector<const Located*> order;
  order.reserve(found.size());
  for (const FoundPart& part : found) order.push_back(&part.located);
  const auto lines_of = [](const Located* one) { return one->edits.front().lines; };
  std::ranges::stable_sort(order, {}, [&](const Located* one) { return lines_of(one).first; });
  std::vector<Error> refusals;
  const Located* widest = nullptr;  // the replacement that reaches furthest so far
  for (const Located* const one : order) {
    const LineSpan lines = lines_of(one);
    const bool inside =
        widest != nullptr && lines.first < lines_of(widest).end && (!lines.empty() || lines.first > lines_of(widest).first);
    if (inside) {
      const Located* const later = one->row > widest->row ? one : widest;
      const Located* const earlier = later == one ? widest : one;
      refusals.push_back(refuse(Code::overlapping_operations, {{"path", file.given},
                                                               {"line", lines.first.value},
                                                               {"first", earlier->op + 1},
                                                               {"second", later->op + 1},
                                                               {"patch_line", later->row},
                                                               {"other_patch_line", earlier->row}}));
    }
    if (!lines.empty() && (widest == nullptr || lines.end > lines_of(widest).end)) widest = one;
  }
  return refusals;
}

std::vector<Located> parts_of(const std::vector<FoundPart>& found) {
  std::vector<Located> parts;
  parts.reserve(found.size());
  for (const FoundPart& part : found) parts.push_back(part.located);
  return parts;
}

// The version that all parts were found in, if it is the same and not the current one.
std::optional<std::size_t> one_old_version(const FileTask& task, const std::vector<FoundPart>& found) {
  const std::optional<std::size_t> first = found.front().version;
  const bool same = std::ranges::all_of(found, [&](const FoundPart& part) { return part.version == first; });
  return same && first && !task.basis.is_current(*first) ? first : std::nullopt;
}

// Lines that must have been shown and were not (lines_not_shown).
std::optional<Error> unseen(const FileTask& task, const std::vector<FoundPart>& found) {
  LineSet missing, missing_now;
  for (const auto& [version, located] : found) {
    if (!version || located.named.empty()) continue;
    const LineSet lines = task.basis.not_shown(*version, located.named, located.counts);
    (task.basis.is_current(*version) ? missing_now : missing).add(lines);
  }
  if (std::optional<Error> binary = holding_nul(task.file, missing_now)) return binary;
  if (!missing.empty()) {
    Error refused = not_shown(task.file, missing, " in the version that you name, and the file has changed since");
    show_current_rows(task.session, task.file, missing, refused, task.policy());
    // Without a tag, the same call means the rows that were printed if they read as they did when its ends were shown.
    if (!task.asked.tag)
      refused.next = "The rows shown here count as shown: if they are meant, send the edit again; otherwise re-read the file.";
    return refused;
  }
  if (missing_now.empty()) return std::nullopt;
  Error refused = not_shown(task.file, missing_now);
  show_missing(task.session, task.file, missing_now, refused, task.policy());
  return refused;
}

// Where two texts begin to differ; none if they are equal.
std::optional<LineNo> first_difference(const Text& one, const Text& other) {
  const std::size_t at = common_prefix(one.bytes(), other.bytes());
  if (at == one.size() && at == other.size()) return std::nullopt;
  return other.lines_touched({{at}, {std::min(at + 1, other.size())}}).first;
}

// What can be said about the result only by those who know how it came about.
void inspect(const FileTask& task, const Locator& locator, const std::vector<Located>& located,
             std::optional<std::size_t> old_version, PlannedFile& planned) {
  FileOutcome& outcome = planned.outcome;
  const Text& before = task.file.text;
  if (locator.quotes()) {
    std::vector<Substitution> substitutions;
    for (const Located& one : located) std::ranges::copy(one.substitutions, std::back_inserter(substitutions));
    planned.findings = joined_lines(before, substitutions);
    if (std::optional<Finding> found = foreign_indentation(before, outcome.after, outcome.changes)) {
      planned.findings.push_back(*std::move(found));
    }
    return;
  }
  if (old_version && outcome.drifted) outcome.differs_from = first_difference(*task.basis.text(*old_version), outcome.after);
  // If suspicious results are refused, the checks of verify/ say everything, without a correction.
  if (task.policy().suspicious == Suspicion::refuse) return;
  std::vector<LineEdit> edits;
  for (const Located& one : located) std::ranges::copy(one.edits, std::back_inserter(edits));
  BorderFindings borders = border_findings(task.file.inside, before, edits, outcome.after, task.session.syntax);
  for (Finding& finding : borders.findings) {
    if (old_version) finding.corrected.clear();  // the correction is for the version that the caller named
    planned.findings.push_back(std::move(finding));
  }
  for (SyntaxError& error : borders.new_errors) {
    outcome.diagnostics.push_back({error.line, error.column, std::move(error.message)});
  }
}

// How the operations were understood.
void describe(const FileTask& task, const Locator& locator, const std::vector<FoundPart>& found, PlannedFile& planned) {
  FileOutcome& outcome = planned.outcome;
  outcome.tag_named = task.asked.tag.value_or("");
  for (const auto& [version, located] : found) {
    outcome.match_mode = std::max(outcome.match_mode, located.mode);
    std::ranges::copy(located.blocks, std::back_inserter(outcome.blocks));
    std::ranges::copy(located.auto_corrections, std::back_inserter(outcome.auto_corrections));
  }
  if (locator.quotes() == Quotes::lines && outcome.match_mode != MatchMode::exact) {
    planned.warnings.push_back(concat("the quoted lines fit only by the rung ", name_of(outcome.match_mode),
                                      "; lines that were kept have the file's own bytes"));
  }
}

// With several parts, the text has to say which one is meant.
Error with_number(Error refused, const FileRequest& asked) {
  const Target& first = asked.operations.front().target;
  const bool quotes_text = std::holds_alternative<Match>(first);
  const bool quotes_lines = std::holds_alternative<Passage>(first);
  if (asked.operations.size() == 1 || (!quotes_text && !quotes_lines)) return refused;
  if (refused.op) refused.what = concat(quotes_text ? "edit " : "part ", *refused.op, ": ", refused.what);
  const std::string& next = refused.next;
  refused.each_advises = std::ranges::any_of(refused.others, [&](const Error& other) { return other.next != next; });
  for (Error& other : refused.others) other = with_number(std::move(other), asked);
  return refused;
}

Result<PlannedFile> settle(const FileTask& task, Locator& locator) {
  const LoadedFile& file = task.file;
  const std::vector<Location> now = locator.locate_now();
  KEDGE_TRY(const std::vector<FoundPart> found, find_parts(task, locator, now));
  PlannedFile planned{.outcome = outcome_of(file)};
  describe(task, locator, found, planned);
  const auto without_change = [&](Effect effect, std::string_view why = {}) {
    planned.outcome.effect = effect;
    if (!why.empty()) planned.warnings.emplace_back(why);
    return std::move(planned);
  };

  // In the version that they were written for.
  const std::optional<std::size_t> old_version = one_old_version(task, found);
  const bool apart = std::ranges::any_of(found, [&](const FoundPart& part) { return part.version != found.front().version; });
  if (!locator.quotes() && !apart) {
    if (std::vector<Error> refusals = overlaps(file, found); !refusals.empty())
      return std::unexpected(together(std::move(refusals)));
  }
  const Text& text = old_version ? *task.basis.text(*old_version) : file.text;
  const bool are_here = !apart && !old_version;  // in the current file, where nothing has to be followed
  std::vector<Located> parts = parts_of(found);
  std::optional<ChangeSet> changes_here;
  if (!apart) {
    Result<ChangeSet> changes = changes_of(text, parts);
    if (!changes) return std::unexpected(about_file(std::move(changes).error(), file));
    if (changes->empty() && !old_version) return without_change(Effect::nothing_to_do);
    if (old_version && !changes->empty() && changes->makes(text, file.text)) {
      return without_change(Effect::already_applied, concat("the file is what this edit makes of the version that ",
                                                            task.asked.tag ? "it names" : "was shown"));
    }
    if (are_here) changes_here = *std::move(changes);
  }
  if (std::optional<Error> refused = unseen(task, found)) return std::unexpected(*std::move(refused));

  // In the current file.
  FollowedParts followed;
  if (are_here) {
    followed.located = std::move(parts);
  } else {
    KEDGE_TRY(followed, follow(task, locator, found, now));
  }
  if (followed.there_already == found.size()) {
    return without_change(Effect::already_applied, "these very rows have been put there since the file was shown");
  }
  std::vector<IndentedRows> indentations;
  indentations.reserve(found.size());
  for (const FoundPart& part : found) indentations.push_back(part.located.indented);
  if (locator.quotes()) {
    if (std::optional<Error> uneven = uneven_indentation(file, indentations, *task.session.misread))
      return std::unexpected(*std::move(uneven));
    planned.misread = misreads(indentations);
  }
  Result<ChangeSet> changes = changes_here ? *std::move(changes_here) : changes_of(file.text, followed.located);
  if (!changes) return std::unexpected(about_file(std::move(changes).error(), file));
  // Nothing to change in an old version says nothing about lines that others have changed since.
  if (changes->empty()) return without_change(Effect::nothing_to_do);
  KEDGE_DO(check_changes(file, *changes));
  planned.outcome.recovered = std::move(followed.recovered);
  planned.outcome.drifted = followed.drifted;
  if (locator.quotes() == Quotes::lines) planned.outcome.replacements = changes->edits().size();
  for (const Located& one : followed.located) {
    if (locator.quotes() == Quotes::text) planned.outcome.replacements += std::max(one.quoted.size(), one.edits.size());
  }
  apply(planned.outcome, *std::move(changes), task.session.syntax);
  if (const std::optional<std::size_t> current = task.basis.current())
    planned.outcome.shown_before = task.basis[*current].lines;
  inspect(task, locator, followed.located, old_version, planned);
  return planned;
}

// For a call that names the version that it is about by its digest.
Result<void> check_version(const FileTask& task, Locator* locator, bool& already) {
  const std::optional<Digest>& named = task.asked.version;
  if (!named || *named == task.file.version) return {};
  std::optional<Basis> basis = Basis::named(task.session, task.file, *named);
  if (locator != nullptr && basis) {
    // Whatever was shown of that version: its bytes prove that all of it is known.
    std::vector<Located> parts;
    std::vector<Location> locations = locator->locate_in(*basis->text(0));
    for (Location& location : locations) {
      if (location) parts.push_back(*std::move(location));
    }
    const Result<ChangeSet> changes = changes_of(*basis->text(0), parts);
    already = parts.size() == locations.size() && changes && changes->makes(*basis->text(0), task.file.text);
    if (already) return {};
  }
  return std::unexpected(other_version(task.file, *named, task.policy().other_version));
}

}  // namespace

Result<PlannedFile> plan_edits(const Request& request, const FileRequest& asked, const LoadedFile& file,
                               const Session& session) {
  KEDGE_TRY(Basis basis, basis_of(request, asked, file, session));
  std::optional<Basis> all_shown;
  if (asked.tag) all_shown.emplace(session, file);
  const FileTask task{
      request, asked, file, session, basis, repetition_of(session, asked, file), all_shown ? &*all_shown : nullptr};
  if (!std::holds_alternative<Lines>(asked.operations.front().target)) KEDGE_DO(check_search(file, asked.operations.size()));
  const Result<std::unique_ptr<Locator>> understood = locator_of(task);
  if (!understood) return std::unexpected(with_number(understood.error(), asked));
  const std::unique_ptr<Locator>& locator = *understood;
  if (std::optional<std::string> repeated = locator ? repeats_itself(task) : std::nullopt) {
    return applied_already(file, *std::move(repeated));
  }
  bool already = false;
  KEDGE_DO(check_version(task, locator.get(), already));
  if (already) return applied_already(file, "the file is what this edit makes of the version that was named");
  if (!locator) return nothing_to_do(file);
  Result<PlannedFile> planned = settle(task, *locator);
  if (!planned) return std::unexpected(with_number(std::move(planned).error(), asked));
  return planned;
}

}  // namespace kedge
