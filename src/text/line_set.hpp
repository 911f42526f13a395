// A set of lines of one text, as sorted spans that neither overlap nor touch.
#pragma once

#include <span>
#include <vector>

#include "text/units.hpp"

namespace kedge {

class LineSet {
 public:
  LineSet() = default;
  explicit LineSet(LineSpan lines) { add(lines); }

  void add(LineSpan lines);
  void add(const LineSet& other);

  bool empty() const { return spans_.empty(); }
  bool contains(LineSpan lines) const;  // each of them; an empty span is always contained
  std::span<const LineSpan> spans() const { return spans_; }
  // The lines of `within` that are not in the set.
  LineSet missing(LineSpan within) const;

  friend bool operator==(const LineSet&, const LineSet&) = default;

 private:
  std::vector<LineSpan> spans_;
};

}  // namespace kedge
