#include "edit/recover.hpp"

#include <algorithm>

#include "support/strings.hpp"
#include "text/line_quality.hpp"

namespace kedge {
namespace {

using Followed = std::expected<LineSpan, Unproven>;

// Where lines are now. In a moved block, lines without a word are not followed, because `}` would match anywhere.
Followed follow_words(const Drift& drift, LineSpan lines) {
  const Followed in_place = drift.follow_in_place(lines);
  if (in_place) return in_place;
  for (LineNo line = lines.first; line < lines.end; line = line + 1) {
    if (!is_low(drift.shown().content(line))) return drift.follow(lines);
  }
  return in_place;
}

// Lines, or the place between two, that must have the same neighbours; the edges of the text count as neighbours.
Followed follow_between_neighbours(const Drift& drift, LineSpan lines) {
  const LineSpan all = drift.shown().all_lines();
  const LineSpan all_now = drift.current().all_lines();
  const auto parted = [](LineNo line) { return std::unexpected(Unproven{Unproven::Reason::parted, line}); };
  if (all.empty()) return all_now.empty() ? Followed(all_now) : parted(LineNo{1});
  const LineSpan wide = with_context(drift.shown(), lines, 1);
  const Followed wide_now = follow_words(drift, wide);
  if (!wide_now) return wide_now;
  if (lines.first == all.first && wide_now->first != all_now.first) return parted(all.first);
  if (lines.end == all.end && wide_now->end != all_now.end) return parted(all.last());
  const LineNo first = wide_now->first + (lines.first - wide.first);
  return LineSpan{first, first + lines.size()};
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
    case Lean::neither: return follow_between_neighbours(drift, lines);
  }
  return drift.follow(lines);
}

Followed follow_edit(const LineMap& map, const LineEdit& edit) {
  const LineSpan lines = edit.lines;
  if (!lines.empty()) return map.follow(lines);
  switch (edit.lean) {
    case Lean::above: {
      if (lines.first == LineNo{1}) return between_lines(LineNo{1});
      const Followed named = map.follow(one_line(lines.first - 1));
      if (!named) return named;
      return between_lines(named->end);
    }
    case Lean::below: {
      if (lines.first.value == map.lines_before() + 1) return between_lines(LineNo{map.lines_after() + 1});
      const Followed named = map.follow(one_line(lines.first));
      if (!named) return named;
      return between_lines(named->first);
    }
    case Lean::neither: return map.follow_between_neighbours(lines);
  }
  return map.follow(lines);
}

Error refusal(Code code, const Unproven& unproven, int op) {
  const std::string reason = describe(unproven);
  Error refused = refuse(code, concat("Line ", unproven.line.value, " cannot be followed to the file as it is: ", reason, '.'),
                         {{"line", unproven.line.value}, {"reason", reason}, {"op", op + 1}});
  refused.reason = Reason::cannot_be_followed;
  return refused;
}

// Parts that were separate and now claim the same line: the proofs contradict each other, so none is valid.
std::vector<Error> proven_twice(const std::vector<LineEdit>& edits, const std::vector<LineEdit>& placed, Code stale) {
  const auto lines_meant = [](const LineEdit& edit) {
    const LineSpan lines = edit.lines;
    if (!lines.empty() || edit.lean == Lean::neither) return lines;
    if (edit.lean == Lean::below) return one_line(lines.first);
    return lines.first > LineNo{1} ? one_line(lines.first - 1) : lines;
  };
  const auto share_a_line = [&](const LineEdit& a, const LineEdit& b) {
    const LineSpan first = lines_meant(a);
    const LineSpan second = lines_meant(b);
    return first.first < second.end && second.first < first.end;
  };
  std::vector<std::size_t> order(placed.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::ranges::sort(order, {}, [&](std::size_t i) { return lines_meant(placed[i]).first; });
  std::vector<Error> refusals;
  for (std::size_t k = 1; k < order.size(); ++k) {
    const std::size_t i = order[k - 1];
    const std::size_t j = order[k];
    if (!share_a_line(placed[i], placed[j]) || share_a_line(edits[i], edits[j])) continue;
    refusals.push_back(refusal(stale, {Unproven::Reason::indistinct, lines_meant(edits[j]).first}, edits[j].op));
  }
  return refusals;
}

// Over a drift, or over a map of lines.
template <class Way>
Result<std::vector<LineEdit>> recovered(const Way& way, const std::vector<LineEdit>& edits, Code stale) {
  std::vector<LineEdit> placed;
  std::vector<Error> refusals;
  for (const LineEdit& edit : edits) {
    if (const Followed now = follow_edit(way, edit)) {
      placed.push_back({*now, edit.rows, edit.op, edit.lean});
    } else {
      refusals.push_back(refusal(stale, now.error(), edit.op));
    }
  }
  if (refusals.empty()) refusals = proven_twice(edits, placed, stale);
  if (!refusals.empty()) return std::unexpected(together(std::move(refusals)));
  return placed;
}

}  // namespace

Result<std::vector<LineEdit>> recover(const Drift& drift, const std::vector<LineEdit>& edits, Code stale) {
  return recovered(drift, edits, stale);
}

Result<std::vector<LineEdit>> recover(const LineMap& lines, const std::vector<LineEdit>& edits, Code stale) {
  return recovered(lines, edits, stale);
}

namespace {

// Lines that did not move, or are inside a block that moved as a whole. If both sides moved or removed the block itself, they
// conflict.
Followed follow_inside(const Drift& drift, LineSpan lines) {
  const Followed in_place = drift.follow_in_place(lines);
  if (in_place || lines.first == LineNo{1} || !follow_words(drift, lines)) return in_place;
  const Followed with_line_above = drift.follow({lines.first - 1, lines.end});
  if (!with_line_above) return in_place;
  return LineSpan{with_line_above->first + 1, with_line_above->end};
}

// One hunk of mine in the text of theirs.
std::expected<Edit, Unproven> placed_hunk(const Drift& drift, const Text& mine, const Slide& slide, int op) {
  const Text& base = drift.shown();
  const Text& theirs = drift.current();
  const Hunk& hunk = slide.hunk;
  // Every place that the hunk could be in must be proven: for an insertion its neighbours, otherwise its lines.
  const bool inserts = hunk.before.empty();
  const Followed now = inserts ? follow_between_neighbours(drift, slide.stretch) : follow_inside(drift, slide.stretch);
  if (!now) return std::unexpected(now.error());
  const LineNo first = now->first + (hunk.before.first - slide.stretch.first);
  const LineSpan target{first, first + hunk.before.size()};
  const std::string_view text = mine.slice(mine.span(hunk.after));

  // Bytes are placed, so terminators must fit: those of the lines that were proven, for which a moved block only vouches by
  // content, and that of the new text, which may be missing only at the very end.
  const LineSpan proven = inserts ? with_context(base, slide.stretch, 1) : slide.stretch;
  const LineSpan proven_now = inserts ? with_context(theirs, *now, 1) : *now;
  const bool same_bytes = base.slice(base.span(proven)) == theirs.slice(theirs.span(proven_now));
  const bool would_glue = !text.empty() && text.back() != '\n' && target.end != theirs.all_lines().end;
  if (!same_bytes || would_glue) return std::unexpected(Unproven{Unproven::Reason::changed, proven.first});
  return Edit{theirs.span(target), std::string(text), op, Lean::neither};
}

}  // namespace

Result<ChangeSet> rebase_texts(const Text& base, const Text& mine, const Text& theirs) {
  if (mine == theirs) return ChangeSet(theirs.size());  // somebody made the same change
  if (theirs == base) return diff(base, mine);          // no other change: the result is mine, whatever the diff
  const Drift drift = Drift::guessed(base, theirs, LineKey::bytes);
  std::vector<Edit> placed;
  std::vector<Error> refusals;
  int op = 0;
  if (base.bom() != mine.bom()) {
    const bool untouched = theirs.bom() == base.bom();
    if (untouched) placed.push_back({{{0}, {theirs.bom().size()}}, std::string(mine.bom()), op, Lean::neither});
    ++op;  // a BOM is there or not: if theirs differs from the base, it is as mine wants it
  }
  const std::vector<Hunk> hunks = diff_lines(base, mine, LineKey::bytes);
  const std::vector<Hunk> other_reading = diff_lines(base, mine, LineKey::bytes, Search::from_the_end);
  for (const Slide& slide : slides(base, mine, hunks, LineKey::bytes)) {
    const bool unambiguous = std::ranges::find(other_reading, slide.hunk) != other_reading.end();
    if (!unambiguous) {
      refusals.push_back(refusal(Code::conflict, {Unproven::Reason::indistinct, slide.hunk.before.first}, op));
    } else if (std::expected<Edit, Unproven> edit = placed_hunk(drift, mine, slide, op)) {
      placed.push_back(*std::move(edit));
    } else {
      refusals.push_back(refusal(Code::conflict, edit.error(), op));
    }
    ++op;
  }
  if (!refusals.empty()) return std::unexpected(together(std::move(refusals)));
  return ChangeSet::make(theirs, std::move(placed));
}

}  // namespace kedge
