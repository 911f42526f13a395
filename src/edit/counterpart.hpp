// What is now in the place of lines, whether or not they are still there. It is told to callers and proves nothing: no edit is
// moved by it (edit/recover does that).
#pragma once

#include <optional>
#include <span>

#include "edit/diff.hpp"

namespace kedge {

// Where a line is after the hunks; none if one of them removes it. REQUIRES: the hunks are those of a diff.
std::optional<LineNo> kept_line(std::span<const Hunk> hunks, LineNo line);

// Lines that are still there, together, are their own counterpart. That of others is what is between the nearest lines around
// them that are still there; if as many lines are there as were, each has its own. Empty: nothing is in their place. For an
// empty span, where it is beside the line above it, or else beside the one below.
LineSpan counterpart(std::span<const Hunk> hunks, LineSpan lines);

}  // namespace kedge
