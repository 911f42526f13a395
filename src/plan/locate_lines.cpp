#include "plan/locate_lines.hpp"

#include <algorithm>

#include "plan/shown_rows.hpp"
#include "render/row.hpp"
#include "resolve/line_labels.hpp"
#include "support/common_ends.hpp"
#include "support/overloaded.hpp"
#include "support/strings.hpp"
#include "verify/diff_context.hpp"
#include "verify/elision.hpp"

namespace kedge {
namespace {

Location unlocated(Error refusal) {
  return std::unexpected(Misfit{.why = Misfit::Why::refused, .refusal = std::move(refusal)});
}

Error out_of_range(const LoadedFile& file, LineNo line, std::uint32_t count, std::uint32_t row) {
  return refuse(Code::line_out_of_range, {{"path", file.given}, {"line", line.value}, {"count", count}, {"patch_line", row}});
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
  Error refused = refuse(Code::block_unresolved, {{"path", file.given},
                                                  {"line", line.value},
                                                  {"patch_line", operation.row},
                                                  {"reason", reason_of(problem.why)},
                                                  {"deletes", std::get<Lines>(operation.target).deletes}});
  if (problem.hint) refused.facts.set("begins_at", problem.hint->value);
  if (problem.why == BlockProblem::Why::one_line) refused.facts.set("one_line", true);
  return refused;
}

// Lists count from one as well: in prose, and wherever the colon is followed by a blank or a number (`1: a`, `1:30`). But rows
// that read like one of the first lines are those lines.
bool may_be_a_list(const FileTask& task, const PastedPrefix& counted) {
  if (counted.has_hashes) return false;
  const Rows rows = rows_of(counted.cleaned);
  const std::string& row = rows.front();
  if (row.empty()) return true;
  // A list without blanks after its numbers has no empty items.
  const bool has_empty = std::ranges::any_of(rows, [](const std::string& one) { return one.empty(); });
  if (has_empty && row.front() != ' ' && row.front() != '\t') return false;
  const Text& text = task.file.text;
  constexpr std::uint32_t first_lines = 3;
  constexpr double alike = 0.5;
  for (LineNo line{1}; line <= LineNo{first_lines} && text.has(line); line = line + 1) {
    const std::string_view content = text.content(line);
    const std::size_t shorter = std::min(row.size(), content.size());
    const bool begins_alike = 2 * common_prefix(row, content) > shorter && shorter > 10;
    if (begins_alike || similarity(row, content, task.basis.likeness()) >= alike) return false;
  }
  return is_prose(task.file.given) || row.front() == ' ' || row.front() == '\t' || (row.front() >= '0' && row.front() <= '9');
}

// A body that carries the prefixes of shown rows, or exactly the numbers that its rows would get.
std::optional<Error> pasted_into(const FileTask& task, const Operation& operation, int op, LineSpan span) {
  // What ends the last row is not part of it: in a message it would look like one more row.
  std::string body = operation.body;
  if (body.ends_with('\n')) body.pop_back();
  std::optional<Error> refused = pasted_prefix_in(task.file, task.shown(), body, op);
  const auto& lines = std::get<Lines>(operation.target);
  if (!refused && !body.empty()) {
    std::vector<std::string_view> kept;
    const bool replaces = lines.side == Side::over && span.end <= task.file.text.all_lines().end;
    for (LineNo line = span.first; replaces && line < span.end; line = line + 1) kept.push_back(task.file.text.content(line));
    std::optional<PastedPrefix> counted = counted_rows(body, span.first, kept);
    // In a file of such rows they are content.
    if (counted && !kept.empty() && counted_rows(kept.front(), span.first)) counted.reset();
    if (counted && span.first == LineNo{1} && may_be_a_list(task, *counted)) counted.reset();
    if (!counted && lines.side == Side::after && span.end != span.first) counted = counted_rows(body, span.end);
    if (counted) refused = pasted_refusal(task.file, *counted, op);
  }
  if (refused) refused->facts.set("patch_line", operation.row);
  return refused;
}

// Rows without their sign that quote the file as a diff does.
std::optional<Error> context_in(const FileTask& task, const Text& text, const Operation& operation, const LineEdit& edit) {
  std::optional<DiffContext> found = diff_context(text, edit.lines, edit.rows, operation.unmarked);
  if (!found) return std::nullopt;
  const auto row = operation.row + 1 + static_cast<std::uint32_t>(found->row);
  Error refused = refuse(
      Code::patch_syntax,
      concat("line ", row, ": the row \"", printable(edit.rows[found->row]), "\" is line ", found->line.value, " of ",
             printable(task.file.given),
             " with a blank before it, as a diff writes context. There are no context rows here: the header says where the new "
             "rows go. If the row is to be written with that blank, put a + before it."),
      {{"path", task.file.given}, {"patch_line", row}, {"line", found->line.value}});
  const auto& lines = std::get<Lines>(operation.target);
  using Named = CorrectedLines::Named;
  const Named named = std::holds_alternative<Edge>(lines.first) ? Named::edge
                      : lines.side == Side::after               ? Named::above
                                                                : Named::below;
  if (!found->corrected.empty()) correct(refused, CorrectedLines{edit.op, edit.lines, std::move(found->corrected), named});
  return refused;
}

class LineLocator final : public Locator {
 public:
  explicit LineLocator(const FileTask& task) : task_(&task) {}

  std::vector<Location> locate(std::size_t version, Belief /*rows are checked later*/) override {
    std::vector<Location> all;
    all.reserve(task_->asked.operations.size());
    for (const Operation& operation : task_->asked.operations) {
      const Text& text = *task_->basis.text(version);
      Location found = locate(text, operation, static_cast<int>(all.size()));
      std::optional<Error> context = found ? context_in(*task_, text, operation, found->edits.front()) : std::nullopt;
      all.push_back(context ? unlocated(*std::move(context)) : std::move(found));
    }
    return all;
  }
  std::vector<Error> refusals(const std::vector<Missed>& missed) override {
    std::vector<Error> all;
    all.reserve(missed.size());
    for (const Missed& one : missed) all.push_back(one.misfit.refusal.value_or(refuse(Code::no_match)));
    return all;
  }

 private:
  Location locate(const Text& text, const Operation& operation, int op) const {
    const auto& lines = std::get<Lines>(operation.target);
    const LoadedFile& file = task_->file;
    if (const Edge* const edge = std::get_if<Edge>(&lines.first)) {
      const bool head = *edge == Edge::head;
      const LineSpan all = text.all_lines();
      Location located = located_lines(*task_, operation, op, between_lines(head ? all.first : all.end));
      if (located) located->edits.front().lean = head ? Lean::above : Lean::below;
      return located;
    }
    if (const AtBlock* const block = std::get_if<AtBlock>(&lines.first)) {
      const LineNo line = block->opens_at;
      if (!text.has(line)) return unlocated(out_of_range(file, line, text.line_count(), operation.row));
      const Block found = block_at(text, line);
      if (!found.has_value()) return unlocated(unresolved(file, line, found.error(), operation));
      Location located = located_lines(*task_, operation, op, found.value());
      const auto shown = [&](LineNo at) { return shown_row(text, at); };
      if (located) located->blocks = {{operation.row, found.value(), shown(found->first), shown(found->last())}};
      return located;
    }
    const LineNo first = std::get<AtLine>(lines.first).line;
    const LineNo last = lines.last ? std::get<AtLine>(*lines.last).line : first;
    for (const LineNo line : {first, last}) {
      if (!text.has(line)) return unlocated(out_of_range(file, line, text.line_count(), operation.row));
    }
    return located_lines(*task_, operation, op, {first, last + 1});
  }

  Block block_at(const Text& text, LineNo line) const {
    Syntax* const syntax = task_->session.syntax;
    if (syntax == nullptr) return std::unexpected(BlockProblem{.why = BlockProblem::Why::no_grammar});
    return syntax->ask(task_->file.inside, text, {.blocks = {line}}).blocks.front();
  }

  const FileTask* task_;
};

}  // namespace

Location located_lines(const FileTask& task, const Operation& operation, int op, LineSpan span) {
  const auto& lines = std::get<Lines>(operation.target);
  if (std::optional<Error> pasted = pasted_into(task, operation, op, span)) return unlocated(*std::move(pasted));
  Result<std::string> body = in_file_encoding(task.file, operation.body, task.request.encoding);
  if (!body) return unlocated(std::move(body).error());
  LineEdit edit{span, lines.deletes ? Rows{} : rows_of(*body), op};
  Located located{.op = op, .row = operation.row};
  if (span.empty()) {
    // An edge of the file can be named without having been shown.
  } else if (lines.side == Side::before) {
    edit.lines = between_lines(span.first);
    located.named.add(one_line(span.first));
  } else if (lines.side == Side::after) {
    edit.lines = between_lines(span.end);
    edit.lean = Lean::above;
    located.named.add({span.last(), span.end});
  } else {
    located.named.add(span);
  }
  located.edits.push_back(std::move(edit));
  return located;
}

LineSet named_lines(const std::vector<Operation>& operations) {
  LineSet all;
  for (const Operation& operation : operations) {
    const Lines* const lines = std::get_if<Lines>(&operation.target);
    if (lines == nullptr) continue;
    std::visit(overloaded{[&](const AtLine& at) {
                            const AtLine* const last = lines->last ? std::get_if<AtLine>(&*lines->last) : &at;
                            all.add({at.line, std::max(at.line, last != nullptr ? last->line : at.line) + 1});
                          },
                          [&](const AtBlock& at) { all.add(one_line(at.opens_at)); }, [](const auto&) {}},
               lines->first);
  }
  return all;
}

namespace {

// Rows around a place. If rows without a word cannot be anchors, up to one that can on each side: a hash names it alone.
LineSpan rows_to_show(const Text& text, LineSpan span, const std::optional<LineLabels>& labels) {
  constexpr std::uint32_t furthest_anchor = 12;
  LineSpan rows = with_context(text, span, rows_around_anchor);
  if (!labels) return rows;
  const auto is_good = [&](LineNo line) { return labels->quality(line) != LineQuality::low && labels->is_unique(line); };
  const auto any_good = [&](LineNo first, LineNo end) {
    for (LineNo line = first; line < end; line = line + 1) {
      if (is_good(line)) return true;
    }
    return false;
  };
  const LineNo top{rows.first.value > furthest_anchor ? rows.first.value - furthest_anchor : 1};
  const LineNo bottom = std::min(rows.end + furthest_anchor, text.all_lines().end);
  while (rows.first > top && !any_good(rows.first, span.first)) rows.first = rows.first - 1;
  while (rows.end < bottom && !any_good(span.end, rows.end)) rows.end = rows.end + 1;
  return rows;
}

}  // namespace

void show_current_rows(const Session& session, const LoadedFile& file, const LineSet& lines, Error& refusal,
                       const Policy& policy) {
  LineSet shown;
  std::optional<LineLabels> labels;
  if (policy.refuses_low_entropy) labels.emplace(HashIndex(file.text));
  for (const LineSpan& span : lines.spans()) shown.add(rows_to_show(file.text, span, labels));
  if (shown.empty()) shown.add(with_context(file.text, between_lines(LineNo{1}), rows_around_anchor));
  add_shown(file, add_rows(session, file, shown, refusal, policy), refusal);
}

Result<std::unique_ptr<Locator>> line_locator(const FileTask& task) { return std::make_unique<LineLocator>(task); }

}  // namespace kedge
