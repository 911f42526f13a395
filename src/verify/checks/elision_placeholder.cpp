// Finds placeholder rows for text that was left out. Nobody expands them: the text that they stand for is gone. Where they take
// the place of two or more rows of code, that is refused; elsewhere it is a warning.
#include "support/strings.hpp"
#include "text/blanks.hpp"
#include "text/line_hash.hpp"
#include "verify/check.hpp"
#include "verify/elision.hpp"
#include "verify/excerpt.hpp"
#include "verify/replaced_rows.hpp"

namespace kedge::check {
namespace {

bool has_ending(std::string_view path, std::string_view ending) { return lower_case(path).ends_with(ending); }

// Dots that are code: the body of a Python function, a stub, the end of a YAML document.
bool are_code(const ChangedFile& file, LineNo dots) {
  if (has_ending(file.path, ".pyi")) return true;
  const std::string_view row = file.after.content(dots);
  if (has_ending(file.path, ".yaml") || has_ending(file.path, ".yml")) return row.starts_with("...");
  if (!has_ending(file.path, ".py")) return false;
  LineNo above = dots;
  do {
    if (above == LineNo{1}) return false;
    above = above - 1;
  } while (is_blank(file.after.content(above)));
  LineNo below = dots + 1;
  while (file.after.has(below) && is_blank(file.after.content(below))) below = below + 1;
  const std::size_t depth = indentation_of(row).size();
  const bool ends_block = !file.after.has(below) || indentation_of(file.after.content(below)).size() < depth;
  const bool begins_block = without_trailing_blanks(file.after.content(above)).ends_with(':');
  return begins_block && ends_block && indentation_of(file.after.content(above)).size() < depth;
}

std::uint32_t rows_with_words(const Text& text, LineSpan lines) {
  std::uint32_t count = 0;
  for (LineNo line = lines.first; line < lines.end; line = line + 1) count += is_blank(text.content(line)) ? 0U : 1U;
  return count;
}

// How many rows with words a change removes and brings.
struct RowCounts {
  std::uint32_t gone = 0, come = 0;
};

// Whether a row stands for others, going by what it says and by what the edit removes there.
bool stands_for_others(const ChangedFile& file, const RowCounts& rows, LineNo line, bool prose) {
  const std::string_view row = file.after.content(line);
  const Elision elision = elision_of(row);
  const bool loses_rows = rows.gone > rows.come;
  if (elision == Elision::none) return false;
  if (is_only_dots(row) && (!loses_rows || are_code(file, line))) return false;
  if (elision == Elision::bare && rows.gone == 0) return false;
  if (elision == Elision::likely && !loses_rows) return false;
  // In prose such rows are ordinary text, unless they are comments or much is gone.
  return !prose || is_markup_comment(row) || (elision == Elision::plain && loses_rows);
}

std::vector<Finding> find_elision_placeholder(const ChangedFile& file) {
  constexpr std::uint32_t several = 2;
  ReplacedRows replaced(file);
  const bool prose = is_prose(file.path);
  std::vector<Finding> findings;
  for (const Hunk& hunk : file.hunks) {
    const RowCounts rows{.gone = rows_with_words(file.before, hunk.before), .come = rows_with_words(file.after, hunk.after)};
    for (LineNo line = hunk.after.first; line < hunk.after.end; line = line + 1) {
      const std::string_view row = file.after.content(line);
      if (!stands_for_others(file, rows, line, prose) || replaced.have(row)) continue;
      findings.push_back(
          {.name = {},
           .line = line,
           .message = concat("the row stands for text that was left out, and nobody fills it in: ", excerpt(row)),
           .insists = !prose && rows.gone >= several});
    }
  }
  return findings;
}

}  // namespace

extern const Check elision_placeholder;
const Check elision_placeholder{"elision_placeholder", Leniency::warns, find_elision_placeholder};

}  // namespace kedge::check
