#include "edit/replace_lines.hpp"

#include <algorithm>
#include <optional>

#include "edit/diff.hpp"
#include "support/require.hpp"

namespace kedge {

Rows rows_of(std::string_view content) {
  Rows rows;
  rows.reserve(static_cast<std::size_t>(std::ranges::count(content, '\n')) + 1);
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

// For rows that replace no line of their own: the terminator of the line that named the place, else of the line on the
// other side, else the text's first, else LF.
std::string_view terminator_beside(const Text& text, const LineEdit& edit) {
  const LineNo above = edit.lines.first - 1;
  const LineNo below = edit.lines.end;
  const bool named_by_below = edit.lines.empty() && edit.lean == Lean::below;
  for (const LineNo line : {named_by_below ? below : above, named_by_below ? above : below, LineNo{1}}) {
    if (text.has(line) && !text.terminator(line).empty()) return text.terminator(line);
  }
  return "\n";
}

// Which old line each row keeps or replaces, by the usual diff.
std::vector<std::optional<LineNo>> lines_behind_rows(const Text& text, LineSpan lines, const Rows& rows) {
  if (lines.size() == 1 && rows.size() == 1) return {lines.first};
  std::vector<std::string_view> old;
  old.reserve(lines.size());
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

// The terminator of each row. A row that replaces no line takes that of the row above, else of the one below.
std::vector<std::string_view> terminators_of(const Text& text, const LineEdit& edit) {
  std::vector<std::string_view> terminators;
  terminators.reserve(edit.rows.size());
  for (const std::optional<LineNo>& line : lines_behind_rows(text, edit.lines, edit.rows)) {
    terminators.push_back(line ? text.terminator(*line) : std::string_view{});
  }
  const auto is_known = [](std::string_view terminator) { return !terminator.empty(); };
  const auto first_known = std::ranges::find_if(terminators, is_known);
  std::string_view above = first_known == terminators.end() ? terminator_beside(text, edit) : *first_known;
  for (std::string_view& terminator : terminators) {
    if (terminator.empty()) terminator = above;
    above = terminator;
  }
  return terminators;
}

bool reaches_open_end(const Text& text, const LineEdit& edit) {
  return text.ends_unterminated() && edit.lines.end == text.all_lines().end;
}

bool inserts_at_open_end(const Text& text, const LineEdit& edit) {
  return reaches_open_end(text, edit) && edit.lines.empty() && !edit.rows.empty();
}

// `owed` is the terminator that the row above still needs before rows can follow it.
Edit lowered(const Text& text, const LineEdit& edit, std::string_view owed) {
  KEDGE_REQUIRE(edit.lines.first <= edit.lines.end && edit.lines.end <= text.all_lines().end);
  Edit lowered{.span = text.span(edit.lines), .text = std::string(owed), .op = edit.op, .lean = edit.lean};
  const std::vector<std::string_view> terminators = terminators_of(text, edit);
  for (std::size_t i = 0; i < edit.rows.size(); ++i) {
    lowered.text.append(edit.rows[i]);
    const bool stays_open = reaches_open_end(text, edit) && i + 1 == edit.rows.size();
    if (!stays_open) lowered.text.append(terminators[i]);
  }
  return lowered;
}

}  // namespace

Edit replace_lines(const Text& text, const LineEdit& edit) {
  return lowered(text, edit, inserts_at_open_end(text, edit) ? terminator_beside(text, edit) : std::string_view{});
}

Result<ChangeSet> replace_lines(const Text& text, std::vector<LineEdit> edits) {
  // Rows after an unterminated last line: that line is terminated as the row would have been. If the last line is removed,
  // the first of these rows takes its place.
  const auto replacing_last =
      std::ranges::find_if(edits, [&](const LineEdit& edit) { return reaches_open_end(text, edit) && !edit.lines.empty(); });
  std::optional<std::string_view> owed;
  if (replacing_last != edits.end()) {
    owed = replacing_last->rows.empty() ? std::string_view{} : terminators_of(text, *replacing_last).back();
  }
  std::vector<Edit> lowered_edits;
  lowered_edits.reserve(edits.size());
  for (const LineEdit& edit : edits) {
    const bool behind_open_end = inserts_at_open_end(text, edit);
    const std::string_view glue = behind_open_end ? owed.value_or(terminator_beside(text, edit)) : std::string_view{};
    lowered_edits.push_back(lowered(text, edit, glue));
    if (behind_open_end) owed = terminators_of(text, edit).back();
  }
  return ChangeSet::make(text, std::move(lowered_edits));
}

}  // namespace kedge
