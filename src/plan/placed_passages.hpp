// Finds the places of passages in a text: where their quoted rows match, down the ladder of match modes, below the lines that
// they name, and in order. The first match never wins. If there are several, only order and line numbers can tell them apart,
// and only if the policy allows it.
#pragma once

#include <expected>
#include <span>
#include <vector>

#include "contract/request.hpp"
#include "edit/replace_lines.hpp"

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

// Why a passage could not be placed.
struct Misfit {
  enum class Why : std::uint8_t {
    nowhere,
    several,
    out_of_order,    // it matches above the passage that it must follow
    not_at_end,      // it matches, but not at the end
    quotes_nothing,  // no row says where it belongs
    overlaps,        // another passage quotes the same lines
    not_below,       // a line that it must follow is missing, or is further down
  };
  Why why = Why::nowhere;
  std::size_t passage = 0;            // index
  std::vector<LineSpan> places = {};  // that would match otherwise
  MatchMode mode = MatchMode::exact;  // of these matches
  std::string header = {};            // not_below: the line
};

using Placement = std::expected<std::vector<PlacedPassage>, std::vector<Misfit>>;
Placement place_passages(const Text& text, std::span<const QuotedPassage> passages, const Policy& policy);

// From the first line that a placed passage changes, or adds rows before, to the last. If it changes nothing: empty, at its
// beginning.
LineSpan touched_lines(const Passage& passage, LineSpan lines);

}  // namespace kedge
