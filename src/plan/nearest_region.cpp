#include "plan/nearest_region.hpp"

#include <algorithm>

#include "resolve/quotation.hpp"

namespace kedge {
namespace {

// The lines of a version that was read.
std::optional<LineSpan> quoted_lines(const FileTask& task, const Text& shown, const LineSet& read, std::string_view quoted,
                                     std::optional<LineNo> named) {
  if (named && read.contains(one_line(*named))) {
    const auto height = static_cast<std::uint32_t>(rows_of(quoted).size());
    return LineSpan{*named, std::min(*named + height, shown.all_lines().end)};
  }
  const std::vector<ByteSpan> places = places_of(shown, quoted, 2);
  if (places.size() == 1) return shown.lines_touched(places.front());
  if (!places.empty()) return std::nullopt;
  const std::optional<NearMiss> near = near_miss(shown, quoted, task.basis.likeness(), read);
  return near ? std::optional(near->lines) : std::nullopt;
}

}  // namespace

LineSet probably_quoted(const FileTask& task, std::string_view quoted, std::optional<LineNo> named) {
  Basis& basis = task.basis;
  for (const std::size_t i : basis.in_order(Belief::read)) {
    const Text* const shown = basis.text(i);
    LineSet read = basis.rows(i, Belief::read, task.refused_before());
    if (shown == nullptr || read.empty()) continue;
    if (basis.is_current(i) && !named) return read;
    const std::optional<LineSpan> lines = quoted_lines(task, *shown, read, quoted, named);
    if (!lines) return {};
    if (basis.is_current(i)) return LineSet(*lines);
    return LineSet(basis.whereabouts(i).of(*lines).lines);
  }
  return {};
}

std::optional<NearMiss> nearest_region(const FileTask& task, std::string_view quoted, std::optional<LineNo> named) {
  return near_miss(task.file.text, quoted, task.basis.likeness(), probably_quoted(task, quoted, named));
}

}  // namespace kedge
