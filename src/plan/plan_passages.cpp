#include "plan/plan_passages.hpp"

#include <algorithm>

#include "edit/diff.hpp"
#include "plan/already_applied.hpp"
#include "plan/misread_indentation.hpp"
#include "plan/passage_proof.hpp"
#include "plan/passage_refusals.hpp"
#include "plan/shown_rows.hpp"
#include "resolve/row_places.hpp"
#include "support/strings.hpp"
#include "text/blanks.hpp"
#include "text/line_quality.hpp"
#include "verify/foreign_indentation.hpp"

namespace kedge {
namespace {

// Rows of dots that are not in the file stand for lines that are kept: what is around them becomes separate passages.
std::vector<Passage> without_elisions(const Passage& passage, const Text& text) {
  const auto is_elided = [](const PassageRow& row) { return row.fate == RowFate::elided; };
  if (std::ranges::none_of(passage.rows, is_elided)) return {passage};
  Passage literal = passage;
  literal.rows.clear();
  for (const PassageRow& row : passage.rows) {
    if (!is_elided(row)) {
      literal.rows.push_back(row);
    } else if (row.text == row.written) {
      literal.rows.push_back({RowFate::kept, row.text});
    } else {
      literal.rows.push_back({RowFate::removed, row.text});
      literal.rows.push_back({RowFate::added, row.written});
    }
  }
  const QuotedPassage quoted = quoted_passage(literal, 0);
  if (!row_places(text, quoted.quoted, MatchMode::uniform_indentation, 1).empty()) return {literal};
  std::vector<Passage> pieces;
  Passage piece = passage;
  piece.rows.clear();
  const auto close = [&] {
    if (!piece.rows.empty()) {
      pieces.push_back(piece);
      piece.in_order = true;
    }
    piece.rows.clear();
  };
  for (const PassageRow& row : passage.rows) {
    if (is_elided(row)) {
      close();
    } else {
      piece.rows.push_back(row);
    }
  }
  close();
  return pieces;
}

// Empty rows at the edges of a passage often only separate it from its surroundings. If they are not in the file, the rows
// between them are enough.
Passage without_loose_edges(const Passage& passage, const Text& text) {
  const auto is_loose = [](const PassageRow& row) { return row.fate == RowFate::kept && row.text.empty(); };
  const auto stands = [&](const Passage& one) {
    const Rows quoted = quoted_passage(one, 0).quoted;
    const bool says_something = std::ranges::any_of(quoted, [](const std::string& row) { return !row.empty(); });
    return says_something && !row_places(text, quoted, MatchMode::uniform_indentation, 1).empty();
  };
  if (passage.rows.empty() || (!is_loose(passage.rows.front()) && !is_loose(passage.rows.back())) || stands(passage)) {
    return passage;
  }
  Passage without_tail = passage;
  while (!passage.ends_file && !without_tail.rows.empty() && is_loose(without_tail.rows.back())) without_tail.rows.pop_back();
  if (stands(without_tail)) return without_tail;
  for (Passage without_head : {passage, without_tail}) {
    while (!without_head.rows.empty() && is_loose(without_head.rows.front())) {
      without_head.rows.erase(without_head.rows.begin());
      if (without_head.line) without_head.line = *without_head.line + 1;
    }
    if (stands(without_head)) return without_head;
  }
  return passage;
}

// Every row in the encoding of the file.
Result<Passage> in_encoding_of(const LoadedFile& file, Passage passage, const std::string& encoding) {
  for (PassageRow& row : passage.rows) {
    if (row.fate != RowFate::added && encoding.empty()) continue;
    KEDGE_TRY(row.text, in_file_encoding(file, row.text, encoding));
  }
  return passage;
}

// The passages of the request. Those that change nothing only say where the others are.
Result<std::vector<QuotedPassage>> passages_of(const Request& request, const FileRequest& asked, const LoadedFile& file) {
  std::vector<QuotedPassage> passages;
  std::vector<Error> refusals;
  int op = -1;
  for (const Operation& operation : asked.operations) {
    ++op;
    const Passage* const passage = std::get_if<Passage>(&operation.target);
    if (passage == nullptr) continue;
    Result<Passage> encoded = in_encoding_of(file, *passage, request.encoding);
    if (!encoded) {
      refusals.push_back(std::move(encoded).error());
      continue;
    }
    for (const Passage& piece : without_elisions(*encoded, file.text)) {
      const bool tolerant = request.policy.lowest_unasked != MatchMode::exact;
      passages.push_back(quoted_passage(tolerant ? without_loose_edges(piece, file.text) : piece, op));
    }
  }
  if (!refusals.empty()) return std::unexpected(together(std::move(refusals)));
  return passages;
}

Indentation quoted_indentation(const Text& text, const QuotedPassage& quoted, const PlacedPassage& placed) {
  Indentation seen = Indentation::not_quoted;
  for (std::uint32_t i = 0; i < quoted.quoted.size(); ++i) {
    const std::string& row = quoted.quoted[i];
    const std::string_view indentation = indentation_of(row);
    if (indentation.size() == row.size()) continue;
    const bool exact = placed.mode == MatchMode::exact;  // whatever is before the first line (a BOM)
    if (!exact && indentation_of(text.content(placed.lines.first + i)) != indentation) return Indentation::otherwise;
    if (!indentation.empty() && !is_low(row)) seen = Indentation::as_in_file;
  }
  return seen;
}

// Whether the file is misread without harm; refused if it does harm.
Result<bool> check_indentation(const LoadedFile& file, const ProvenPassages& proven, std::span<const QuotedPassage> passages,
                               const Session& session) {
  std::vector<IndentedRows> rows;
  for (std::size_t i = 0; i < proven.placed.size(); ++i) {
    IndentedRows one{.quoted = quoted_indentation(proven.placed_in, passages[i], proven.placed[i]), .op = passages[i].op};
    for (const LineEdit& edit : proven.edited[i].edits) std::ranges::copy(edit.rows, std::back_inserter(one.rows));
    rows.push_back(std::move(one));
  }
  if (std::optional<Error> uneven = uneven_indentation(file, rows, *session.misread))
    return std::unexpected(*std::move(uneven));
  return misreads(rows);
}

// With several parts, the text has to say which one is meant.
Error with_number(Error refused, std::size_t parts) {
  if (refused.op && parts > 1) refused.what = concat("part ", *refused.op, ": ", refused.what);
  for (Error& other : refused.others) other = with_number(std::move(other), parts);
  return refused;
}

Result<PlannedFile> plan_edit(const Request& request, const FileRequest& asked, const LoadedFile& file,
                              const Session& session) {
  KEDGE_DO(check_search(file, asked.operations.size()));
  PlannedFile planned{.outcome = outcome_of(file)};
  KEDGE_TRY(const std::vector<QuotedPassage> passages, passages_of(request, asked, file));
  ShownVersions shown(session, file);
  if (passages.empty()) return nothing_to_do(file);
  if (std::optional<std::string> repeated = repeats_itself(session, file, request, asked)) {
    return applied_already(file, *std::move(repeated));
  }
  Result<ProvenPassages> proven = prove_passages(session, file, shown, request.policy, passages);
  if (!proven) return std::unexpected(with_number(std::move(proven).error(), asked.operations.size()));
  if (const std::optional<std::string>& already = proven->already) return applied_already(file, *already);
  KEDGE_TRY(planned.misread, check_indentation(file, *proven, passages, session));
  Result<ChangeSet> changes = changes_of(file.text, proven->edited);
  if (!changes) return std::unexpected(about_file(std::move(changes).error(), file));
  KEDGE_DO(check_changes(file, *changes));
  planned.outcome.replacements = changes->edits().size();
  planned.outcome.recovered = proven->recovered;
  for (const PlacedPassage& placed : proven->placed) {
    planned.outcome.match_mode = std::max(planned.outcome.match_mode, placed.mode);
  }
  if (planned.outcome.match_mode != MatchMode::exact) {
    planned.warnings.push_back(concat("the quoted lines fit only by the rung ", name_of(planned.outcome.match_mode),
                                      "; lines that were kept have the file's own bytes"));
  }
  apply(planned.outcome, *std::move(changes));
  if (std::optional<Finding> found = foreign_indentation(file.text, planned.outcome.after, planned.outcome.changes)) {
    planned.findings.push_back(*std::move(found));
  }
  return planned;
}

// The result must be empty, otherwise another file was meant.
Result<PlannedFile> removed_if_empty(PlannedFile planned, const LoadedFile& file) {
  const std::uint32_t left = planned.outcome.after.line_count();
  if (planned.outcome.after.size() == 0) return removed(std::move(planned));
  return std::unexpected(refuse(Code::no_match,
                                concat(printable(file.given), ": the file is to go, and the quoted lines are not all of it; ",
                                       counted(left, "line"), " would be left."),
                                Json::object({{"path", file.given}, {"lines_left", left}})));
}

// Whether an earlier call has deleted the file or moved it.
bool was_taken_away(const Request& request, const LoadedFile& file, const Session& session) {
  const std::optional<Record> record = session.store.same_call(session.id, request.identity);
  if (!record || record->undone) return false;
  const auto found = std::ranges::find(record->files, file.inside, &RecordedFile::path);
  return found != record->files.end() && (!found->after || !found->destination.empty());
}

}  // namespace

Result<PlannedFile> plan_passages(const Request& request, const FileRequest& asked, const LoadedFile& file,
                                  const Session& session) {
  const Target& last = asked.operations.back().target;
  const Relocation* const move = std::get_if<Relocation>(&last);
  const bool removes = std::holds_alternative<Removal>(last);
  if (!file.exists) {
    if ((removes || move != nullptr) && was_taken_away(request, file, session)) {
      return applied_already(file, "this very call has taken the file away before");
    }
    return std::unexpected(refuse(Code::not_found, Json::object({{"path", file.given}})));
  }
  if (removes && asked.operations.size() == 1) {
    if (file.text.size() > 0) KEDGE_DO(check_seen(file, session, request.policy));
    PlannedFile planned{.outcome = outcome_of(file)};
    apply(planned.outcome, diff(file.text, Text()));
    return removed(std::move(planned));
  }
  KEDGE_TRY(PlannedFile planned, plan_edit(request, asked, file, session));
  if (removes) return removed_if_empty(std::move(planned), file);
  if (move == nullptr || planned.outcome.effect == Effect::already_applied) return planned;
  return moved(std::move(planned), *move, session);
}

}  // namespace kedge
