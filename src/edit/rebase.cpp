#include "edit/rebase.hpp"

#include "support/require.hpp"
#include "support/strings.hpp"

namespace kedge {
namespace {

enum class Order { apart_before, apart_after, clash };

// Insertions at one place whose order contradicts their leans: nothing can be inserted between them.
bool tangled(std::span<const Edit> edits, const Edit& insertion) {
  const Edit* above = nullptr;
  for (const Edit& edit : edits) {
    if (edit.span != insertion.span) continue;
    if (above != nullptr && edit.lean < above->lean) return true;
    above = &edit;
  }
  return false;
}

// Where `theirs` is relative to `mine`.
Order order_of(const Edit& theirs, const ChangeSet& all_theirs, const Edit& mine, const ChangeSet& all_mine) {
  const ByteSpan t = theirs.span;
  const ByteSpan m = mine.span;
  if (t.empty() && m.empty() && t.begin == m.begin) {
    if (theirs.lean == mine.lean) return Order::clash;
    if (tangled(all_theirs.edits(), theirs) || tangled(all_mine.edits(), mine)) return Order::clash;
    return theirs.lean < mine.lean ? Order::apart_before : Order::apart_after;
  }
  if (t.end <= m.begin) return Order::apart_before;
  if (m.end <= t.begin) return Order::apart_after;
  return Order::clash;
}

Error clash(const Text& base, const Edit& mine) {
  const LineNo line = base.lines_touched(mine.span).first;
  return refuse(Code::conflict, concat("Line ", line.value, " was changed on both sides."),
                {{"line", line.value}, {"op", mine.op + 1}});
}

}  // namespace

Result<ChangeSet> rebase(const Text& base, const ChangeSet& mine, const ChangeSet& theirs) {
  KEDGE_REQUIRE(mine.base_size() == base.size() && theirs.base_size() == base.size());
  std::vector<Edit> moved;
  std::vector<Error> clashes;
  std::size_t passed = 0;  // edits of theirs before all remaining edits of mine
  std::size_t grown = 0;
  for (const Edit& edit : mine.edits()) {
    std::size_t at = passed;
    std::size_t grown_here = grown;
    bool clashed = false;
    for (; at < theirs.edits().size(); ++at) {
      const Edit& other = theirs.edits()[at];
      const Order order = order_of(other, theirs, edit, mine);
      if (order == Order::apart_after) break;
      clashed = clashed || order == Order::clash;
      grown_here += other.text.size() - other.span.size();
    }
    // An insertion of theirs at the same place may belong after one of mine and before the next, so only what ends before
    // this place is passed.
    while (passed < at && theirs.edits()[passed].span.end < edit.span.begin) {
      grown += theirs.edits()[passed].text.size() - theirs.edits()[passed].span.size();
      ++passed;
    }
    if (clashed) {
      clashes.push_back(clash(base, edit));
    } else {
      moved.push_back({{edit.span.begin + grown_here, edit.span.end + grown_here}, edit.text, edit.op, edit.lean});
    }
  }
  if (!clashes.empty()) return std::unexpected(together(std::move(clashes)));
  std::size_t moved_size = base.size();
  for (const Edit& edit : theirs.edits()) moved_size += edit.text.size() - edit.span.size();
  return ChangeSet::in_order(moved_size, std::move(moved));
}

}  // namespace kedge
