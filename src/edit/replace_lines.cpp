#include "edit/replace_lines.hpp"

#include <algorithm>
#include <optional>

#include "edit/diff.hpp"
#include "support/require.hpp"

namespace kedge {

Rows rows_of(std::string_view content) {
  Rows rows;
  for (;;) {
    const std::size_t newline = content.find('\n');
    std::string_view row = content.substr(0, newline);
    if (newline != std::string_view::npos && row.ends_with('\r')) row.remove_suffix(1);
    rows.emplace_back(row);
    if (newline == std::string_view::npos || newline + 1 == content.size()) return rows;
    content.remove_prefix(newline + 1);
  }
}

namespace {

// The terminator of the nearest line above `below` that has one.
std::string_view terminator_above(const Text& text, LineNo below) {
  for (LineNo line = below; line > LineNo{1};) {
    line = line - 1;
    if (const std::string_view terminator = text.terminator(line); !terminator.empty()) return terminator;
  }
  return {};
}

// For rows that replace no line of their own.
std::string_view terminator_beside(const Text& text, const LineEdit& edit) {
  const bool prefers_below = edit.lines.empty() && edit.lean == Lean::below;
  if (prefers_below && text.has(edit.lines.end) && !text.terminator(edit.lines.end).empty()) {
    return text.terminator(edit.lines.end);
  }
  if (const std::string_view above = terminator_above(text, edit.lines.end); !above.empty()) return above;
  if (text.line_count() > 0 && !text.terminator(LineNo{1}).empty()) return text.terminator(LineNo{1});
  return "\n";
}

// Which old line each row keeps or stands in for, found by the same diff that everything else uses.
std::vector<std::optional<LineNo>> lines_behind_rows(const Text& text, LineSpan lines, const Rows& rows) {
  std::vector<std::string_view> old;
  for (LineNo line = lines.first; line < lines.end; line = line + 1) old.push_back(text.content(line));
  const std::vector<std::string_view> now(rows.begin(), rows.end());

  std::vector<std::optional<LineNo>> behind(rows.size());
  std::uint32_t old_at = 0;
  std::uint32_t now_at = 0;
  const auto keep_until = [&](std::uint32_t old_end) {
    while (old_at < old_end) behind[now_at++] = lines.first + old_at++;
  };
  for (const IndexHunk& hunk : diff_sequences(old, now)) {
    keep_until(hunk.old_begin);
    for (; now_at < hunk.new_end; ++now_at) {
      if (old_at < hunk.old_end) behind[now_at] = lines.first + old_at++;
    }
    old_at = hunk.old_end;
  }
  keep_until(static_cast<std::uint32_t>(old.size()));
  return behind;
}

// What stands before the place of an edit, as far as earlier edits of the same call have decided it.
enum class Above { as_in_text, cut_away };

Edit lowered(const Text& text, const LineEdit& edit, Above above) {
  const LineSpan lines = edit.lines;
  KEDGE_REQUIRE(lines.first <= lines.end && lines.end <= text.all_lines().end);
  Edit lowered{.span = text.span(lines), .text = {}, .op = edit.op, .lean = edit.lean};
  if (edit.rows.empty()) return lowered;

  const bool reaches_end = lines.end == text.all_lines().end;
  const bool ends_open = reaches_end && text.ends_unterminated();
  const std::string_view beside = terminator_beside(text, edit);
  const bool glued_to_last_line = ends_open && lines.empty() && above == Above::as_in_text;
  if (glued_to_last_line) lowered.text.append(beside);

  const std::vector<std::optional<LineNo>> behind = lines_behind_rows(text, lines, edit.rows);
  for (std::size_t i = 0; i < edit.rows.size(); ++i) {
    lowered.text.append(edit.rows[i]);
    if (ends_open && i + 1 == edit.rows.size()) break;
    const std::optional<LineNo> old_line = behind[i];
    const std::string_view own = old_line ? text.terminator(*old_line) : std::string_view{};
    lowered.text.append(own.empty() ? beside : own);
  }
  return lowered;
}

}  // namespace

Edit replace_lines(const Text& text, const LineEdit& edit) { return lowered(text, edit, Above::as_in_text); }

Result<ChangeSet> replace_lines(const Text& text, std::vector<LineEdit> edits) {
  const LineNo end = text.all_lines().end;
  const bool last_line_cut = text.ends_unterminated() && std::ranges::any_of(edits, [&](const LineEdit& edit) {
                               return edit.rows.empty() && !edit.lines.empty() && edit.lines.end == end;
                             });
  std::vector<Edit> lowered_edits;
  lowered_edits.reserve(edits.size());
  bool first_at_end = true;
  for (const LineEdit& edit : edits) {
    const bool at_end = edit.lines.empty() && edit.lines.end == end && !edit.rows.empty();
    // The first row behind a cut-away last line takes its place instead of being glued to it.
    const bool takes_its_place = at_end && last_line_cut && first_at_end;
    lowered_edits.push_back(lowered(text, edit, takes_its_place ? Above::cut_away : Above::as_in_text));
    if (at_end) first_at_end = false;
  }
  return ChangeSet::make(text, std::move(lowered_edits));
}

}  // namespace kedge
