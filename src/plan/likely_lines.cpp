#include "plan/likely_lines.hpp"

#include <algorithm>
#include <optional>

#include "resolve/row_places.hpp"
#include "text/line_hash.hpp"

namespace kedge {
namespace {

constexpr std::size_t most_bytes_read = std::size_t{1} << 28U;  // by all searches together
constexpr std::uint32_t most_context = 3;
constexpr std::uint32_t most_steps_aside = 8;    // to a neighbour that occurs once
constexpr std::uint32_t most_halvings = 5;       // of a range that is not in one place
constexpr std::uint32_t most_rows_between = 40;  // that neighbours may have between them

class Guess {
 public:
  Guess(const Text& shown, const Text& now) : shown_(&shown), now_(&now) {}

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
    const std::vector<LineSpan> places = row_places(*now_, rows, MatchMode::exact, 2);
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
  std::size_t read_ = 0;
};

}  // namespace

LineSet likely_lines(const Text& shown, const Text& now, const LineSet& lines) {
  Guess guess(shown, now);
  LineSet likely;
  for (const LineSpan& span : lines.spans()) {
    const LineSpan there{span.first, std::min(span.end, shown.all_lines().end)};
    likely.add(there.first < there.end ? guess.of(there) : LineSet(span));
  }
  return likely;
}

}  // namespace kedge
