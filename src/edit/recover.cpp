#include "edit/recover.hpp"

#include "support/strings.hpp"

namespace kedge {
namespace {

using Followed = std::expected<LineSpan, Unproven>;

// The lines on either side of a place, as far as there are any.
LineSpan neighbours_of(const Text& text, LineNo below) {
  return {below > LineNo{1} ? below - 1 : below, below < text.all_lines().end ? below + 1 : below};
}

// The place of an insertion that belongs exactly between its neighbours, edges of the text included.
Followed follow_gap(const Drift& drift, LineNo below) {
  const LineSpan all = drift.shown().all_lines();
  const LineNo current_end = drift.current().all_lines().end;
  const auto parted = [](LineNo line) { return std::unexpected(Unproven{Unproven::Reason::parted, line}); };
  if (all.empty()) {
    if (drift.current().line_count() > 0) return parted(LineNo{1});
    return between_lines(LineNo{1});
  }
  Followed now = drift.follow(neighbours_of(drift.shown(), below));
  if (!now) {
    if (now.error().reason == Unproven::Reason::changed && now.error().line == below) return parted(below);
    return now;
  }
  if (below == LineNo{1} && now->first != LineNo{1}) return parted(below);
  if (below == all.end && now->end != current_end) return parted(below - 1);
  return between_lines(below == LineNo{1} ? now->first : now->first + 1);
}

Followed follow_edit(const Drift& drift, const LineEdit& edit) {
  const LineSpan lines = edit.lines;
  if (!lines.empty()) return drift.follow(lines);
  switch (edit.lean) {
    case Lean::above: {
      if (lines.first == LineNo{1}) return between_lines(LineNo{1});
      const Followed named = drift.follow(one_line(lines.first - 1));
      if (!named) return named;
      return between_lines(named->end);
    }
    case Lean::below: {
      if (lines.first == drift.shown().all_lines().end) return between_lines(drift.current().all_lines().end);
      const Followed named = drift.follow(one_line(lines.first));
      if (!named) return named;
      return between_lines(named->first);
    }
    case Lean::neither: return follow_gap(drift, lines.first);
  }
  return drift.follow(lines);
}

Error refusal(Code code, const Unproven& unproven, int op) {
  const std::string reason = describe(unproven);
  return refuse(code, concat("Line ", unproven.line.value, " cannot be followed to the file as it is: ", reason, '.'),
                Json::object({{"line", unproven.line.value}, {"reason", reason}, {"op", op + 1}}));
}

}  // namespace

Result<std::vector<LineEdit>> recover(const Drift& drift, const std::vector<LineEdit>& edits, Code stale) {
  std::vector<LineEdit> placed;
  std::vector<Error> refusals;
  for (const LineEdit& edit : edits) {
    if (const Followed now = follow_edit(drift, edit)) {
      placed.push_back({*now, edit.rows, edit.op, edit.lean});
    } else {
      refusals.push_back(refusal(stale, now.error(), edit.op));
    }
  }
  if (!refusals.empty()) return std::unexpected(together(std::move(refusals)));
  return placed;
}

Result<ChangeSet> rebase_texts(const Text& base, const Text& mine, const Text& theirs) {
  const Drift drift = Drift::guessed(base, theirs);
  std::vector<Edit> placed;
  std::vector<Error> refusals;
  int op = 0;
  if (base.bom() != mine.bom()) {
    const bool taken = theirs.bom() != base.bom();
    if (taken && theirs.bom() != mine.bom()) refusals.push_back(refusal(Code::conflict, {.line = LineNo{1}}, op));
    if (!taken) placed.push_back({{{0}, {theirs.bom().size()}}, std::string(mine.bom()), op, Lean::neither});
    ++op;
  }
  const std::vector<Hunk> hunks = diff_lines(base, mine, LineKey::bytes);
  for (const Slide& slide : slides(base, mine, hunks, LineKey::bytes)) {
    const Hunk& hunk = slide.hunk;
    // Wherever the hunk could have stood, both sides must still fit: prove the whole stretch, or the place between lines.
    const bool gap = slide.stretch.empty();
    const Followed now = gap ? follow_gap(drift, hunk.before.first) : drift.follow(slide.stretch);
    if (!now) {
      refusals.push_back(refusal(Code::conflict, now.error(), op));
    } else {
      // Lines are followed by content; bytes are placed beside them, so terminators must agree, too.
      const LineNo first = now->first + (hunk.before.first - slide.stretch.first);
      const LineSpan proven = gap ? neighbours_of(base, hunk.before.first) : slide.stretch;
      const LineSpan proven_now = gap ? neighbours_of(theirs, first) : *now;
      if (base.slice(base.span(proven)) == theirs.slice(theirs.span(proven_now))) {
        const LineSpan target{first, first + hunk.before.size()};
        placed.push_back({theirs.span(target), std::string(mine.slice(mine.span(hunk.after))), op, Lean::neither});
      } else {
        refusals.push_back(refusal(Code::conflict, {.line = proven.first}, op));
      }
    }
    ++op;
  }
  if (!refusals.empty()) return std::unexpected(together(std::move(refusals)));
  return ChangeSet::make(theirs, std::move(placed));
}

}  // namespace kedge
