#include "text/line_set.hpp"

#include <algorithm>

namespace kedge {

void LineSet::add(LineSpan lines) {
  if (lines.empty()) return;
  const auto begin = std::ranges::lower_bound(spans_, lines.first, {}, &LineSpan::end);
  auto end = begin;
  for (; end != spans_.end() && end->first <= lines.end; ++end) {
    lines = {std::min(lines.first, end->first), std::max(lines.end, end->end)};
  }
  spans_.insert(spans_.erase(begin, end), lines);
}

void LineSet::add(const LineSet& other) {
  for (const LineSpan& lines : other.spans_) add(lines);
}

bool LineSet::contains(LineSpan lines) const {
  LineNo from = lines.first;
  for (const LineSpan& span : spans_) {
    if (from >= lines.end) break;
    if (span.end <= from) continue;
    if (span.first > from) return false;
    from = span.end;
  }
  return from >= lines.end;
}

LineSet LineSet::missing(LineSpan within) const {
  LineSet out;
  LineNo from = within.first;
  for (const LineSpan& lines : spans_) {
    if (lines.end <= from) continue;
    if (lines.first >= within.end) break;
    if (lines.first > from) out.spans_.push_back({from, lines.first});
    from = lines.end;
  }
  if (from < within.end) out.spans_.push_back({from, within.end});
  return out;
}

}  // namespace kedge
