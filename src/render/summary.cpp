#include "render/summary.hpp"

#include "support/strings.hpp"

namespace kedge {

Summary summary_of(const Text& before, const Text& after, const ChangeSet& changes) {
  Summary summary{.lines_before = before.line_count(), .lines_after = after.line_count()};
  summary.first_changed_line = changes.first_changed_line(before, after);
  summary.must_refresh_from_line = summary.first_changed_line;
  summary.anchors_valid_through = summary.first_changed_line ? summary.first_changed_line->value - 1 : after.line_count();
  return summary;
}

std::string to_text(const Summary& summary) {
  if (!summary.first_changed_line) return concat(counted(summary.lines_after, "line"), ", unchanged");
  const std::int64_t net = summary.net_lines();
  return concat(counted(summary.lines_before, "line"), ", now ", summary.lines_after, " (", net > 0 ? "+" : "", net,
                "); unchanged through line ", summary.anchors_valid_through);
}

}  // namespace kedge
