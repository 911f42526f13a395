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

// Whole lines on both sides of each edit; edits of one line are taken together.
std::vector<Hunk> coarse_hunks(const Text& before, const Text& after, const ChangeSet& changes) {
  std::vector<Hunk> hunks;
  std::size_t grown = 0;  // modulo 2^N: bytes added less bytes removed so far
  for (const Edit& edit : changes.edits()) {
    const std::size_t grown_behind = grown + edit.text.size() - edit.span.size();
    LineSpan touched = before.lines_touched(edit.span);
    // Text put before a line, or behind one, without a line break between has changed that line, too.
    while (touched.end < before.all_lines().end && !between_lines_of(after, before.span(touched).end + grown_behind)) {
      touched.end = touched.end + 1;
    }
    while (touched.first > LineNo{1} && !between_lines_of(after, before.span(touched).begin + grown)) {
      touched.first = touched.first - 1;
    }
    Hunk hunk{touched, {}};
    // A change of the BOM moves where line 1 begins, which is the same line all the same.
    const bool from_the_top = touched.first == LineNo{1};
    hunk.after.first = from_the_top ? LineNo{1} : line_from(after, before.span(touched).begin + grown);
    hunk.after.end = std::max(hunk.after.first, line_from(after, before.span(touched).end + grown_behind));
    if (!hunks.empty() && touched.first < hunks.back().before.end) {
      hunk.before.first = hunks.back().before.first;
      hunk.after.first = hunks.back().after.first;
      hunks.pop_back();
    }
    hunks.push_back(hunk);
    grown = grown_behind;
  }
  return hunks;
}

}  // namespace

std::vector<Hunk> line_hunks(const Text& before, const Text& after, const ChangeSet& changes, LineKey key) {
  const auto keys_of = [key](const Text& text, LineSpan lines) {
    std::vector<std::string_view> keys;
    for (LineNo line = lines.first; line < lines.end; line = line + 1) {
      keys.push_back(key == LineKey::bytes ? text.raw(line) : text.content(line));
    }
    return keys;
  };
  std::vector<Hunk> hunks;
  for (const Hunk& coarse : coarse_hunks(before, after, changes)) {
    for (const IndexHunk& fine : diff_sequences(keys_of(before, coarse.before), keys_of(after, coarse.after))) {
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
