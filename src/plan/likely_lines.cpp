#include "plan/likely_lines.hpp"

#include <algorithm>
#include <optional>

#include "edit/counterpart.hpp"
#include "plan/already_applied.hpp"
#include "resolve/row_places.hpp"
#include "support/strings.hpp"
#include "text/line_hash.hpp"
#include "text/line_quality.hpp"

namespace kedge {
namespace {

constexpr std::size_t most_bytes_read = std::size_t{1} << 28U;  // by all searches together
constexpr std::uint32_t most_context = 3;
constexpr std::uint32_t most_steps_aside = 8;    // to a neighbour that occurs once
constexpr std::uint32_t most_halvings = 5;       // of a range that is not in one place
constexpr std::uint32_t most_rows_between = 40;  // that neighbours may have between them

class Guess {
 public:
  Guess(const Text& shown, const Text& now, RowFinder& rows_now) : shown_(&shown), now_(&now), rows_now_(&rows_now) {}

  LineSet of(LineSpan lines) { return of(lines, most_halvings); }

 private:
  LineSet of(LineSpan lines, std::uint32_t halvings) {
    for (std::uint32_t count = most_context + 1; count-- > 0;) {
      const LineSpan quoted = with_context(*shown_, lines, count);
      const std::optional<LineSpan> found = only_place(quoted);
      if (!found) continue;
      const LineNo first = found->first + (lines.first - quoted.first);
      return LineSet({first, first + lines.size()});
    }
    if (LineSet edge = at_an_edge(lines); !edge.spans().empty()) return edge;
    // A range that was torn apart is in several places.
    if (lines.size() < 2 || halvings == 0) return LineSet(between_neighbours(lines));
    const LineNo middle = lines.first + lines.size() / 2;
    LineSet both = of({lines.first, middle}, halvings - 1);
    both.add(of({middle, lines.end}, halvings - 1));
    return both;
  }

  // Lines at the edge of a block that was moved have the neighbours of one side only. If both sides have a place, either may be
  // meant.
  LineSet at_an_edge(LineSpan lines) {
    LineSet places;
    for (std::uint32_t count = most_context; count > 0 && places.spans().empty(); --count) {
      const LineSpan both = with_context(*shown_, lines, count);
      if (const auto found = only_place({both.first, lines.end}); found && both.first < lines.first) {
        places.add(LineSet({found->end - lines.size(), found->end}));
      }
      if (const auto found = only_place({lines.first, both.end}); found && lines.end < both.end) {
        places.add(LineSet({found->first, found->first + lines.size()}));
      }
    }
    return places;
  }

  bool says_nothing(LineSpan lines) const {
    for (LineNo line = lines.first; line < lines.end; line = line + 1) {
      if (!is_blank(shown_->content(line))) return false;
    }
    return true;
  }

  // The only place in the current file that has these lines.
  std::optional<LineSpan> only_place(LineSpan quoted) {
    if (says_nothing(quoted) || read_ > most_bytes_read) return std::nullopt;
    read_ += now_->size();
    Rows rows;
    for (LineNo line = quoted.first; line < quoted.end; line = line + 1) rows.emplace_back(shown_->content(line));
    const std::vector<LineSpan> places = rows_now_->places(rows, MatchMode::exact, 2);
    return places.size() == 1 ? std::optional(places.front()) : std::nullopt;
  }

  LineSpan between_neighbours(LineSpan lines) {
    std::optional<LineSpan> above, below;
    std::uint32_t up = 0;
    std::uint32_t down = 0;
    while (!above && up < most_steps_aside && lines.first.value > up + 1) above = only_place(one_line(lines.first - ++up));
    while (!below && down < most_steps_aside && shown_->has(lines.end + down)) {
      below = only_place(one_line(lines.end + down));
      ++down;
    }
    if (above && below && above->end <= below->first && below->first - above->end <= most_rows_between) {
      return {above->first, below->end};
    }
    // From the neighbour to where the lines would be if nothing has come between.
    if (above) return {above->first, std::min(above->first + up, std::max(above->end, now_->all_lines().end))};
    if (below) return {below->first.value > down - 1 ? below->first - (down - 1) : LineNo{1}, below->end};
    return lines;
  }

  const Text* shown_;
  const Text* now_;
  RowFinder* rows_now_;
  std::size_t read_ = 0;
};

LineSet guessed(Guess guess, const Text& shown, const LineSet& lines) {
  LineSet likely;
  for (const LineSpan& span : lines.spans()) {
    const LineSpan there{span.first, std::min(span.end, shown.all_lines().end)};
    likely.add(there.first < there.end ? guess.of(there) : LineSet(span));
  }
  return likely;
}

bool reads_alike(const Text& one, LineSpan lines, const Text& other, LineSpan there) {
  if (lines.size() != there.size() || lines.empty() || !other.has(there.last())) return false;
  for (std::uint32_t i = 0; i < lines.size(); ++i) {
    if (one.content(lines.first + i) != other.content(there.first + i)) return false;
  }
  return true;
}

// How many neighbours with words in them lines have in common with others, up to the first that differs on each side.
std::uint32_t common_neighbours(const Text& shown, LineSpan lines, const Text& now, LineSpan there) {
  constexpr std::uint32_t reach = 3;
  std::uint32_t count = 0;
  const auto is_same = [&](LineNo line, LineNo other) {
    if (!shown.has(line) || !now.has(other) || shown.content(line) != now.content(other)) return false;
    count += is_low(shown.content(line)) ? 0 : 1;
    return true;
  };
  for (std::uint32_t i = 1; i <= reach && lines.first.value > i && there.first.value > i; ++i) {
    if (!is_same(lines.first - i, there.first - i)) break;
  }
  for (std::uint32_t i = 0; i < reach; ++i) {
    if (!is_same(lines.end + i, there.end + i)) break;
  }
  return count;
}

// Whether lines that read alike are more than equals of each other: neighbours have come along, or they are the only ones of
// their kind.
bool came_along(const Text& shown, LineSpan lines, const Text& now, LineSpan there, RowFinder& rows_shown) {
  if (common_neighbours(shown, lines, now, there) > 0) return true;
  Rows rows;
  for (LineNo line = lines.first; line < lines.end; line = line + 1) rows.emplace_back(shown.content(line));
  return !std::ranges::all_of(rows, is_low) && rows_shown.places(rows, MatchMode::exact, 2).size() == 1;
}

bool has_rows(const Text& text, LineNo first, const Rows& rows) {
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const LineNo line = first + static_cast<std::uint32_t>(i);
    if (!text.has(line) || text.content(line) != rows[i]) return false;
  }
  return true;
}

std::string lines_text(LineSpan lines) {
  return lines.size() == 1 ? concat("line ", lines.first.value) : concat("lines ", lines.first.value, "..", lines.last().value);
}

std::string place_between(const Text& text, LineNo below) {
  if (!text.has(below)) return below == LineNo{1} ? "the file is empty" : concat("after line ", below.value - 1);
  return below == LineNo{1} ? std::string("before line 1") : concat("between lines ", below.value - 1, " and ", below.value);
}

}  // namespace

Whereabouts::Whereabouts(const Text& shown, const Text& now)
    : shown_(&shown), now_(&now), hunks_(diff_lines(shown, now, LineKey::content)), rows_shown_(shown), rows_now_(now) {}

LikelyPlace Whereabouts::of(LineSpan lines) const {
  using Fate = LikelyPlace::Fate;
  const LineSpan there = counterpart(hunks_, lines);
  const LineSet likely = guessed(Guess(*shown_, *now_, rows_now_), *shown_, LineSet(lines));
  if (likely.spans().size() == 1 && likely.spans().front() != there && shown_->has(lines.last())) {
    const LineSpan place = likely.spans().front();
    const bool is_better = !reads_alike(*shown_, lines, *now_, there) ||
                           common_neighbours(*shown_, lines, *now_, there) < common_neighbours(*shown_, lines, *now_, place);
    if (is_better && reads_alike(*shown_, lines, *now_, place) && !was_there(lines, place) &&
        came_along(*shown_, lines, *now_, place, rows_shown_))
      return {Fate::moved, place};
  }
  return in_place(lines);
}

LikelyPlace Whereabouts::in_place(LineSpan lines) const {
  using Fate = LikelyPlace::Fate;
  const LineSpan there = counterpart(hunks_, lines);
  if (there.empty()) return {Fate::removed, there};
  return {reads_alike(*shown_, lines, *now_, there) ? Fate::kept : Fate::changed, there};
}

// Whether lines are rather equals of those that are looked for: they have been there, and what was around them still is.
bool Whereabouts::was_there(LineSpan lines, LineSpan place) const {
  std::int64_t shift = 0;  // from a line of now() to the same one in shown()
  for (const Hunk& hunk : hunks_) {
    if (hunk.after.first >= place.end) break;
    if (hunk.after.end > place.first) return false;  // put there
    shift = std::int64_t{hunk.before.end.value} - std::int64_t{hunk.after.end.value};
  }
  const auto first = static_cast<std::uint32_t>(std::int64_t{place.first.value} + shift);
  const LineSpan before{LineNo{first}, LineNo{first} + place.size()};
  return before != lines && common_neighbours(*shown_, before, *now_, place) >= common_neighbours(*shown_, lines, *now_, place);
}

std::optional<LineSpan> Whereabouts::made_at(LineSpan named, const LineEdit& edit, const LikelyPlace& place) const {
  const auto count = static_cast<std::uint32_t>(edit.rows.size());
  const LineSpan there = place.lines;
  if (edit.lines.empty()) {
    LineEdit moved = edit;
    moved.lines = between_lines(edit.lines.first < named.end ? there.first : there.end);
    const std::optional<LineNo> first = inserted_already(*shown_, {edit}, *now_, {moved});
    return first ? std::optional(LineSpan{*first, *first + count}) : std::nullopt;
  }
  if (count == there.size()) return has_rows(*now_, there.first, edit.rows) ? std::optional(there) : std::nullopt;
  if (count < there.size() || there.empty()) return std::nullopt;
  // New rows at either end of the edit are beside what is in the place of the old ones.
  for (std::uint32_t above = 0; above <= count - there.size(); ++above) {
    if (there.first.value <= above || !has_rows(*now_, there.first - above, edit.rows)) continue;
    const bool was_there = edit.lines.first.value > above && has_rows(*shown_, edit.lines.first - above, edit.rows);
    if (!was_there) return LineSpan{there.first - above, there.first - above + count};
  }
  return std::nullopt;
}

std::string Whereabouts::told(LineSpan named, const LikelyPlace& place) const {
  const auto& [fate, lines] = place;
  const bool one = named.size() == 1;
  std::string what = lines_text(named);
  std::string out;
  switch (fate) {
    case LikelyPlace::Fate::kept:
    case LikelyPlace::Fate::moved:  // equal lines are not provably the same lines
      out = concat(one ? " A line that reads like " : " Lines that read like ", what, one ? " is at " : " are at ",
                   lines_text(lines), " now.");
      break;
    case LikelyPlace::Fate::changed:
      what.front() = 'L';
      out = concat(' ', what, one ? " was changed: in its place " : " were changed: in their place ",
                   lines.size() == 1 ? "is " : "are ", lines_text(lines), " now.");
      break;
    case LikelyPlace::Fate::removed:
      what.front() = 'L';
      out = concat(' ', what,
                   one ? " was removed: nothing is in its place now, " : " were removed: nothing is in their place now, ",
                   place_between(*now_, lines.first), '.');
      break;
  }
  return out;
}

LineSet likely_lines(const Text& shown, const Text& now, const LineSet& lines) {
  RowFinder rows_now(now);
  return guessed(Guess(shown, now, rows_now), shown, lines);
}

}  // namespace kedge
