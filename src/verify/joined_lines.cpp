#include "verify/joined_lines.hpp"

#include "support/strings.hpp"

namespace kedge {

std::vector<Finding> joined_lines(const Text& before, const std::vector<Substitution>& substitutions) {
  std::vector<Finding> findings;
  for (const LineNo line : glued_lines(before, substitutions)) {
    findings.push_back({"joined_lines", line,
                        concat("the new text lacks the line break that the quoted text ends with, so that line ",
                               line.value + 1, " of the file would be joined to it; end the new text with a line break")});
  }
  return findings;
}

}  // namespace kedge
