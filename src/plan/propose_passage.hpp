// What to send instead of a passage that matches nowhere: the same change, with the file's own lines. Each is added to a
// refusal only if it would be accepted and would change something.
#pragma once

#include "plan/likely_lines.hpp"
#include "plan/located.hpp"
#include "plan/place_passages.hpp"

namespace kedge {

inline constexpr std::size_t longest_proposal = 32UL * 1024;

// For a passage that is probably about these lines.
void propose(const FileTask& task, const QuotedPassage& quoted, LineSpan lines, Error& refused);
// Whether it may quote these lines with mistakes, row by row.
bool may_quote(const FileTask& task, const QuotedPassage& quoted, LineSpan lines);

// Lines that were quoted together may have been torn apart since. This is the part with all changes, and a neighbour on each
// side that had some: as large as it can be while it is in the file exactly once.
struct StandingPart {
  Passage passage;
  LineSpan lines;
  std::size_t above, below;  // rows that are left out
};
std::optional<StandingPart> standing_part(const Text& text, const QuotedPassage& quoted);
void propose_part(const FileTask& task, const StandingPart& part, int op, Error& refused);

// A change of lines that others have changed since they were shown, as it would be in the current file: its rows in place of
// what is there now, with as much around them as it takes to be the only place. A part that is there already is left out.
struct InsistedChange {
  Passage passage;
  LineSpan lines;        // that it quotes
  bool is_done = false;  // nothing is left of it
};
// None if it is not clear what is in the place of the lines: they have moved, or a part of them has. Quotes none of the `taken`
// lines that it can do without, because other parts of the call quote them.
std::optional<InsistedChange> insisted_change(const Whereabouts& whereabouts, LineSpan quoted, std::vector<LineEdit> edits,
                                              const LineSet& taken = {});
void propose_change(const FileTask& task, const InsistedChange& change, Error& refused);

// For one that exchanges a part of a line as if it were all of it. REQUIRES: the place is inside one line.
void propose_whole_line(const FileTask& task, const QuotedPassage& quoted, const ByteSpan& place, Error& refused);

}  // namespace kedge
