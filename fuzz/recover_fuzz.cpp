// Any two texts and any operations: recovery refuses, or lands on lines of the same content, in one piece, and does not alter
// what is written; and a difference makes the one text of the other.
#include <string>
#include <string_view>
#include <vector>

#include "edit/rebase.hpp"
#include "edit/recover.hpp"
#include "fuzz/input.hpp"
#include "support/require.hpp"

namespace kedge::fuzz {
namespace {

void expect_same_lines(const Drift& drift, LineSpan was, LineSpan now) {
  KEDGE_REQUIRE(was.size() == now.size() && now.end <= drift.current().all_lines().end);
  for (std::uint32_t i = 0; i < was.size(); ++i) {
    KEDGE_REQUIRE(drift.shown().content(was.first + i) == drift.current().content(now.first + i));
  }
}

void check_drift(const Drift& drift, Input input) {
  std::vector<LineEdit> edits;
  const Text& shown = drift.shown();
  while (!input.empty() && edits.size() < 3) {
    const LineNo first{static_cast<std::uint32_t>(1 + input.below(shown.line_count() + 1))};
    const LineNo end{first.value + static_cast<std::uint32_t>(input.below(4))};
    const std::size_t choice = input.byte();
    if (end > shown.all_lines().end) continue;
    edits.push_back(
        {{first, end}, choice % 4 == 3 ? Rows{} : Rows{"new"}, static_cast<int>(edits.size()), static_cast<Lean>(choice % 3)});
    if (first == end) continue;
    if (const auto now = drift.follow({first, end})) expect_same_lines(drift, {first, end}, *now);
  }
  const Result<std::vector<LineEdit>> placed = recover(drift, edits, Code::snapshot_stale);
  const Result<std::vector<LineEdit>> again = recover(drift, edits, Code::snapshot_stale);
  KEDGE_REQUIRE(placed.has_value() == again.has_value());
  if (!placed) {
    KEDGE_REQUIRE(placed.error().code == Code::snapshot_stale);
    return;
  }
  KEDGE_REQUIRE(placed->size() == edits.size());
  for (std::size_t i = 0; i < edits.size(); ++i) {
    const LineEdit& was = edits[i];
    const LineEdit& now = (*placed)[i];
    KEDGE_REQUIRE(now.rows == was.rows && now.op == was.op && now.lean == was.lean && now.lines == (*again)[i].lines);
    expect_same_lines(drift, was.lines, now.lines);
  }
}

}  // namespace

void recover(std::string_view bytes) {
  Input input(bytes);
  const Input choices(input.text());
  const Text shown{std::string(input.text())};
  const Text current{std::string(input.text())};
  const Text theirs{std::string(input.rest())};

  const ChangeSet changes = diff(shown, current);
  KEDGE_REQUIRE(changes.apply(shown) == current && changes.invert(shown).apply(current) == shown);
  check_drift(Drift::guessed(shown, current), choices);
  check_drift(Drift::known(shown, current, changes), choices);

  if (const Result<ChangeSet> placed = rebase_texts(shown, current, shown)) KEDGE_REQUIRE(placed->apply(shown) == current);
  const ChangeSet others = diff(shown, theirs);
  const Result<ChangeSet> mine_over = rebase(shown, changes, others);
  const Result<ChangeSet> theirs_over = rebase(shown, others, changes);
  KEDGE_REQUIRE(mine_over.has_value() == theirs_over.has_value());
  if (mine_over) KEDGE_REQUIRE(mine_over->apply(theirs) == theirs_over->apply(current));
}

}  // namespace kedge::fuzz
