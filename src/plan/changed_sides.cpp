#include "plan/changed_sides.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>

#include "resolve/row_places.hpp"
#include "text/line_quality.hpp"

namespace kedge {
namespace {

// The line with this row, if there is only one.
std::optional<LineNo> only_line_with(const Text& text, std::string_view row) {
  const std::vector<LineSpan> places = row_places(text, Rows{std::string(row)}, MatchMode::exact, 2);
  return places.size() == 1 ? std::optional(places.front().first) : std::nullopt;
}

}  // namespace

bool has_changed_sides(const Text& before, const std::vector<LineSpan>& quoted, const std::vector<LineEdit>& edits,
                       const Text& now, const std::vector<LineEdit>& here) {
  const auto place_now = [&](const LineEdit& beside, LineNo line) -> std::optional<LineNo> {
    const bool counts =
        beside.rows.empty() || std::ranges::any_of(quoted, [&](LineSpan lines) { return lines.contains(line); });
    const bool is_kept = std::ranges::none_of(edits, [&](const LineEdit& edit) { return edit.lines.contains(line); });
    if (!counts || !is_kept || is_low(before.content(line)) || !only_line_with(before, before.content(line)))
      return std::nullopt;
    return only_line_with(now, before.content(line));
  };
  for (std::size_t k = 0; k < edits.size(); ++k) {
    const LineSpan then = edits[k].lines;
    if (then.first > LineNo{1}) {
      const std::optional<LineNo> above = place_now(edits[k], then.first - 1);
      if (above && *above >= here[k].lines.first) return true;
    }
    if (before.has(then.end)) {
      const std::optional<LineNo> below = place_now(edits[k], then.end);
      if (below && *below < here[k].lines.end) return true;
    }
  }
  return false;
}

}  // namespace kedge
