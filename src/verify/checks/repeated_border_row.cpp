// New rows that end in the rows below them, or begin with the rows above: a body that includes its neighbours without replacing
// them.
#include <algorithm>

#include "support/strings.hpp"
#include "text/line_quality.hpp"
#include "verify/check.hpp"
#include "verify/excerpt.hpp"

namespace kedge::check {
namespace {

constexpr std::uint32_t most_rows = 5;

LineSpan below(LineNo first, std::uint32_t count) { return {first, first + count}; }

bool has(const Text& text, LineSpan lines) { return lines.first.value >= 1 && lines.end <= text.all_lines().end; }

bool equal(const Text& a, LineSpan lines, const Text& b, LineSpan others) {
  if (!has(a, lines) || !has(b, others)) return false;
  for (std::uint32_t i = 0; i < lines.size(); ++i) {
    if (a.content(lines.first + i) != b.content(others.first + i)) return false;
  }
  return true;
}

bool says_something(const Text& text, LineSpan lines) {
  for (LineNo line = lines.first; line < lines.end; line = line + 1) {
    if (!is_low(text.content(line))) return true;
  }
  return false;
}

// Whether the rows were already repeated where the edit was made, or are repeated right there anyway.
bool stood_twice(const ChangedFile& file, const Hunk& hunk, LineSpan rows) {
  const std::uint32_t count = rows.size();
  const LineNo end = hunk.before.end;
  const LineNo first = hunk.before.first;
  const auto stands_at = [&](LineNo line) { return equal(file.before, below(line, count), file.after, rows); };
  const auto up = [&](LineNo line, std::uint32_t by) { return line.value > by ? line - by : LineNo{0}; };
  return (stands_at(end) && (stands_at(up(end, count)) || stands_at(end + count))) ||
         (stands_at(up(first, count)) && (stands_at(first) || stands_at(up(first, 2 * count))));
}

std::vector<Finding> find_repeated_border_row(const ChangedFile& file) {
  std::vector<Finding> findings;
  const Text& after = file.after;
  const auto found = [&](LineSpan rows, std::string_view where) {
    findings.push_back(
        {.name = {},
         .line = rows.first,
         .message = concat(rows.size() == 1 ? "a new row repeats the one right " : "new rows repeat those right ", where, ": ",
                           excerpt(after.content(rows.first)))});
  };
  for (const Hunk& hunk : file.hunks) {
    const std::uint32_t most = std::min(most_rows, hunk.after.size());
    for (std::uint32_t count = 1; count <= most; ++count) {
      const LineSpan last{hunk.after.end - count, hunk.after.end};
      if (equal(after, last, after, below(hunk.after.end, count)) && says_something(after, last) &&
          !stood_twice(file, hunk, last)) {
        found(last, "below");
        break;
      }
      const LineSpan first = below(hunk.after.first, count);
      if (hunk.after.first.value > count && equal(after, first, after, {hunk.after.first - count, hunk.after.first}) &&
          says_something(after, first) && !stood_twice(file, hunk, first)) {
        found(first, "above");
        break;
      }
    }
  }
  return findings;
}

}  // namespace

extern const Check repeated_border_row;
const Check repeated_border_row{"repeated_border_row", Leniency::sleeps, find_repeated_border_row};

}  // namespace kedge::check
