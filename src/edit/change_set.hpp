// A change set is a sorted list of disjoint edits over one base. Overlap checks, apply, undo and line mapping are all
// queries on it. A diff of two texts is a change set, too.
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
  // Empty, over a base of this size.
  explicit ChangeSet(std::size_t base_size = 0) : base_size_(base_size) {}

  // Sorts the edits and refuses (overlapping_operations) if two change the same bytes or an insertion is strictly
  // inside another edit. Adjacent edits are fine; two insertions at one place keep their order.
  // REQUIRES: every span is inside the base.
  static Result<ChangeSet> make(const Text& base, std::vector<Edit> edits);

  // REQUIRES: the edits are sorted, disjoint and inside a base of that size.
  static ChangeSet in_order(std::size_t base_size, std::vector<Edit> edits);

  std::span<const Edit> edits() const { return edits_; }
  bool empty() const { return edits_.empty(); }
  std::size_t base_size() const { return base_size_; }

  // REQUIRES (each): `base` is the text this was made for; a text of another size aborts.
  Text apply(const Text& base) const;
  bool makes(const Text& base, const Text& result) const;  // apply(base) == result, without copying
  ChangeSet invert(const Text& base) const;                // over apply(base)
  // First this, then `next`, as one change set over this one's base. `middle` is apply(base).
  ChangeSet then(const Text& middle, const ChangeSet& next) const;
  // Without edits, or parts at the ends of edits, that change nothing.
  ChangeSet trimmed(const Text& base) const;

  // The line's number in `after`; nullopt if an edit touches it.
  // `after` is apply(base).
  std::optional<LineNo> map_line(const Text& base, const Text& after, LineNo line) const;
  // The first line that differs between base and result, including new and missing lines. A last line that only gained or
  // lost its terminator because of what follows it does not differ. nullopt if no byte changes.
  std::optional<LineNo> first_changed_line(const Text& base, const Text& after) const;

  friend bool operator==(const ChangeSet&, const ChangeSet&) = default;

 private:
  std::size_t base_size_ = 0;
  std::vector<Edit> edits_;
};

}  // namespace kedge
