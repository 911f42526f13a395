#include "plan/locate_passages.hpp"

#include <algorithm>

#include "plan/passage_edits.hpp"
#include "plan/place_passages.hpp"
#include "plan/quotation_refusals.hpp"
#include "resolve/row_places.hpp"
#include "text/blanks.hpp"
#include "text/line_quality.hpp"

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

// Empty rows at the edges of a passage often only separate it from its surroundings. If they are neither in the file nor in a
// version that was shown, the rows between them are enough.
Passage without_loose_edges(const Passage& passage, const Text& text, Basis& basis) {
  const auto is_loose = [](const PassageRow& row) { return row.fate == RowFate::kept && row.text.empty(); };
  const auto is_loose_head = [](const PassageRow& row) { return row.fate != RowFate::added && row.text.empty(); };
  const auto stands = [&](const Passage& one) {
    const Rows quoted = quoted_passage(one, 0).quoted;
    const bool says_something = std::ranges::any_of(quoted, [](const std::string& row) { return !row.empty(); });
    return says_something && !row_places(text, quoted, MatchMode::uniform_indentation, 1).empty();
  };
  if (passage.rows.empty() || (!is_loose_head(passage.rows.front()) && !is_loose(passage.rows.back())) || stands(passage)) {
    return passage;
  }
  const Rows whole = quoted_passage(passage, 0).quoted;
  for (std::size_t i = 0; i < basis.size(); ++i) {
    const Text* const shown = basis.text(i);
    if (shown != nullptr && !row_places(*shown, whole, MatchMode::exact, 1).empty()) return passage;
  }
  Passage without_tail = passage;
  while (!passage.ends_file && !without_tail.rows.empty() && is_loose(without_tail.rows.back())) without_tail.rows.pop_back();
  if (stands(without_tail)) return without_tail;
  for (Passage without_head : {passage, without_tail}) {
    while (!without_head.rows.empty() && is_loose_head(without_head.rows.front())) {
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

Indentation passage_indentation(const Text& text, const QuotedPassage& quoted, const PlacedPassage& placed) {
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

class PassageLocator final : public Locator {
 public:
  PassageLocator(const FileTask& task, std::vector<QuotedPassage> passages) : task_(&task), passages_(std::move(passages)) {}

  std::vector<Location> locate(std::size_t version, Belief belief) override {
    const Text& text = *task_->basis.text(version);
    if (belief == Belief::version) return locate(text, nullptr, true);
    const LineSet rows = task_->basis.rows(version, belief, task_->refused_before());
    return locate(text, &rows, false);
  }
  std::vector<Location> locate_now() override { return locate(task_->file.text, nullptr, false); }
  std::vector<Error> refusals(const std::vector<Missed>& missed) override;
  std::optional<Quotes> quotes() const override { return Quotes::lines; }

 private:
  std::vector<Location> locate(const Text& text, const LineSet* rows, bool only_exact) const;
  Location located(const Text& text, const QuotedPassage& quoted, const PlacedPassage& placed) const;

  const FileTask* task_;
  std::vector<QuotedPassage> passages_;
};

Location PassageLocator::located(const Text& text, const QuotedPassage& quoted, const PlacedPassage& placed) const {
  std::expected<std::vector<LineEdit>, std::string> edits = line_edits_of(text, quoted, placed);
  if (!edits) {
    return std::unexpected(Misfit{.why = Misfit::Why::unclear, .places = {placed.lines}, .detail = std::move(edits).error()});
  }
  Located one{.op = quoted.op, .quoted = {placed.lines}, .edits = *std::move(edits), .passage = &quoted, .mode = placed.mode};
  one.once = [&quoted](const Text& other) { return row_places(other, quoted.quoted, MatchMode::exact, 2).size() == 1; };
  one.indented = {passage_indentation(text, quoted, placed), {}, quoted.op};
  std::size_t replaced = 0;
  for (const LineEdit& edit : one.edits) {
    std::ranges::copy(edit.rows, std::back_inserter(one.indented.rows));
    replaced += edit.lines.size();
  }
  one.indented.more_than_quoted = one.indented.rows.size() > replaced;
  return one;
}

std::vector<Location> PassageLocator::locate(const Text& text, const LineSet* rows, bool only_exact) const {
  std::vector<Location> all;
  Policy policy = task_->policy();
  if (only_exact) policy.lowest_unasked = MatchMode::exact;
  const std::vector<Placement> placed = place_passages(text, passages_, policy, rows);
  all.reserve(passages_.size());
  for (std::size_t i = 0; i < passages_.size(); ++i) {
    all.push_back(placed[i] ? located(text, passages_[i], *placed[i]) : Location(std::unexpected(placed[i].error())));
  }
  return all;
}

std::vector<Error> PassageLocator::refusals(const std::vector<Missed>& missed) {
  constexpr std::size_t most_explained = 5;  // the nearest region is searched for in the whole file
  std::vector<Error> all;
  for (const auto& [k, misfit] : missed) {
    const bool explained = all.size() < most_explained || misfit.why != Misfit::Why::nowhere;
    all.push_back(explained ? passage_refusal(*task_, passages_[k], misfit)
                            : refuse(Code::no_match, {{"path", task_->file.given}}));
    all.back().op = passages_[k].op + 1;
  }
  return all;
}

}  // namespace

Result<std::unique_ptr<Locator>> passage_locator(const FileTask& task) {
  const LoadedFile& file = task.file;
  std::vector<QuotedPassage> passages;
  std::vector<Error> refusals;
  int op = -1;
  for (const Operation& operation : task.asked.operations) {
    ++op;
    const Passage* const passage = std::get_if<Passage>(&operation.target);
    if (passage == nullptr) continue;
    Result<Passage> encoded = in_encoding_of(file, *passage, task.request.encoding);
    if (!encoded) {
      refusals.push_back(std::move(encoded).error());
      continue;
    }
    for (const Passage& piece : without_elisions(*encoded, file.text)) {
      const bool tolerant = task.policy().lowest_unasked != MatchMode::exact;
      passages.push_back(quoted_passage(tolerant ? without_loose_edges(piece, file.text, task.basis) : piece, op));
      if (std::optional<Error> pasted = pasted_passage(task, passages.back())) refusals.push_back(*std::move(pasted));
    }
  }
  if (!refusals.empty()) return std::unexpected(together(std::move(refusals)));
  if (passages.empty()) return nullptr;
  return std::make_unique<PassageLocator>(task, std::move(passages));
}

}  // namespace kedge
