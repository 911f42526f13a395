#include "benchmarks/perf/stale_edit.hpp"

#include "edit/recover.hpp"
#include "support/require.hpp"

namespace kedge::bench {

Edited stale_edit(const Text& shown, std::string current, const std::vector<LineEdit>& edits) {
  const Text now(std::move(current));
  Result<std::vector<LineEdit>> placed = recover(Drift::guessed(shown, now), edits, Code::snapshot_stale);
  KEDGE_REQUIRE(placed.has_value());
  return {now, changes(now, *std::move(placed)).apply(now)};
}

}  // namespace kedge::bench
