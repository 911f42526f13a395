#include "engine.hpp"

#include <algorithm>
#include <optional>

#include "edit/diff.hpp"

namespace oracle {
namespace {

using kedge::Hunk;
using kedge::LineNo;
using kedge::LineSpan;

Answer place_by_recovery(const kedge::Text& shown, const kedge::Text& current, const Edits& edits) {
  return kedge::recover(kedge::Drift::guessed(shown, current), edits, kedge::Code::snapshot_stale);
}

std::optional<LineSpan> shifted(const std::vector<Hunk>& hunks, LineSpan lines) {
  LineNo first = lines.first;
  for (const Hunk& hunk : hunks) {
    if (hunk.before.end <= lines.first) {
      first = hunk.after.end + (lines.first - hunk.before.end);
    } else if (hunk.before.first < lines.end) {
      return std::nullopt;
    }
  }
  return LineSpan{first, first + lines.size()};
}

Answer place_naively(const kedge::Text& shown, const kedge::Text& current, const Edits& edits) {
  const std::vector<Hunk> hunks = kedge::diff_lines(shown, current, kedge::LineKey::content);
  Edits placed;
  for (const kedge::LineEdit& edit : edits) {
    const std::optional<LineSpan> now = shifted(hunks, lines_meant(edit));
    if (!now) return std::unexpected(kedge::refuse(kedge::Code::snapshot_stale, {{"reason", "touched"}}));
    LineSpan lines = *now;
    if (edit.lines.empty()) lines = kedge::between_lines(edit.lean == kedge::Lean::above ? now->end : now->first);
    placed.push_back({lines, edit.rows, edit.op, edit.lean});
  }
  return placed;
}

}  // namespace

const Engine recovery{.name = "kedge", .place = place_by_recovery};
const Engine naive{.name = "naive", .place = place_naively};

}  // namespace oracle
