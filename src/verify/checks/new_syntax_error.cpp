// The parser reports an error that it did not report before.
#include <algorithm>

#include "support/strings.hpp"
#include "verify/check.hpp"
#include "verify/parse_errors.hpp"

namespace kedge::check {
namespace {

std::size_t count_in(const std::vector<SyntaxError>& errors, LineSpan lines) {
  return static_cast<std::size_t>(
      std::ranges::count_if(errors, [&](const SyntaxError& error) { return lines.contains(error.line); }));
}

// Drops errors in rows that had one before and still have one after being rewritten: mostly macros.
void excuse_rewritten(const ChangedFile& file, const std::vector<SyntaxError>& before, std::vector<SyntaxError>& fresh) {
  for (const Hunk& hunk : file.hunks) {
    std::size_t excused = count_in(before, hunk.before);
    std::erase_if(fresh, [&](const SyntaxError& error) {
      if (excused == 0 || !hunk.after.contains(error.line)) return false;
      --excused;
      return true;
    });
  }
}

std::vector<Finding> find_new_syntax_error(const ChangedFile& file) {
  if (file.before.size() == 0) return {};  // it is unknown whether the grammar can read such a file
  const auto after = parse_errors(file.syntax, file.path, file.after);
  if (!after || after->empty()) return {};
  const auto before = parse_errors(file.syntax, file.path, file.before);
  if (!before) return {};
  std::vector<SyntaxError> fresh = new_errors(file.before, *before, file.after, *after);
  excuse_rewritten(file, *before, fresh);
  std::vector<Finding> findings;
  findings.reserve(fresh.size());
  for (const SyntaxError& error : fresh) {
    findings.push_back({.name = {},
                        .line = error.line,
                        .message = concat("the file does not parse any more: ", error.message, " at column ", error.column)});
  }
  return findings;
}

}  // namespace

extern const Check new_syntax_error;
const Check new_syntax_error{"new_syntax_error", Leniency::sleeps, find_new_syntax_error};

}  // namespace kedge::check
