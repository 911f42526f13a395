#include <memory>

#include "benchmarks/perf/operations.hpp"
#include "benchmarks/perf/stale_edit.hpp"
#include "edit/recover.hpp"
#include "support/require.hpp"

namespace kedge::bench {
namespace {

Text current(const Text& text, Foreign what) { return changes(text, foreign_edits(text, what)).apply(text); }

// Both line tables are already there, as in a session that has shown the file.
template <Foreign what, std::uint32_t count>
Run prove(std::uint32_t lines) {
  const Text& text = shown(lines);
  const std::vector<LineEdit> edits = count == 1 ? our_edit(text) : our_edits(text, count);
  return {[text, now = current(text, what), edits] {
    const Drift drift = Drift::guessed(text, now);
    const Result<std::vector<LineEdit>> placed = recover(drift, edits, Code::snapshot_stale);
    KEDGE_REQUIRE(placed.has_value());
    return placed->size();
  }};
}

// Nothing is there but the bytes of both versions: two line tables, drift, proof, and the new text.
template <Foreign what>
Run from_bytes_to_bytes(std::uint32_t lines) {
  struct State {
    std::string shown, current;
    Text seen;
    Edited made;
  };
  const auto state = std::make_shared<State>();
  const auto work = [state, edits = our_edit(shown(lines))] {
    state->seen = Text(std::move(state->shown));
    state->made = stale_edit(state->seen, std::move(state->current), edits);
    return state->made.after.size();
  };
  const auto set_up = [state, text = shown(lines), now = current(shown(lines), what)] {
    *state = {std::string(text.bytes()), std::string(now.bytes()), Text(), Edited()};
  };
  return {work, set_up};
}

}  // namespace

std::vector<Operation> recovery_operations() {
  return {
      {"prove", "changed elsewhere", Floor::compare, &prove<Foreign::changed_elsewhere, 1>},
      {"prove", "inserted above", Floor::compare, &prove<Foreign::inserted_above, 1>},
      {"prove", "both, far apart", Floor::compare, &prove<Foreign::far_apart, 1>},
      {"prove", "100 scattered changes", Floor::compare, &prove<Foreign::scattered, 1>, 1'000},
      {"prove", "inserted above, 100 hunks", Floor::compare, &prove<Foreign::inserted_above, 100>, 1'000},
      {"recover", "changed elsewhere", Floor::copy, &from_bytes_to_bytes<Foreign::changed_elsewhere>},
      {"recover", "inserted above", Floor::copy, &from_bytes_to_bytes<Foreign::inserted_above>},
      {"recover", "both, far apart", Floor::copy, &from_bytes_to_bytes<Foreign::far_apart>},
      {"recover", "100 scattered changes", Floor::copy, &from_bytes_to_bytes<Foreign::scattered>, 1'000},
  };
}

}  // namespace kedge::bench
