#include "verify/joined_lines.hpp"

#include "support/strings.hpp"

namespace kedge {

std::vector<Finding> joined_lines(const Text& before, const std::vector<Substitution>& substitutions) {
  std::vector<Finding> findings;
  for (const auto& [line, to] : glued_lines(before, substitutions)) {
    const bool above = to == GluedLine::To::the_new_text;
    std::string message =
        above
            ? concat("the new text lacks the line break that the quoted text begins with, so that it would be joined to line ",
                     line.value, " of the file; begin the new text with a line break, or leave it out of both")
            : concat("the new text lacks the line break that the quoted text ends with, so that line ", line.value + 1,
                     " of the file would be joined to it; end the new text with a line break");
    findings.push_back({"joined_lines", line, std::move(message)});
  }
  return findings;
}

}  // namespace kedge
