// Judging an answer by identities. The engine is right if each part of the edit stands on the very lines that the model
// meant, wherever they are now, and nothing else excuses a place.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "edit/recover.hpp"
#include "operation.hpp"

namespace oracle {

using Edits = std::vector<kedge::LineEdit>;
using Answer = kedge::Result<Edits>;

// One to four disjoint line operations at random places of the shown file.
Edits random_edits(Random& random, const Program& shown);

struct Case {
  Texts texts;
  Program shown;
  std::vector<Op> ops;
  Program current;
  Edits edits;
};

enum class Verdict : std::uint8_t {
  right,
  refused_rightly,
  refused_as_renamed,  // safe by identity, but the bytes are also those of renamed headers, which must be refused
  refused_though_safe,
  wrong_place,
  wrong_function,
  undecidable_applied,  // wrong, but a second history explains both texts and makes it right
  undecidable_refused,  // safe, but a second history explains both texts and makes it unsafe
  gap_applied,          // the same two where the histories differ only in which blank line between functions is which
  gap_refused,
};
constexpr std::size_t verdict_count = 10;

// The lines by which a part is judged: those it replaces, or the one that names an insertion.
kedge::LineSpan lines_meant(const kedge::LineEdit& edit);

// Where lines of the shown file stand now: all alive, unchanged, side by side and in order; else none.
std::optional<kedge::LineSpan> place_now(const Program& shown, const Program& current, kedge::LineSpan lines);

// Without the search for a second history.
Verdict judged(const Case& it, const Answer& answer);

}  // namespace oracle
