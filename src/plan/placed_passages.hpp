// Where passages of lines stand in a text: each of them where its quoted rows stand, down the ladder of match modes, below the
// lines that it names, and in order. A place that fits is not taken because it comes first: where there are several, order
// and line numbers may tell them apart, if the policy says so, and nothing else does.
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

// What is written where a passage stands: rows that are kept or added.
Rows rows_made(const Passage& passage);

struct PlacedPassage {
  LineSpan lines;  // where its quoted rows stand; empty if there are none
  MatchMode mode = MatchMode::exact;
};

// Why a passage has no place.
struct Misfit {
  enum class Why : std::uint8_t {
    nowhere,
    several,
    out_of_order,    // it stands above the passage that it is to stand below
    not_at_end,      // it stands in the text, and not at its end
    quotes_nothing,  // it says where it is to stand by no row at all
    overlaps,        // another passage quotes the same lines
    not_below,       // a line that it is to stand below is not there, or stands further down
  };
  Why why = Why::nowhere;
  std::size_t passage = 0;            // index
  std::vector<LineSpan> places = {};  // that fit otherwise
  MatchMode mode = MatchMode::exact;  // by which they do
  std::string header = {};            // not_below: the line
};

using Placement = std::expected<std::vector<PlacedPassage>, std::vector<Misfit>>;
Placement place_passages(const Text& text, std::span<const QuotedPassage> passages, const Policy& policy);

// From the first line that a placed passage changes, or adds rows before, to the last. Empty at its beginning if it changes
// nothing.
LineSpan touched_lines(const Passage& passage, LineSpan lines);

}  // namespace kedge
