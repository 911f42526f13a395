// A change set is a sorted list of disjoint edits over one base. Atomicity, overlap refusal, undo, line mapping and
// invalidation scope are all queries on it; a diff of two texts is one too.
//
//   c.invert(x).apply(c.apply(x)) == x
//   a.then(a.apply(x), b).apply(x) == b.apply(a.apply(x))
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "edit/edit.hpp"
#include "error/error.hpp"
#include "text/text.hpp"

namespace kedge {

class ChangeSet {
 public:
  // No edits, over a base of that many bytes.
  explicit ChangeSet(std::size_t base_size = 0) : base_size_(base_size) {}

  // Sorts the edits and refuses (overlapping_operations) if two touch the same bytes or an insertion stands strictly
  // inside another edit. Touching edits are fine; two insertions at one place keep the order in which they were given.
  // REQUIRES: every span lies inside the base.
  static Result<ChangeSet> make(const Text& base, std::vector<Edit> edits);

  // REQUIRES: the edits are sorted, disjoint and inside a base of that size.
  static ChangeSet in_order(std::size_t base_size, std::vector<Edit> edits);

  std::span<const Edit> edits() const { return edits_; }
  bool empty() const { return edits_.empty(); }
  std::size_t base_size() const { return base_size_; }

  // REQUIRES (each): `base` is the text this was made for; a text of another size stops the program.
  Text apply(const Text& base) const;
  bool makes(const Text& base, const Text& result) const;  // apply(base) == result, without a copy of either
  ChangeSet invert(const Text& base) const;                // over apply(base)
  // First this, then `next`, as one change set over this one's base. `middle` is apply(base).
  ChangeSet then(const Text& middle, const ChangeSet& next) const;
  // Without the edits and the edges of edits that leave the bytes as they are.
  ChangeSet trimmed(const Text& base) const;

  // Where a whole line of the base stands afterwards, or nothing if an edit touches it.
  // `after` is apply(base).
  std::optional<LineNo> map_line(const Text& base, const Text& after, LineNo line) const;
  // The first line that differs between base and result, new or missing lines included. A last line that only gained or
  // lost its terminator because of what follows it counts as kept. Nothing if no byte changes.
  std::optional<LineNo> first_changed_line(const Text& base, const Text& after) const;

  friend bool operator==(const ChangeSet&, const ChangeSet&) = default;

 private:
  std::size_t base_size_ = 0;
  std::vector<Edit> edits_;
};

}  // namespace kedge
