// What happened to a file between the version that was shown and the one on disk, and which lines provably are still
// the same lines. "Provably" is what stands between an edit and another function's body:
//
//   - the line was not touched by the drift;
//   - no hunk of the drift could equally have stood on it (edit/slide);
//   - it stands under the same chain of headers, each of them kept (edit/headers);
//   - something between the nearest change above and the line, or its headers, occurs only once in both versions.
//
// The last rule is about lines whose surroundings say nothing: between two changes, `}` and `return;` fit anywhere.
// Lines above the first change need no more than the first two rules. Drift that kedge made itself is known exactly, and
// then "not touched" is all there is to prove.
#pragma once

#include <expected>
#include <optional>
#include <string>
#include <vector>

#include "edit/slide.hpp"

namespace kedge {

// Why a line could not be followed.
struct Unproven {
  enum class Reason : std::uint8_t {
    changed,         // the line itself, or something inside the range
    indistinct,      // a change beside it could equally have been made on it
    header_changed,  // it may stand in another function now
    unsupported,     // nothing near it tells it from equal lines elsewhere
    parted,          // the two neighbours of an insertion no longer stand side by side
  };
  Reason reason = Reason::changed;
  LineNo line;  // of the shown version
};

std::string describe(const Unproven& unproven);

class Drift {
 public:
  // The change in between is not known and is found by a diff.
  static Drift guessed(Text shown, Text current);
  // The change is known exactly. REQUIRES: current == changes.apply(shown).
  static Drift known(Text shown, Text current, const ChangeSet& changes);

  const Text& shown() const { return shown_; }
  const Text& current() const { return current_; }

  // Where these lines of the shown version stand now. REQUIRES: not empty, and every line exists.
  std::expected<LineSpan, Unproven> follow(LineSpan lines) const;

 private:
  Drift(Text shown, Text current, std::vector<Slide> hunks, bool exact);

  std::size_t hunks_before(LineNo line) const;  // how many end at or before the line
  LineNo moved(LineNo line) const;              // REQUIRES: not inside a hunk
  std::optional<LineNo> kept(LineNo line) const;
  bool same_headers(LineNo line) const;
  bool supported(LineSpan lines, LineNo run_begin) const;
  bool unique_in_both(LineNo line) const;

  Text shown_;
  Text current_;
  std::vector<Slide> hunks_;
  bool exact_;
};

}  // namespace kedge
