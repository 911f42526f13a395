// Guesses where shown lines are in the current file, to show them to a caller whose edit could not be proven. Nothing is ever
// written because of this guess.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "edit/diff.hpp"
#include "edit/replace_lines.hpp"
#include "resolve/row_places.hpp"
#include "text/line_set.hpp"

namespace kedge {

// The lines of `now` that correspond to `lines` of `shown`: the only place that reads like them and their neighbours, for a
// range that was torn apart the places of its parts; otherwise what is between neighbours that occur once; otherwise the same
// line numbers. With many parts or large texts, only the first are looked for.
LineSet likely_lines(const Text& shown, const Text& now, const LineSet& lines);

// What has become of shown lines.
struct LikelyPlace {
  enum class Fate : std::uint8_t { kept, moved, changed, removed };
  Fate fate;
  LineSpan lines;  // what is in their place now; removed: empty, where they were
};

// The same guess for single edits, with words for it. For one thread.
class Whereabouts {
 public:
  // REQUIRES: both outlive this.
  Whereabouts(const Text& shown, const Text& now);

  const Text& shown() const { return *shown_; }
  const Text& now() const { return *now_; }

  // Searches the whole file.
  LikelyPlace of(LineSpan lines) const;
  // The same without a search: what is between the lines around them. `Fate::moved` is none of its answers.
  LikelyPlace in_place(LineSpan lines) const;
  // A sentence about the lines that an edit names.
  std::string told(LineSpan named, const LikelyPlace& place) const;
  // Where what an edit makes of the lines that it names is already; none if it is not.
  std::optional<LineSpan> made_at(LineSpan named, const LineEdit& edit, const LikelyPlace& place) const;

 private:
  bool was_there(LineSpan lines, LineSpan place) const;

  const Text* shown_;
  const Text* now_;
  std::vector<Hunk> hunks_;
  mutable RowFinder rows_shown_, rows_now_;
};

}  // namespace kedge
