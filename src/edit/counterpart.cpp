#include "edit/counterpart.hpp"

#include <algorithm>

namespace kedge {
namespace {

// The last hunk that begins at or above the line; null if there is none.
const Hunk* hunk_above(std::span<const Hunk> hunks, LineNo line) {
  const auto next = std::ranges::upper_bound(hunks, line, {}, [](const Hunk& hunk) { return hunk.before.first; });
  return next == hunks.begin() ? nullptr : &*(next - 1);
}

const Hunk* hunk_removing(std::span<const Hunk> hunks, LineNo line) {
  const Hunk* const hunk = hunk_above(hunks, line);
  return hunk != nullptr && hunk->before.contains(line) ? hunk : nullptr;
}

// REQUIRES: no hunk removes the line. The edges of a text are lines that are never removed: 0 and the one after the last.
LineNo place_of_kept(std::span<const Hunk> hunks, LineNo line) {
  const Hunk* const hunk = hunk_above(hunks, line);
  return hunk == nullptr ? line : hunk->after.end + (line - hunk->before.end);
}

}  // namespace

std::optional<LineNo> kept_line(std::span<const Hunk> hunks, LineNo line) {
  if (hunk_removing(hunks, line) != nullptr) return std::nullopt;
  return place_of_kept(hunks, line);
}

LineSpan counterpart(std::span<const Hunk> hunks, LineSpan lines) {
  LineNo above{lines.first.value - 1};
  LineNo below = lines.end;
  // Between two hunks is at least one line that is kept.
  if (const Hunk* const hunk = hunk_removing(hunks, above)) above = LineNo{hunk->before.first.value - 1};
  if (const Hunk* const hunk = hunk_removing(hunks, below)) below = hunk->before.end;
  const LineNo after_above{place_of_kept(hunks, above).value + 1};
  const LineNo at_below = place_of_kept(hunks, below);
  if (lines.empty() && above.value + 1 == lines.first.value) return between_lines(after_above);
  if (lines.empty() && below == lines.end) return between_lines(at_below);
  const bool one_by_one = after_above.value - (above.value + 1) == at_below.value - below.value;
  if (one_by_one) {
    const LineNo first{after_above.value + (lines.first.value - (above.value + 1))};
    return {first, first + lines.size()};
  }
  if (lines.empty()) return {after_above, at_below};
  // Lines at the ends that are still there are the ends of their counterpart.
  const std::optional<LineNo> first = kept_line(hunks, lines.first);
  const std::optional<LineNo> last = kept_line(hunks, lines.last());
  return {first.value_or(after_above), last ? *last + 1 : at_below};
}

}  // namespace kedge
