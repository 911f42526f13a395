// Finds the places of passages in a text: where their quoted rows match, down the ladder of match modes, below the lines that
// they name, and in order. The first match never wins. If there are several, only order and line numbers can tell them apart,
// and only if the policy allows it.
#pragma once

#include <expected>
#include <span>
#include <vector>

#include "contract/request.hpp"
#include "edit/replace_lines.hpp"
#include "plan/located.hpp"

namespace kedge {

// One passage of a file, without elided rows.
struct QuotedPassage {
  Passage passage;
  int op = 0;        // of the request
  Rows quoted = {};  // the contents of its lines as they are: what is kept or removed
};

QuotedPassage quoted_passage(Passage passage, int op);

// The rows that a passage leaves in its place: kept and added ones.
Rows rows_made(const Passage& passage);

struct PlacedPassage {
  LineSpan lines;  // of its quoted rows; empty if there are none
  MatchMode mode = MatchMode::exact;
};

using Placement = std::expected<PlacedPassage, Misfit>;
// One result per passage. If there are `rows`, only places inside them count. A passage without a place does not hinder others.
std::vector<Placement> place_passages(const Text& text, std::span<const QuotedPassage> passages, const Policy& policy,
                                      const LineSet* rows = nullptr);

// From the first line that a placed passage changes, or adds rows before, to the last. If it changes nothing: empty, at its
// beginning.
LineSpan touched_lines(const Passage& passage, LineSpan lines);

}  // namespace kedge
