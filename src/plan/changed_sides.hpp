// Whether rows beside an edit are on its other side now.
#pragma once

#include <vector>

#include "edit/replace_lines.hpp"
#include "text/text.hpp"

namespace kedge {

// Whether a quoted row beside what an edit changes, or any row beside what it removes, is on its other side now. Then somebody
// has moved one of them, and may have made this very edit: whoever moves rows removes them and inserts them again elsewhere.
bool has_changed_sides(const Text& before, const std::vector<LineSpan>& quoted, const std::vector<LineEdit>& edits,
                       const Text& now, const std::vector<LineEdit>& here);

}  // namespace kedge
