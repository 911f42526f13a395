#include "edit/line_hunks.hpp"

#include <algorithm>

namespace kedge {
namespace {

bool between_lines_of(const Text& text, ByteOffset at) {
  return at.value == text.size() || at.value == text.bom().size() || (at.value > 0 && text.bytes()[at.value - 1] == '\n');
}

// The line that begins at this place, or one past the last.
LineNo line_from(const Text& text, ByteOffset at) {
  return at.value == text.size() ? text.all_lines().end : text.lines_touched({at, at}).first;
}

std::size_t growth(const Edit& edit) { return edit.text.size() - edit.span.size(); }  // modulo 2^N

// Whole lines on both sides of each edit; edits of one line are taken together.
std::vector<Hunk> coarse_hunks(const Text& before, const Text& after, const ChangeSet& changes) {
  const std::span<const Edit> edits = changes.edits();
  const LineNo before_end = before.all_lines().end;
  std::vector<Hunk> hunks;
  std::size_t grown = 0;
  for (std::size_t i = 0; i < edits.size();) {
    const std::size_t grown_above = grown;
    LineSpan touched = before.lines_touched(edits[i].span);
    grown += growth(edits[i++]);
    for (;;) {
      const ByteOffset end = before.span(touched).end;
      const bool has_next = i < edits.size();
      const bool overlaps = has_next && (edits[i].span.begin < end || before.lines_touched(edits[i].span).first < touched.end);
      // Only after all edits up to here is it known where the end is now.
      if (!overlaps && between_lines_of(after, end + grown)) break;
      if (overlaps || (has_next && edits[i].span.begin == end)) {
        touched.end = std::max(touched.end, before.lines_touched(edits[i].span).end);
        grown += growth(edits[i++]);
      } else if (touched.end < before_end) {
        touched.end = touched.end + 1;  // there is now something before that line, without a line break
      } else {
        break;
      }
    }
    // A change of the BOM moves where line 1 begins, which is the first line all the same.
    const ByteSpan bytes = before.span(touched);
    const LineNo first = hunks.empty() && touched.first == LineNo{1} ? LineNo{1} : line_from(after, bytes.begin + grown_above);
    const LineNo end = line_from(after, bytes.end + grown);
    hunks.push_back({touched, {first, std::max(first, end)}});
  }
  return hunks;
}

}  // namespace

std::vector<Hunk> line_hunks(const Text& before, const Text& after, const ChangeSet& changes, LineKey key) {
  const auto keys_of = [key](const Text& text, LineSpan lines) {
    std::vector<std::string_view> keys;
    keys.reserve(lines.size());
    for (LineNo line = lines.first; line < lines.end; line = line + 1) {
      keys.push_back(key_of(text, line, key));
    }
    return keys;
  };
  const auto fine_hunks = [&](const Hunk& coarse) -> std::vector<IndexHunk> {
    const bool is_one_line = coarse.before.size() == 1 && coarse.after.size() == 1;  // as most edits are
    if (!is_one_line) return diff_sequences(keys_of(before, coarse.before), keys_of(after, coarse.after));
    if (key_of(before, coarse.before.first, key) == key_of(after, coarse.after.first, key)) return {};
    return {{0, 1, 0, 1}};
  };
  std::vector<Hunk> hunks;
  for (const Hunk& coarse : coarse_hunks(before, after, changes)) {
    for (const IndexHunk& fine : fine_hunks(coarse)) {
      const Hunk hunk{{coarse.before.first + fine.old_begin, coarse.before.first + fine.old_end},
                      {coarse.after.first + fine.new_begin, coarse.after.first + fine.new_end}};
      const bool touches =
          !hunks.empty() && hunks.back().before.end == hunk.before.first && hunks.back().after.end == hunk.after.first;
      if (touches) {
        hunks.back() = {{hunks.back().before.first, hunk.before.end}, {hunks.back().after.first, hunk.after.end}};
      } else {
        hunks.push_back(hunk);
      }
    }
  }
  return hunks;
}

}  // namespace kedge
