// Finds placeholder rows for text that was left out. Nobody expands them: the text that they stand for is gone.
#include "support/strings.hpp"
#include "verify/check.hpp"
#include "verify/elision.hpp"
#include "verify/excerpt.hpp"
#include "verify/replaced_rows.hpp"

namespace kedge::check {
namespace {

std::vector<Finding> find_elision_placeholder(const ChangedFile& file) {
  const ReplacedRows replaced(file);
  const bool prose = is_prose(file.path);
  std::vector<Finding> findings;
  for (const Hunk& hunk : file.hunks) {
    for (LineNo line = hunk.after.first; line < hunk.after.end; line = line + 1) {
      const std::string_view row = file.after.content(line);
      const Elision elision = elision_of(row);
      // A comment of dots alone is a placeholder only if something is removed.
      if (elision == Elision::none || (elision == Elision::bare && hunk.before.empty())) continue;
      if ((prose && !is_markup_comment(row)) || replaced.have(row)) continue;
      findings.push_back(
          {.name = {},
           .line = line,
           .message = concat("the row stands for text that was left out, and nobody fills it in: ", excerpt(row))});
    }
  }
  return findings;
}

}  // namespace

extern const Check elision_placeholder;
const Check elision_placeholder{"elision_placeholder", Leniency::warns, find_elision_placeholder};

}  // namespace kedge::check
