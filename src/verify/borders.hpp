// Slips in a body: it repeats the row next to its range, leaves out the closers that the range ended with, or is indented for
// another depth than what it replaces.
// The text is never altered. Where the parser says that the file was whole, is not any more, and would be with the slip undone,
// the edit is refused; otherwise it is applied as written, and told.
#pragma once

#include <optional>
#include <vector>

#include "edit/replace_lines.hpp"
#include "syntax/syntax.hpp"
#include "verify/finding.hpp"

namespace kedge {

struct BorderFindings {
  std::vector<Finding> findings = {};
  std::vector<SyntaxError> new_errors = {};  // of the result, that the file did not have before
};

// `edits` are over `before` and make `after` of it. `syntax` may be null; files beyond some size are not parsed for this.
BorderFindings border_findings(std::string_view path, const Text& before, const std::vector<LineEdit>& edits, const Text& after,
                               Syntax* syntax);

}  // namespace kedge
