// What changed in a file between the version that was shown and the current one, and which lines are provably still the
// same lines. The proof is what keeps an edit out of the wrong function:
//
//   - the drift did not touch the line, and no equally short diff with as few hunks moves it (edit/shortest_readings; in large
//     texts, one that is found from the other end);
//   - no hunk of the drift could be slid onto it (edit/slide), unless the line that would then be this one has other headers;
//   - its chain of headers is the same, and each header was kept (edit/headers);
//   - the line, one of its headers, or something between it and the nearest change above occurs exactly once in both
//     versions, because `}` and `return;` match anywhere.
//
// Lines above the first change need only the first two rules. A line that the diff reports as removed is followed only
// if it moved together with its header and that header occurs once in both versions. Drift that kedge caused is
// known exactly, and then only "not touched" has to be proven.
#pragma once

#include <expected>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "edit/shortest_readings.hpp"
#include "edit/slide.hpp"

namespace kedge {

// Why a line could not be followed.
struct Unproven {
  enum class Reason : std::uint8_t {
    changed,         // the line itself, or something inside the range
    indistinct,      // a change next to it could equally have been made to it
    header_changed,  // it may be in another function now
    unsupported,     // nothing nearby distinguishes it from equal lines elsewhere
    parted,          // something was added inside the range, or between the neighbours of an insertion
  };
  Reason reason = Reason::changed;
  LineNo line;  // in the shown version
};

std::string describe(const Unproven& unproven);

class Drift {
 public:
  // The change is found by a diff. With LineKey::content, converted line endings are not a change.
  static Drift guessed(Text shown, Text current, LineKey key = LineKey::content);
  // The change is known exactly. REQUIRES: current == changes.apply(shown).
  static Drift known(Text shown, Text current, const ChangeSet& changes);

  // Whether kedge made the change itself, so that it is no guess.
  bool is_known() const { return exact_; }
  const Text& shown() const { return shown_; }
  const Text& current() const { return current_; }

  // What distinguishes the lines from equal ones elsewhere.
  enum class Support : std::uint8_t {
    sought,  // must be found: the last rule above
    given,   // the caller knows that the lines as a whole occur once in both versions
  };

  // Where these lines of the shown version are now. REQUIRES: not empty, and every line exists.
  std::expected<LineSpan, Unproven> follow(LineSpan lines, Support support = Support::sought) const;
  // The same, but moved blocks are not followed.
  std::expected<LineSpan, Unproven> follow_in_place(LineSpan lines, Support support = Support::sought) const;

 private:
  Drift(Text shown, Text current, std::vector<Slide> hunks, std::vector<Hunk> other_reading, bool exact);

  // A way to pair lines of the shown version with lines of the current one.
  using Pairing = std::function<std::optional<LineNo>(LineNo)>;

  std::size_t hunks_before(LineNo line) const;  // that end at or before the line
  std::optional<LineNo> kept_in_other_reading(LineNo line) const;
  bool has_rival(LineNo line, LineNo now) const;
  std::optional<LineNo> kept(LineNo line) const;  // the line's number now if no hunk touches it
  bool same_headers(LineNo line, LineNo now, const Pairing& pairing) const;
  bool same_place(LineNo line, LineNo now) const;
  bool in_doubt(LineNo line, const Slide& slide) const;
  bool supported(LineSpan lines, LineSpan run) const;
  bool unique_in_both(LineNo line) const;
  bool has_new_copies(LineNo line) const;
  std::optional<LineNo> only_copy_now(LineNo line) const;
  bool same_but_headers(LineSpan then, LineSpan now, std::uint32_t columns) const;
  bool run_reads_as_renamed(LineNo line, std::size_t below) const;
  bool block_reads_as_renamed(LineSpan block, LineNo block_now) const;
  std::optional<LineSpan> moved_with_header(LineSpan lines) const;

  Text shown_;
  Text current_;
  std::vector<Slide> hunks_;
  std::vector<Hunk> other_reading_;  // for a guessed drift: an equally short diff
  bool exact_;
  LineKey key_ = LineKey::content;
  // All of them, if the texts are not too large. follow() makes them, so that one Drift is for one thread.
  mutable std::optional<std::optional<ShortestReadings>> readings_ = std::nullopt;
};

}  // namespace kedge
