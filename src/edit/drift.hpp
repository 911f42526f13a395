// What happened to a file between the version that was shown and the one on disk, and which lines provably are still
// the same lines. "Provably" is what stands between an edit and another function's body:
//
//   - the line was not touched by the drift, nor moved by another diff that is as short;
//   - no hunk of the drift could equally have stood on it (edit/slide): wherever else the hunk fits, the line that would
//     then be this one stands under other headers;
//   - it stands under the same chain of headers, each of them kept (edit/headers);
//   - the line, one of its headers, or something between it and the nearest change above occurs only once in both
//     versions. Between two changes, `}` and `return;` fit anywhere.
//
// Lines above the first change need no more than the first two rules. A line that the diff calls removed is followed only
// if it moved in one piece with its header, and that header occurs once in both versions. Drift that kedge made itself is
// known exactly, and then "not touched" is all there is to prove.
#pragma once

#include <expected>
#include <functional>
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
    parted,          // something new stands inside the range, or between the neighbours of an insertion
  };
  Reason reason = Reason::changed;
  LineNo line;  // of the shown version
};

std::string describe(const Unproven& unproven);

class Drift {
 public:
  // The change in between is not known and is found by a diff. By content, converted line endings are no change.
  static Drift guessed(Text shown, Text current, LineKey key = LineKey::content);
  // The change is known exactly. REQUIRES: current == changes.apply(shown).
  static Drift known(Text shown, Text current, const ChangeSet& changes);

  const Text& shown() const { return shown_; }
  const Text& current() const { return current_; }

  // What tells the lines from equal ones elsewhere.
  enum class Support : std::uint8_t {
    sought,  // has to be found: the last of the rules above
    given,   // the lines as a whole occur once in both versions, as the caller knows
  };

  // Where these lines of the shown version stand now. REQUIRES: not empty, and every line exists.
  std::expected<LineSpan, Unproven> follow(LineSpan lines, Support support = Support::sought) const;
  // The same without the blocks that were moved as a whole.
  std::expected<LineSpan, Unproven> follow_in_place(LineSpan lines, Support support = Support::sought) const;

 private:
  Drift(Text shown, Text current, std::vector<Slide> hunks, std::vector<Hunk> other_reading, bool exact);

  // A way to pair lines of the shown version with lines of the current one.
  using Pairing = std::function<std::optional<LineNo>(LineNo)>;

  std::size_t hunks_before(LineNo line) const;  // how many end at or before the line
  std::optional<LineNo> kept_in_other_reading(LineNo line) const;
  std::optional<LineNo> kept(LineNo line) const;  // where the line stands if no hunk touches it
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
  std::vector<Hunk> other_reading_;  // of a guessed drift: an equally short diff
  bool exact_;
};

}  // namespace kedge
