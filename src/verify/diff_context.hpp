// Body rows that were meant as the context of a diff: one blank, then a line of the file in or next to the lines that the edit
// names. Written as they are they would double or shift the line.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "edit/replace_lines.hpp"
#include "text/text.hpp"

namespace kedge {

struct DiffContext {
  std::size_t row = 0;  // the first such row of the body, from 0
  LineNo line;          // the line that it quotes
  Rows corrected;       // the body without context: lines next to the range are dropped, those in it are kept; may be empty
};

// `unmarked` are the rows of the body that came without the sign of a new row, in order. `lines` is what the edit replaces, or
// the empty range where it inserts.
std::optional<DiffContext> diff_context(const Text& text, LineSpan lines, const Rows& rows,
                                        std::span<const std::uint32_t> unmarked);

}  // namespace kedge
