#include "edit/line_map.hpp"

#include <algorithm>
#include <limits>

#include "support/require.hpp"

namespace kedge {

LineMap::LineMap(std::uint32_t lines, std::span<const Hunk> hunks) {
  std::uint32_t kept_from = 0;
  std::uint32_t kept_now = 0;
  for (const Hunk& hunk : hunks) {
    KEDGE_REQUIRE(hunk.before.first.value > 0 && hunk.before.first.value >= kept_from && hunk.before.end.value <= lines + 1);
    const std::uint32_t size = hunk.before.first.value - kept_from;
    KEDGE_REQUIRE(kept_now + size == hunk.after.first.value);
    if (size > 0) runs_.push_back({kept_from, kept_now, size});
    kept_from = hunk.before.end.value;
    kept_now = hunk.after.end.value;
  }
  runs_.push_back({kept_from, kept_now, lines + 2 - kept_from});
}

std::optional<LineMap> LineMap::of_runs(std::vector<Run> runs) {
  constexpr std::uint64_t most = std::numeric_limits<std::uint32_t>::max();
  if (runs.empty() || runs.front().first != 0 || runs.front().now != 0) return std::nullopt;
  std::uint64_t end = 0;
  std::uint64_t end_now = 0;
  for (const Run& run : runs) {
    if (run.size == 0 || run.first < end || run.now < end_now) return std::nullopt;
    end = std::uint64_t{run.first} + run.size;
    end_now = std::uint64_t{run.now} + run.size;
  }
  if (end < 2 || end_now < 2 || end > most || end_now > most) return std::nullopt;
  return LineMap(std::move(runs));
}

LineMap LineMap::then(const LineMap& next) const {
  KEDGE_REQUIRE(lines_after() == next.lines_before());
  std::vector<Run> both;
  both.reserve(runs_.size() + next.runs_.size());
  auto mine = runs_.begin();
  auto theirs = next.runs_.begin();
  while (mine != runs_.end() && theirs != next.runs_.end()) {
    const std::uint32_t begin = std::max(mine->now, theirs->first);
    const std::uint32_t my_end = mine->now + mine->size;
    const std::uint32_t their_end = theirs->first + theirs->size;
    const std::uint32_t end = std::min(my_end, their_end);
    if (begin < end) both.push_back({mine->first + (begin - mine->now), theirs->now + (begin - theirs->first), end - begin});
    if (my_end <= their_end) ++mine;
    if (their_end <= my_end) ++theirs;
  }
  return LineMap(std::move(both));
}

LineMap LineMap::composed(std::span<const LineMap* const> maps) {
  if (maps.size() == 1) return *maps.front();
  const std::size_t half = maps.size() / 2;
  return composed(maps.first(half)).then(composed(maps.subspan(half)));
}

std::expected<LineSpan, Unproven> LineMap::follow_numbers(std::uint32_t first, std::uint32_t end) const {
  const auto refused = [](Unproven::Reason reason, std::uint32_t line) {
    return std::unexpected(Unproven{reason, LineNo{std::max(line, 1U)}});
  };
  const auto after = std::ranges::upper_bound(runs_, first, {}, &Run::first);
  const Run& run = *(after - 1);  // the first run begins with line 0
  const std::uint32_t run_end = run.first + run.size;
  if (first >= run_end) return refused(Unproven::Reason::changed, first);
  if (end > run_end) {
    const bool kept = after != runs_.end() && after->first == run_end;
    return refused(kept ? Unproven::Reason::parted : Unproven::Reason::changed, run_end);
  }
  const std::uint32_t now = run.now + (first - run.first);
  return LineSpan{LineNo{now}, LineNo{now + (end - first)}};
}

std::expected<LineSpan, Unproven> LineMap::follow(LineSpan lines) const {
  KEDGE_REQUIRE(!lines.empty() && lines.first.value > 0 && lines.end.value <= lines_before() + 1);
  return follow_numbers(lines.first.value, lines.end.value);
}

std::expected<LineSpan, Unproven> LineMap::follow_between_neighbours(LineSpan lines) const {
  KEDGE_REQUIRE(lines.first.value > 0 && lines.end.value <= lines_before() + 1);
  const std::expected<LineSpan, Unproven> wide = follow_numbers(lines.first.value - 1, lines.end.value + 1);
  if (!wide) return wide;
  return LineSpan{wide->first + 1, wide->end - 1};
}

}  // namespace kedge
