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
constexpr std::uint32_t most_rows_between = 40;  // that neighbours may have between them

class Guess {
 public:
  Guess(const Text& shown, const Text& now) : shown_(&shown), now_(&now) {}

  LineSpan of(LineSpan lines) {
    for (std::uint32_t count = most_context + 1; count-- > 0;) {
      const LineSpan quoted = with_context(*shown_, lines, count);
      const std::optional<LineSpan> found = only_place(quoted);
      if (!found) continue;
      const LineNo first = found->first + (lines.first - quoted.first);
      return {first, first + lines.size()};
    }
    return between_neighbours(lines);
  }

 private:
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
    for (std::uint32_t i = 1; !above && i <= most_steps_aside && lines.first.value > i; ++i) {
      above = only_place(one_line(lines.first - i));
    }
    for (std::uint32_t i = 0; !below && i < most_steps_aside && shown_->has(lines.end + i); ++i) {
      below = only_place(one_line(lines.end + i));
    }
    if (above && below && above->end <= below->first && below->first - above->end <= most_rows_between) {
      return {above->first, below->end};
    }
    if (above) return *above;
    return below.value_or(lines);
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
    likely.add(there.first < there.end ? guess.of(there) : span);
  }
  return likely;
}

}  // namespace kedge
