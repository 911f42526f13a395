// The main laws once more with rapidcheck, on larger cases than elsewhere: what breaks one of them is shrunk to the
// smallest case that still does. RC_PARAMS="max_success=10000" tries more of them.
#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <algorithm>

#include "edit/diff.hpp"
#include "edit/drift.hpp"
#include "edit/rebase.hpp"
#include "edit/recover.hpp"
#include "edit/replace_lines.hpp"
#include "laws/line_edit_model.hpp"
#include "laws/random_changes.hpp"
#include "laws/small_worlds.hpp"

namespace kedge::laws {

// A text as a list of pieces, so that shrinking takes away whole lines.
struct Pieces {
  std::vector<std::string> pieces;

  Text text() const {
    std::string bytes;
    for (const std::string& piece : pieces) bytes += piece;
    return Text(bytes);
  }
};

// Edits by numbers that fit any text: taken modulo its size, and left out where they overlap an earlier one.
struct LooseEdit {
  std::uint32_t begin = 0, size = 0;
  std::string text;
  Lean lean = Lean::neither;
};

ChangeSet fitted(const Text& base, const std::vector<LooseEdit>& loose) {
  std::vector<Edit> edits;
  for (const LooseEdit& wanted : loose) {
    const std::size_t begin = wanted.begin % (base.size() + 1);
    const std::size_t end = std::min(base.size(), begin + wanted.size);
    const Edit edit{{{begin}, {end}}, wanted.text, static_cast<int>(edits.size()), wanted.lean};
    if (std::ranges::none_of(edits, [&](const Edit& other) { return overlap(edit, other); })) edits.push_back(edit);
  }
  return ChangeSet::make(base, edits).value();
}

LineEdit fitted(const Text& base, const LooseEdit& loose, const Pieces& body) {
  const LineNo end = base.all_lines().end;
  const LineNo first{1 + loose.begin % end.value};
  Rows rows;
  for (const std::string& piece : body.pieces) rows.push_back(rows_of(piece).front());
  return {{first, std::min(end, first + loose.size)}, rows, 0, loose.lean};
}

void showValue(const Pieces& pieces, std::ostream& out) { out << shown(pieces.text()); }
void showValue(const LooseEdit& edit, std::ostream& out) {
  out << "at " << edit.begin << " for " << edit.size << ": " << shown(edit.text) << " leaning " << static_cast<int>(edit.lean);
}

}  // namespace kedge::laws

namespace rc {

template <>
struct Arbitrary<kedge::laws::Pieces> {
  static Gen<kedge::laws::Pieces> arbitrary() {
    const auto piece =
        gen::element<std::string>("a\n", "b\n", "}\n", "  x\n", "\n", "a\r\n", "b\r\n", "a", "\r", "\xEF\xBB\xBF");
    return gen::build<kedge::laws::Pieces>(
        gen::set(&kedge::laws::Pieces::pieces, gen::container<std::vector<std::string>>(piece)));
  }
};

template <>
struct Arbitrary<kedge::laws::LooseEdit> {
  static Gen<kedge::laws::LooseEdit> arbitrary() {
    using kedge::laws::LooseEdit;
    return gen::build<LooseEdit>(
        gen::set(&LooseEdit::begin, gen::inRange<std::uint32_t>(0, 400)),
        gen::set(&LooseEdit::size, gen::inRange<std::uint32_t>(0, 8)),
        gen::set(&LooseEdit::text, gen::element<std::string>("", "x", "a\n", "\n", "b\r\n")),
        gen::set(&LooseEdit::lean, gen::element(kedge::Lean::neither, kedge::Lean::above, kedge::Lean::below)));
  }
};

}  // namespace rc

namespace kedge::laws {
namespace {

RC_GTEST_PROP(ShrinkingLaws, DiffAppliedToTheOldTextGivesTheNewOne, (const Pieces& before, const Pieces& after)) {
  RC_ASSERT(diff(before.text(), after.text()).apply(before.text()) == after.text());
}

RC_GTEST_PROP(ShrinkingLaws, InvertTakesBackWhatApplyDid, (const Pieces& pieces, const std::vector<LooseEdit>& edits)) {
  const Text base = pieces.text();
  const ChangeSet changes = fitted(base, edits);
  RC_ASSERT(changes.invert(base).apply(changes.apply(base)) == base);
}

RC_GTEST_PROP(ShrinkingLaws, ThenDoesWhatOneAfterTheOtherDoes,
              (const Pieces& pieces, const std::vector<LooseEdit>& edits, const std::vector<LooseEdit>& more)) {
  const Text base = pieces.text();
  const ChangeSet first = fitted(base, edits);
  const Text middle = first.apply(base);
  const ChangeSet second = fitted(middle, more);
  RC_ASSERT(first.then(middle, second).apply(base) == second.apply(middle));
}

RC_GTEST_PROP(ShrinkingLaws, RebaseIsSymmetric,
              (const Pieces& pieces, const std::vector<LooseEdit>& my_edits, const std::vector<LooseEdit>& their_edits)) {
  const Text base = pieces.text();
  const ChangeSet mine = fitted(base, my_edits);
  const ChangeSet theirs = fitted(base, their_edits);
  const Result<ChangeSet> over_theirs = rebase(base, mine, theirs);
  const Result<ChangeSet> over_mine = rebase(base, theirs, mine);
  RC_ASSERT(over_theirs.has_value() == over_mine.has_value());
  if (over_theirs) RC_ASSERT(over_theirs->apply(theirs.apply(base)) == over_mine->apply(mine.apply(base)));
}

RC_GTEST_PROP(ShrinkingLaws, LineEditsFollowTheRules, (const Pieces& pieces, const LooseEdit& loose, const Pieces& body)) {
  const Text base = pieces.text();
  const LineEdit edit = fitted(base, loose, body);
  const Text after = replace_lines(base, std::vector{edit}).value().apply(base);
  const RowFile file = row_file(base.bytes());
  const std::vector<ExpectedRow> rows = expected_rows(file, {edit});
  RC_ASSERT(after.bytes().starts_with(file.bom));
  RC_ASSERT(matched_terminators(after.bytes().substr(file.bom.size()), rows).has_value());
}

RC_GTEST_PROP(ShrinkingLaws, KnownDriftFollowsWhatNoEditTouched, (const Pieces& pieces, const std::vector<LooseEdit>& edits)) {
  const Text base = pieces.text();
  const ChangeSet changes = fitted(base, edits);
  const Text after = changes.apply(base);
  const Drift drift = Drift::known(base, after, changes);
  for (LineNo line{1}; base.has(line); line = line + 1) {
    const std::optional<LineNo> there = changes.map_line(base, after, line);
    if (!there) continue;
    const auto now = drift.follow(one_line(line));
    RC_ASSERT(now.has_value());
    RC_ASSERT(*now == one_line(*there));
  }
}

RC_GTEST_PROP(ShrinkingLaws, GuessedDriftFollowsToEqualContentOnly,
              (const Pieces& pieces, const std::vector<LooseEdit>& edits)) {
  const Drift drift = Drift::guessed(pieces.text(), fitted(pieces.text(), edits).apply(pieces.text()));
  for (LineNo line{1}; drift.shown().has(line); line = line + 1) {
    const auto now = drift.follow(one_line(line));
    if (now) RC_ASSERT(drift.current().content(now->first) == drift.shown().content(line));
  }
}

RC_GTEST_PROP(ShrinkingLaws, MergedTextsLoseNoByteAndNoLine,
              (const Pieces& pieces, const std::vector<LooseEdit>& my_edits, const std::vector<LooseEdit>& their_edits)) {
  const Text base = pieces.text();
  const Text mine = fitted(base, my_edits).apply(base);
  const Text theirs = fitted(base, their_edits).apply(base);
  const Result<ChangeSet> moved = rebase_texts(base, mine, theirs);
  if (!moved || base.bom() != mine.bom() || mine == theirs) return;
  const Text after = moved->apply(theirs);
  if (after.bom() != theirs.bom()) return;
  RC_ASSERT(after.size() + base.size() == mine.size() + theirs.size());
  RC_ASSERT(after.line_count() + base.line_count() == mine.line_count() + theirs.line_count());
}

}  // namespace
}  // namespace kedge::laws
