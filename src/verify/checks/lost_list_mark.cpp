// Finds items of a list that have lost their `+`: in patches and diffs it marks a new row, so that an item has to be sent
// as `++ item`.
#include <algorithm>

#include "support/strings.hpp"
#include "verify/check.hpp"
#include "verify/elision.hpp"
#include "verify/excerpt.hpp"
#include "verify/replaced_rows.hpp"

namespace kedge::check {
namespace {

constexpr std::uint32_t rows_around = 3;

bool is_item(std::string_view row) { return row.starts_with("+ "); }
bool may_be_rest_of_one(std::string_view row) {
  return row.size() > 1 && row[0] == ' ' && row[1] != ' ' && row[1] != '\t' && row[1] != '+';
}

std::vector<Finding> find_lost_list_mark(const ChangedFile& file) {
  std::vector<Finding> findings;
  if (!file.signs || !is_prose(file.path)) return findings;
  ReplacedRows replaced(file);
  for (const Hunk& hunk : file.hunks) {
    bool items = false;
    bool others = false;  // rows that begin with one blank anyway
    const auto look = [&](std::string_view row) {
      items = items || is_item(row);
      others = others || may_be_rest_of_one(row);
    };
    const LineSpan around = with_context(file.before, hunk.before, rows_around);
    for (LineNo line = around.first; line < around.end; line = line + 1) look(file.before.content(line));
    if (!items || others) continue;
    for (LineNo line = hunk.after.first; line < hunk.after.end; line = line + 1) {
      const std::string_view row = file.after.content(line);
      if (!may_be_rest_of_one(row) || replaced.have(row)) continue;
      findings.push_back(
          {.name = {},
           .line = line,
           .message = concat("the list marks items with +, but this row begins with a space: its + was probably read as the "
                             "sign of a new row (send ++): ",
                             excerpt(row)),
           .insists = true});
    }
  }
  return findings;
}

}  // namespace

extern const Check lost_list_mark;
const Check lost_list_mark{"lost_list_mark", Leniency::warns, find_lost_list_mark};

}  // namespace kedge::check
