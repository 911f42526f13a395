#include "render/unified_diff.hpp"

#include <algorithm>
#include <functional>

#include "render/row.hpp"
#include "support/common_ends.hpp"
#include "support/strings.hpp"

namespace kedge {
namespace {

constexpr std::string_view no_newline = "\n\\ No newline at end of file\n";

// Where a long row is begun to be shown, so that what differs from its counterpart is in what is shown.
std::size_t first_shown_byte(std::string_view row, std::string_view counterpart) {
  constexpr std::size_t lead = 200;
  if (row.size() <= longest_row || counterpart.empty()) return 0;
  std::size_t from = common_prefix(row, counterpart);
  if (from <= longest_row / 2) return 0;
  from -= lead;
  while (from > 0 && (static_cast<std::uint8_t>(row[from]) & 0xC0U) == 0x80U) --from;  // not inside a character
  return from;
}

void append_rows(std::string& out, char mark, const Text& text, LineSpan lines, DiffRows rows,
                 const std::function<std::size_t(LineNo)>& from = {}) {
  for (LineNo line = lines.first; line < lines.end; line = line + 1) {
    append(out, mark);
    if (line == LineNo{1}) append(out, text.bom());
    const bool terminated = text.raw(line).ends_with('\n');
    if (rows == DiffRows::exact) {
      append(out, text.raw(line));
    } else {
      append_rest_of_row(out, text, line, from ? from(line) : 0);
      if (terminated) append(out, '\n');
    }
    if (!terminated) append(out, no_newline);
  }
}

// Both sides of a hunk. Rows of equal position are each other's counterparts where there are as many of them.
void append_changed_rows(std::string& out, const Text& before, const Text& after, const Hunk& hunk, DiffRows rows) {
  const bool paired = hunk.before.size() == hunk.after.size();
  append_rows(out, '-', before, hunk.before, rows, [&](LineNo line) {
    return paired ? first_shown_byte(before.content(line), after.content(hunk.after.first + (line - hunk.before.first))) : 0;
  });
  append_rows(out, '+', after, hunk.after, rows, [&](LineNo line) {
    return paired ? first_shown_byte(after.content(line), before.content(hunk.before.first + (line - hunk.after.first))) : 0;
  });
}

// "3,2": first line and count; a count of 1 is left out, and an empty range names the line above it.
std::string range(LineSpan lines) {
  if (lines.size() == 1) return concat(lines.first.value);
  return concat(lines.empty() ? lines.first.value - 1 : lines.first.value, ',', lines.size());
}

// A file of nothing but a BOM has no line to us and one unterminated row to other programs.
bool is_lone_bom(const Text& text) { return text.line_count() == 0 && !text.bom().empty(); }

std::string replaced_whole(const Text& before, const Text& after, DiffRows rows) {
  const auto count = [](const Text& text) { return is_lone_bom(text) ? 1 : text.line_count(); };
  const auto append_all = [rows](std::string& out, char mark, const Text& text) {
    if (is_lone_bom(text)) append(out, concat(mark, text.bom(), no_newline));
    append_rows(out, mark, text, text.all_lines(), rows);
  };
  std::string out = concat("@@ -", range({LineNo{1}, LineNo{count(before) + 1}}), " +",
                           range({LineNo{1}, LineNo{count(after) + 1}}), " @@\n");
  append_all(out, '-', before);
  append_all(out, '+', after);
  return out;
}

// To other programs a BOM is part of the first line. So if the first lines, with their BOMs, differ, they must be in a hunk.
std::vector<Hunk> with_bom_rows(const Text& before, const Text& after, std::span<const Hunk> hunks) {
  std::vector<Hunk> out(hunks.begin(), hunks.end());
  if (before.bom().empty() && after.bom().empty()) return out;
  const bool at_top = !out.empty() && out.front().before.first == LineNo{1} && out.front().after.first == LineNo{1};
  const bool first_rows_paired = !at_top || (!out.front().before.empty() && !out.front().after.empty());
  if (first_rows_paired && (at_top || before.bom() == after.bom())) return out;
  if (!at_top) out.insert(out.begin(), Hunk{between_lines(LineNo{1}), between_lines(LineNo{1})});

  Hunk& top = out.front();
  if (before.has(top.before.end) && after.has(top.after.end)) {
    top.before.end = top.before.end + 1;
    top.after.end = top.after.end + 1;
  }
  if (out.size() > 1 && out[1].before.first == top.before.end) {
    top = {{top.before.first, out[1].before.end}, {top.after.first, out[1].after.end}};
    out.erase(out.begin() + 1);
  }
  return out;
}

}  // namespace

std::string unified_diff(const Text& before, const Text& after, std::span<const Hunk> known_hunks, const DiffNames& names,
                         std::uint32_t context, DiffRows rows) {
  std::string out = concat("--- ", names.before, "\n+++ ", names.after, '\n');
  if ((is_lone_bom(before) || is_lone_bom(after)) && before != after) return concat(out, replaced_whole(before, after, rows));
  const std::vector<Hunk> hunks = with_bom_rows(before, after, known_hunks);
  if (hunks.empty()) return {};
  constexpr std::size_t usual_size = 960;
  out.reserve(usual_size);
  for (std::size_t i = 0; i < hunks.size();) {
    // Hunks whose context rows would touch share one header.
    std::size_t end = i + 1;
    while (end < hunks.size() && hunks[end].before.first - hunks[end - 1].before.end <= 2 * context) ++end;

    const std::uint32_t above = std::min(context, hunks[i].before.first.value - 1);
    const std::uint32_t below = std::min(context, before.all_lines().end - hunks[end - 1].before.end);
    const LineSpan old_rows{hunks[i].before.first - above, hunks[end - 1].before.end + below};
    const LineSpan new_rows{hunks[i].after.first - above, hunks[end - 1].after.end + below};
    append(out, concat("@@ -", range(old_rows), " +", range(new_rows), " @@\n"));
    LineNo at = old_rows.first;
    for (; i < end; ++i) {
      append_rows(out, ' ', before, {at, hunks[i].before.first}, rows);
      append_changed_rows(out, before, after, hunks[i], rows);
      at = hunks[i].before.end;
    }
    append_rows(out, ' ', before, {at, old_rows.end}, rows);
  }
  return out;
}

}  // namespace kedge
