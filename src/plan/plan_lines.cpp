#include "plan/plan_lines.hpp"

#include <algorithm>

#include "edit/diff.hpp"
#include "edit/recover.hpp"
#include "fs/read_file.hpp"
#include "plan/already_applied.hpp"
#include "plan/anchored_lines.hpp"
#include "plan/likely_lines.hpp"
#include "plan/named_version.hpp"
#include "plan/shown_rows.hpp"
#include "render/row.hpp"
#include "support/common_ends.hpp"
#include "support/overloaded.hpp"
#include "support/strings.hpp"
#include "verify/borders.hpp"

namespace kedge {
namespace {

// One operation over the named version.
struct Placed {
  LineEdit edit;
  std::uint32_t row = 0;
  LineSet touched = {};  // lines that must have been shown
};

// The lines that an operation names, as far as is known without a parser.
LineSet named_lines(const Operation& operation) {
  const Lines* const lines = std::get_if<Lines>(&operation.target);
  if (lines == nullptr) return {};
  return std::visit(
      overloaded{[&](const AtLine& at) {
                   const AtLine* const last = lines->last ? std::get_if<AtLine>(&*lines->last) : &at;
                   return LineSet({at.line, std::max(at.line, last != nullptr ? last->line : at.line) + 1});
                 },
                 [](const AtBlock& at) { return LineSet(one_line(at.opens_at)); }, [](const auto&) { return LineSet(); }},
      lines->first);
}

// The rows of the current file at these lines, with the tag that they can be edited under. Without tags they do not count as
// shown: otherwise the same call, sent again, would be taken to mean them.
void show_current_rows(const Session& session, const LoadedFile& file, const LineSet& lines, Error& refusal,
                       const Policy& policy) {
  LineSet shown;
  for (const LineSpan& span : lines.spans()) shown.add(with_context(file.text, span, rows_around_anchor));
  if (shown.empty()) shown.add(with_context(file.text, between_lines(LineNo{1}), rows_around_anchor));
  const LineSet printed = add_rows(session, file, shown, refusal, policy);
  if (policy.tags) add_shown(file, printed, refusal);
}

// Refuses rows that carry exactly the numbers that they would get.
Result<void> check_counted(const LoadedFile& file, const Operation& operation, int op) {
  const Lines* const lines = std::get_if<Lines>(&operation.target);
  const AtLine* const at = lines != nullptr ? std::get_if<AtLine>(&lines->first) : nullptr;
  if (at == nullptr || operation.body.empty()) return {};
  std::optional<PastedPrefix> pasted = counted_rows(operation.body, at->line);
  if (!pasted && lines->side == Side::after) pasted = counted_rows(operation.body, at->line + 1);
  if (!pasted) return {};
  return std::unexpected(pasted_refusal(file, *pasted, op));
}

LineSet all_named(const std::vector<Operation>& operations) {
  LineSet lines;
  for (const Operation& operation : operations) lines.add(named_lines(operation));
  return lines;
}

Error missing_version(const LoadedFile& file) {
  Error refused =
      refuse(Code::patch_syntax, concat(printable(file.given), ": the version that the edit is about is not named."),
             Json::object({{"path", file.given}, {"problem", "missing tag"}}));
  refused.reason = Reason::version_not_named;
  return refused;
}

Error out_of_range(const LoadedFile& file, LineNo line, std::uint32_t count, std::uint32_t row) {
  return refuse(Code::line_out_of_range,
                Json::object({{"path", file.given}, {"line", line.value}, {"count", count}, {"patch_line", row}}));
}

std::string_view reason_of(BlockProblem::Why why) {
  switch (why) {
    case BlockProblem::Why::no_grammar: return "the language of the file has no grammar here";
    case BlockProblem::Why::blank: return "the line is blank";
    case BlockProblem::Why::closer: return "the line closes a construct, or begins with what does";
    case BlockProblem::Why::nothing_begins: return "no construct begins on the line";
    case BlockProblem::Why::one_line: return "what begins there is one line only";
    case BlockProblem::Why::has_error: return "the construct does not parse";
    case BlockProblem::Why::decorated: return "the construct begins further up, with its first decorator or attribute";
    case BlockProblem::Why::no_parse: return "the file could not be parsed in time";
  }
  return "";
}

Error unresolved(const LoadedFile& file, LineNo line, const BlockProblem& problem, const Operation& operation) {
  Error refused = refuse(Code::block_unresolved, Json::object({{"path", file.given},
                                                               {"line", line.value},
                                                               {"patch_line", operation.row},
                                                               {"reason", reason_of(problem.why)},
                                                               {"deletes", std::get<Lines>(operation.target).deletes}}));
  if (problem.hint) refused.facts.set("begins_at", problem.hint->value);
  if (problem.why == BlockProblem::Why::one_line) refused.facts.set("one_line", true);
  return refused;
}

LineEdit edit_of(const Lines& lines, LineSpan span, const std::string& body, int op) {
  const Rows rows = lines.deletes ? Rows{} : rows_of(body);
  switch (lines.side) {
    case Side::before: return {between_lines(span.first), rows, op, Lean::below};
    case Side::after: return {between_lines(span.end), rows, op, Lean::above};
    case Side::over: break;
  }
  return {span, rows, op};
}

// Places all operations in the named version and collects every refusal.
class Placing {
 public:
  Placing(const LoadedFile& file, const NamedVersion& named, const Request& request, const Session& session)
      : file_(&file), named_(&named), request_(&request), session_(&session) {}

  std::vector<Placed> place(const std::vector<Operation>& operations, std::vector<ResolvedBlock>& blocks) {
    std::vector<Placed> placed;
    int number = 0;
    for (const Operation& operation : operations) {
      const int op = number++;
      Result<std::string> body = in_file_encoding(*file_, operation.body, request_->encoding);
      if (!body) {
        refusals_.push_back(std::move(body).error());
        continue;
      }
      const auto& lines = std::get<Lines>(operation.target);
      const LineSpan all = named_->text().all_lines();
      if (const Edge* const edge = std::get_if<Edge>(&lines.first)) {
        const bool head = *edge == Edge::head;
        placed.push_back(
            {{between_lines(head ? all.first : all.end), rows_of(*body), op, head ? Lean::above : Lean::below}, operation.row});
        continue;
      }
      const std::optional<LineSpan> span = span_of(operation, lines, blocks);
      if (!span) continue;
      Placed one{edit_of(lines, *span, *body, op), operation.row};
      one.touched.add(lines.side == Side::before  ? one_line(span->first)
                      : lines.side == Side::after ? LineSpan{span->last(), span->end}
                                                  : *span);
      placed.push_back(std::move(one));
    }
    return placed;
  }

  std::vector<Error>& refusals() { return refusals_; }

 private:
  Block block_at(LineNo line) const {
    if (session_->syntax == nullptr) return std::unexpected(BlockProblem{.why = BlockProblem::Why::no_grammar});
    return session_->syntax->ask(file_->inside, named_->text(), {.blocks = {line}}).blocks.front();
  }

  std::optional<LineSpan> span_of(const Operation& operation, const Lines& lines, std::vector<ResolvedBlock>& blocks) {
    const Text& text = named_->text();
    if (const AtBlock* const block = std::get_if<AtBlock>(&lines.first)) {
      const LineNo line = block->opens_at;
      if (!text.has(line)) {
        refusals_.push_back(out_of_range(*file_, line, text.line_count(), operation.row));
        return std::nullopt;
      }
      const Block found = block_at(line);
      if (!found.has_value()) {
        refusals_.push_back(unresolved(*file_, line, found.error(), operation));
        return std::nullopt;
      }
      blocks.push_back({operation.row, found.value(), shown_row(text, found->first), shown_row(text, found->last())});
      return found.value();
    }
    const LineNo first = std::get<AtLine>(lines.first).line;
    const LineNo last = lines.last ? std::get<AtLine>(*lines.last).line : first;
    for (const LineNo line : {first, last}) {
      if (text.has(line)) continue;
      refusals_.push_back(out_of_range(*file_, line, text.line_count(), operation.row));
      return std::nullopt;
    }
    return LineSpan{first, last + 1};
  }

  const LoadedFile* file_;
  const NamedVersion* named_;
  const Request* request_;
  const Session* session_;
  std::vector<Error> refusals_;
};

// Two operations on one line, or an insertion strictly inside what another replaces.
std::vector<Error> overlaps(const LoadedFile& file, const std::vector<Placed>& placed) {
  std::vector<const Placed*> order;
  order.reserve(placed.size());
  for (const Placed& one : placed) order.push_back(&one);
  std::ranges::stable_sort(order, {}, [](const Placed* one) { return one->edit.lines.first; });
  std::vector<Error> refusals;
  const Placed* widest = nullptr;  // the replacement that reaches furthest so far
  for (const Placed* const one : order) {
    const LineSpan lines = one->edit.lines;
    const bool inside =
        widest != nullptr && lines.first < widest->edit.lines.end && (!lines.empty() || lines.first > widest->edit.lines.first);
    if (inside) {
      const Placed* const later = one->row > widest->row ? one : widest;
      const Placed* const earlier = later == one ? widest : one;
      refusals.push_back(refuse(Code::overlapping_operations, Json::object({{"path", file.given},
                                                                            {"line", lines.first.value},
                                                                            {"first", earlier->edit.op + 1},
                                                                            {"second", later->edit.op + 1},
                                                                            {"patch_line", later->row},
                                                                            {"other_patch_line", earlier->row}})));
    }
    if (!lines.empty() && (widest == nullptr || lines.end > widest->edit.lines.end)) widest = one;
  }
  return refusals;
}

std::vector<LineEdit> edits_of(const std::vector<Placed>& placed) {
  std::vector<LineEdit> edits;
  edits.reserve(placed.size());
  for (const Placed& one : placed) edits.push_back(one.edit);
  return edits;
}

std::optional<Error> unseen(const Session& session, const LoadedFile& file, const NamedVersion& named,
                            const std::vector<Placed>& placed, const Policy& policy) {
  LineSet touched;
  for (const Placed& one : placed) touched.add(one.touched);
  const LineSet missing = named.not_shown(touched);
  if (missing.empty()) return std::nullopt;
  if (std::optional<Error> binary = holding_nul(file, named.is_current() ? missing : LineSet())) return binary;
  if (named.is_current()) {
    Error refused = not_shown(file, missing);
    show_missing(session, file, missing, refused, policy);
    return refused;
  }
  Error refused = not_shown(file, missing, " in the version that you name, and the file has changed since");
  show_current_rows(session, file, missing, refused, policy);
  // Without a tag, the same call still means the version that it was made for, and its rows cannot be shown any more.
  if (!policy.tags) refused.next = "Read the file again and repeat the edit with fresh anchors.";
  return refused;
}

Error stale(const Session& session, const LoadedFile& file, const std::optional<std::string>& tag, const LineSet& lines,
            Error unproven, const Policy& policy) {
  Error refused = std::move(unproven);
  refused.path = file.given;
  refused.facts.set("path", file.given);
  if (tag) refused.facts.set("version", *tag);
  for (Error& other : refused.others) other.path = file.given;
  show_current_rows(session, file, lines, refused, policy);
  return refused;
}

PlannedFile created(const LoadedFile& file, const Operation& operation) {
  PlannedFile planned{.outcome = outcome_of(file)};
  planned.outcome.created = true;
  std::string content;
  for (const std::string& row : rows_of(operation.body)) append(content, concat(row, '\n'));
  apply(planned.outcome, diff(file.text, Text(std::move(content))));
  return planned;
}

bool is_creation(const FileRequest& asked) {
  if (asked.tag || asked.operations.size() != 1) return false;
  const Lines* const lines = std::get_if<Lines>(&asked.operations.front().target);
  return lines != nullptr && std::holds_alternative<Edge>(lines->first);
}

// REM and MV apply to the file that the caller has seen, not to what it has become since.
Result<PlannedFile> plan_file_operation(const FileRequest& asked, const LoadedFile& file, const NamedVersion& named,
                                        const Session& session, const Policy& policy) {
  PlannedFile planned{.outcome = outcome_of(file)};
  if (!named.is_current()) {
    const std::string tag = asked.tag.value_or("");
    Error refused = refuse(Code::snapshot_stale,
                           concat(printable(file.given), ": the file has changed since #", tag,
                                  ", and only a file that was seen as it is can be removed or moved."),
                           Json::object({{"path", file.given}, {"version", tag}}));
    show_current_rows(session, file, {}, refused, policy);
    return std::unexpected(std::move(refused));
  }
  if (const Relocation* const move = std::get_if<Relocation>(&asked.operations.front().target)) {
    return moved(std::move(planned), *move, session);
  }
  apply(planned.outcome, diff(file.text, Text()));
  return removed(std::move(planned));
}

// The operations, moved to the current file.
Result<std::vector<LineEdit>> moved_along(const NamedVersion& named, std::vector<LineEdit> edits, const LoadedFile& file,
                                          const Session& session, const Policy& policy) {
  if (policy.stale_is_final && session.misread->is_stale(file.inside, named.version())) {
    return std::unexpected(
        refuse(policy.stale,
               concat(printable(file.given),
                      " has changed, and an edit of the version that you were shown was refused for it. Others "
                      "that were made together with it are not applied either."),
               Json::object({{"path", file.given}})));
  }
  for (const Drift& drift : named.way()) {
    KEDGE_TRY(edits, recover(drift, edits, policy.stale));
  }
  return edits;
}

// The version that the edit is about, and its operations by line numbers of that version.
Result<AnchoredLines> basis_of(const Request& request, const FileRequest& asked, const LoadedFile& file, const Session& session,
                               ShownVersions& shown) {
  if (names_by_hash(asked)) return find_anchored(request, asked, file, session, shown);
  const auto with_rows = [&](Error refused) {
    show_current_rows(session, file, all_named(asked.operations), refused, request.policy);
    return std::unexpected(std::move(refused));
  };
  if (!asked.tag) return with_rows(missing_version(file));
  Result<NamedVersion> found = NamedVersion::find(session, file, *asked.tag);
  if (!found) return with_rows(std::move(found).error());
  return AnchoredLines{*std::move(found), asked.operations, {}};
}

// Where two texts begin to differ; none if they are equal.
std::optional<LineNo> first_difference(const Text& one, const Text& other) {
  const std::size_t at = common_prefix(one.bytes(), other.bytes());
  if (at == one.size() && at == other.size()) return std::nullopt;
  return other.lines_touched({{at}, {std::min(at + 1, other.size())}}).first;
}

}  // namespace

Result<PlannedFile> plan_lines(const Request& request, const FileRequest& asked, const LoadedFile& file,
                               const Session& session) {
  if (!file.exists) {
    if (is_creation(asked)) return created(file, asked.operations.front());
    return std::unexpected(refuse(Code::not_found, Json::object({{"path", file.given}})));
  }
  const Policy& policy = request.policy;
  ShownVersions shown(session, file);
  Result<AnchoredLines> basis = basis_of(request, asked, file, session, shown);
  if (!basis) return std::unexpected(std::move(basis).error());
  NamedVersion& named = basis->version;
  const std::vector<Operation>& operations = basis->operations;
  if (!std::holds_alternative<Lines>(operations.front().target)) {
    return plan_file_operation(asked, file, named, session, policy);
  }

  PlannedFile planned{.outcome = outcome_of(file)};
  planned.outcome.tag_named = asked.tag.value_or("");
  planned.outcome.auto_corrections = std::move(basis->corrections);
  // With how the operations were understood, which is reported although nothing is written.
  const auto nothing = [&](Effect effect, std::string why = {}) {
    planned.outcome.effect = effect;
    if (!why.empty()) planned.warnings.push_back(std::move(why));
    return std::move(planned);
  };
  Placing placing(file, named, request, session);
  const std::vector<Placed> placed = placing.place(operations, planned.outcome.blocks);
  std::vector<Error>& refusals = placing.refusals();
  if (refusals.empty()) refusals = overlaps(file, placed);
  for (std::size_t i = 0; i < operations.size(); ++i) {
    Result<void> clean = check_pasted(file, shown, operations[i].body, static_cast<int>(i));
    if (clean) clean = check_counted(file, operations[i], static_cast<int>(i));
    if (clean) continue;
    clean.error().facts.set("patch_line", operations[i].row);
    refusals.push_back(std::move(clean).error());
  }
  if (!refusals.empty()) return std::unexpected(together(std::move(refusals)));

  const std::vector<LineEdit> edits = edits_of(placed);
  KEDGE_TRY(const ChangeSet on_named, replace_lines(named.text(), edits));
  const ChangeSet effective = on_named.trimmed(named.text());
  if (effective.empty()) return nothing(Effect::nothing_to_do);
  if (!named.is_current() && effective.makes(named.text(), file.text)) {
    return nothing(Effect::already_applied, "the file is what this edit makes of the version that it names");
  }
  // A caller that names the current version means the file as it is now, not a repeat of its previous call.
  if (!(asked.tag && named.is_current())) {
    if (std::optional<std::string> repeated = repeats_itself(session, file, request, asked)) {
      return nothing(Effect::already_applied, *std::move(repeated));
    }
  }
  if (std::optional<Error> refused = unseen(session, file, named, placed, policy)) return std::unexpected(*std::move(refused));

  std::vector<LineEdit> now = edits;
  if (!named.is_current()) {
    named.find_way();
    Result<std::vector<LineEdit>> moved = moved_along(named, now, file, session, policy);
    if (!moved) {
      const LineSet there = likely_lines(named.text(), file.text, all_named(operations));
      Error refused = stale(session, file, asked.tag, there, std::move(moved).error(), policy);
      refused.misread = Misread{file.inside, named.version()};
      return std::unexpected(std::move(refused));
    }
    if (inserted_already(named.text(), edits, file.text, *moved)) {
      return nothing(Effect::already_applied, "these very rows have been put there since the file was shown");
    }
    now = *std::move(moved);
    if (!policy.tags)
      planned.outcome.recovered = "the file had changed since it was shown; the lines were followed to where they are";
    planned.outcome.drifted = named.others_changed() && named.kedge_changed() ? DriftMaker::both
                              : named.kedge_changed()                         ? DriftMaker::kedge
                                                                              : DriftMaker::others;
  }
  KEDGE_TRY(const ChangeSet changes, replace_lines(file.text, now));
  KEDGE_DO(check_changes(file, changes));
  apply(planned.outcome, changes.trimmed(file.text));
  if (!named.is_current()) planned.outcome.differs_from = first_difference(named.text(), planned.outcome.after);
  // If suspicious results are refused, the checks of verify/ say everything, without a correction.
  if (policy.suspicious == Suspicion::refuse) return planned;
  BorderFindings borders = border_findings(file.inside, file.text, now, planned.outcome.after, session.syntax);
  for (Finding& finding : borders.findings) {
    // The correction is for the version that the caller named.
    if (!named.is_current()) finding.corrected.clear();
    planned.findings.push_back(std::move(finding));
  }
  for (SyntaxError& error : borders.new_errors) {
    planned.outcome.diagnostics.push_back({error.line, error.column, std::move(error.message)});
  }
  return planned;
}

}  // namespace kedge
