#include "verify/foreign_indentation.hpp"

#include "edit/line_hunks.hpp"
#include "support/strings.hpp"
#include "text/line_hash.hpp"

namespace kedge {
namespace {

constexpr std::uint32_t enough = 10;

bool by_tab(std::string_view row) { return row.starts_with('\t') && !is_blank(row); }
bool by_spaces(std::string_view row) { return row.starts_with("  ") && !is_blank(row); }

}  // namespace

std::optional<Finding> foreign_indentation(const Text& before, const Text& after, const ChangeSet& changes) {
  // The new rows first: they are few, and most of them look like the first indented row of the file.
  LineNo new_by_tab{0};  // 0: none
  LineNo new_by_spaces{0};
  for (const Hunk& hunk : line_hunks(before, after, changes, LineKey::content)) {
    for (LineNo line = hunk.after.first; line < hunk.after.end; line = line + 1) {
      const std::string_view row = after.content(line);
      if (new_by_tab.value == 0 && by_tab(row)) new_by_tab = line;
      if (new_by_spaces.value == 0 && by_spaces(row)) new_by_spaces = line;
    }
  }
  if (new_by_tab.value == 0 && new_by_spaces.value == 0) return std::nullopt;
  std::uint32_t tabs = 0;
  std::uint32_t spaces = 0;
  for (LineNo line{1}; before.has(line); line = line + 1) {
    const std::string_view row = before.content(line);
    tabs += by_tab(row) ? 1 : 0;
    spaces += by_spaces(row) ? 1 : 0;
    const bool is_mixed = tabs > 0 && spaces > 0;
    const bool is_like_the_new = (tabs > 0 && new_by_spaces.value == 0) || (spaces > 0 && new_by_tab.value == 0);
    if (is_mixed || is_like_the_new) return std::nullopt;
  }
  if (tabs + spaces < enough) return std::nullopt;
  return Finding{"foreign_indentation", tabs > 0 ? new_by_spaces : new_by_tab,
                 concat("the new row is indented with ",
                        tabs > 0 ? "spaces, and the file with tabs" : "tabs, and the file with spaces", " throughout"),
                 Weight::warns};
}

}  // namespace kedge
