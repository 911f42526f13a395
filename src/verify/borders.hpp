// Slips in a body: it repeats the row next to its range, leaves out the closing brackets that the range ended with, or is
// indented for a different depth than what it replaces.
// The text is never altered. The edit is refused if, according to the parser, the file was correct, the result is not, and it
// would be without the slip. Otherwise it is applied as written, with a warning.
#pragma once

#include <optional>
#include <vector>

#include "edit/replace_lines.hpp"
#include "syntax/syntax.hpp"
#include "verify/finding.hpp"

namespace kedge {

struct BorderFindings {
  std::vector<Finding> findings = {};
  std::vector<SyntaxError> new_errors = {};  // in the result, and not in the file before
};

// `edits` apply to `before` and make `after`. `syntax` may be null; large files are not parsed for this.
BorderFindings border_findings(std::string_view path, const Text& before, const std::vector<LineEdit>& edits, const Text& after,
                               Syntax* syntax);

}  // namespace kedge
