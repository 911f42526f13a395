// Operations are placed, never altered; what leans on an edge of the file stays there.
#include <gtest/gtest.h>

#include <algorithm>

#include "edit/recover.hpp"
#include "laws/line_edit_model.hpp"
#include "laws/line_soup.hpp"
#include "laws/random_changes.hpp"
#include "laws/random_source.hpp"

namespace kedge::laws {
namespace {

LineEdit random_operation(Random& random, const Text& text, int op) {
  const LineSpan all = text.all_lines();
  const LineNo first{1 + random.below(all.end.value)};
  const LineNo end{std::min(all.end.value, first.value + random.below(3))};
  Rows rows;
  for (std::uint32_t left = random.below(3); left > 0; --left) rows.emplace_back("new");
  return {{first, end}, rows, op, random.pick(std::array{Lean::above, Lean::neither, Lean::below})};
}

Drift random_drift(Random& random, const LineSoup& soup) {
  const Text before(soup.text(random));
  if (random.one_in(2)) {
    const ChangeSet changes = random_changes(random, before);
    if (random.one_in(2)) return Drift::known(before, changes.apply(before), changes);
    return Drift::guessed(before, changes.apply(before));
  }
  return Drift::guessed(before, Text(random.one_in(3) ? soup.text(random) : soup.variant(random, before)));
}

TEST(RecoverLaws, InsertionsAtHeadAndTailStayAtTheEdges) {
  for_random_cases(law_cases() / 2, [](Random& random) {
    const LineSoup soup(random);
    const Drift drift = random_drift(random, soup);
    const LineEdit head{between_lines(LineNo{1}), {"first"}, 0, Lean::above};
    const LineEdit tail{between_lines(drift.shown().all_lines().end), {"last"}, 1, Lean::below};
    const Result<std::vector<LineEdit>> placed = recover(drift, {head, tail}, Code::snapshot_stale);
    const auto what = [&] { return shown(drift.shown()) + " -> " + shown(drift.current()); };
    ASSERT_TRUE(placed.has_value()) << what();
    ASSERT_EQ(placed->at(0).lines, between_lines(LineNo{1})) << what();
    ASSERT_EQ(placed->at(1).lines, between_lines(drift.current().all_lines().end)) << what();
    const Text after = replace_lines(drift.current(), *placed).value().apply(drift.current());
    ASSERT_EQ(after.content(LineNo{1}), "first") << what();
    ASSERT_EQ(after.content(LineNo{after.line_count()}), "last") << what();
  });
}

TEST(RecoverLaws, OperationsArePlacedAndNeverAltered) {
  for_random_cases(law_cases() / 2, [](Random& random) {
    const LineSoup soup(random);
    const Drift drift = random_drift(random, soup);
    std::vector<LineEdit> edits;
    for (int op = 0; op < 3; ++op) edits.push_back(random_operation(random, drift.shown(), op));
    const Result<std::vector<LineEdit>> placed = recover(drift, edits, Code::anchor_stale);
    const auto what = [&] { return shown(drift.shown()) + " -> " + shown(drift.current()) + " " + shown(edits); };
    if (!placed) {
      ASSERT_EQ(placed.error().code, Code::anchor_stale) << what();
      return;
    }
    ASSERT_EQ(placed->size(), edits.size());
    for (std::size_t i = 0; i < edits.size(); ++i) {
      const LineEdit& was = edits[i];
      const LineEdit& now = (*placed)[i];
      ASSERT_EQ(now.rows, was.rows) << what();
      ASSERT_EQ(now.op, was.op) << what();
      ASSERT_EQ(now.lean, was.lean) << what();
      ASSERT_EQ(now.lines.size(), was.lines.size()) << what();
      ASSERT_LE(now.lines.end, drift.current().all_lines().end) << what();
      for (std::uint32_t line = 0; line < was.lines.size(); ++line) {
        ASSERT_EQ(drift.current().content(now.lines.first + line), drift.shown().content(was.lines.first + line)) << what();
      }
    }
  });
}

// The line on the named side of an insertion is the same line as before.
TEST(RecoverLaws, InsertionsStandBesideTheLineTheyWereNamedBy) {
  for_random_cases(law_cases() / 2, [](Random& random) {
    const LineSoup soup(random);
    const Drift drift = random_drift(random, soup);
    if (drift.shown().line_count() == 0) return;
    const LineNo named{1 + random.below(drift.shown().line_count())};
    const bool behind = random.one_in(2);
    const LineEdit edit{between_lines(behind ? named + 1 : named), {"new"}, 0, behind ? Lean::above : Lean::below};
    const Result<std::vector<LineEdit>> placed = recover(drift, {edit}, Code::anchor_stale);
    const auto followed = drift.follow(one_line(named));
    ASSERT_EQ(placed.has_value(), followed.has_value()) << shown(drift.shown()) << " -> " << shown(drift.current());
    if (!placed) return;
    const LineNo beside = behind ? placed->front().lines.first - 1 : placed->front().lines.first;
    ASSERT_EQ(beside, followed->first) << shown(drift.shown()) << " -> " << shown(drift.current());
  });
}

TEST(RecoverLaws, WithoutDriftOperationsStayWhereTheyAre) {
  for_random_cases(law_cases() / 2, [](Random& random) {
    const LineSoup soup(random);
    const Text text(soup.text(random));
    const LineEdit edit = random_operation(random, text, 0);
    const Result<std::vector<LineEdit>> placed = recover(Drift::guessed(text, text), {edit}, Code::anchor_stale);
    ASSERT_TRUE(placed.has_value()) << shown(text) << ' ' << shown(edit);
    ASSERT_EQ(placed->front().lines, edit.lines) << shown(text) << ' ' << shown(edit);
  });
}

TEST(RecoverLaws, AllOperationsThatCannotBeFollowedAreRefusedTogether) {
  for_random_cases(law_cases() / 4, [](Random& random) {
    const LineSoup soup(random);
    const Drift drift = random_drift(random, soup);
    std::vector<LineEdit> edits;
    std::size_t refused = 0;
    for (int op = 0; op < 4; ++op) {
      edits.push_back(random_operation(random, drift.shown(), op));
      if (!recover(drift, {edits.back()}, Code::anchor_stale)) ++refused;
    }
    const Result<std::vector<LineEdit>> placed = recover(drift, edits, Code::anchor_stale);
    ASSERT_EQ(placed ? 0 : 1 + placed.error().others.size(), refused) << shown(drift.shown()) << ' ' << shown(edits);
  });
}

}  // namespace
}  // namespace kedge::laws
