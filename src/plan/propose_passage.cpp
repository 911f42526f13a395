#include "plan/propose_passage.hpp"

#include <algorithm>
#include <ranges>

#include "edit/diff.hpp"
#include "plan/likely_lines.hpp"
#include "resolve/quotation.hpp"
#include "resolve/row_places.hpp"
#include "support/strings.hpp"
#include "support/utf8.hpp"
#include "text/blanks.hpp"
#include "text/line_quality.hpp"

namespace kedge {
namespace {

// Whether a row may have been meant to quote this line: same indentation, similar text.
bool may_be_meant(std::string_view row, std::string_view line, WorkBudget& likeness) {
  constexpr double much = 0.6;
  return indentation_of(row) == indentation_of(line) && similarity(row, line, likeness) >= much;
}

using Meant = std::vector<std::optional<LineNo>>;  // for each quoted row, the line that it quotes

std::vector<RowFate> fates_of(const QuotedPassage& quoted) {
  std::vector<RowFate> fates;
  for (const PassageRow& row : quoted.passage.rows) {
    if (row.fate != RowFate::added) fates.push_back(row.fate);
  }
  return fates;
}

// Row by row, if there are as many lines as rows, and at least half are equal or all are similar. A row that is removed has to
// be similar to its line.
std::optional<Meant> one_by_one(const Text& text, const QuotedPassage& quoted, LineSpan lines, WorkBudget& likeness) {
  if (lines.size() != quoted.quoted.size()) return std::nullopt;
  const std::vector<RowFate> fates = fates_of(quoted);
  Meant meant;
  std::size_t equal = 0;
  std::size_t similar = 0;
  for (std::uint32_t i = 0; i < lines.size(); ++i) {
    const LineNo line = lines.first + i;
    const bool is_equal = quoted.quoted[i] == text.content(line);
    const bool is_similar = is_equal || may_be_meant(quoted.quoted[i], text.content(line), likeness);
    if (!is_similar && fates[i] == RowFate::removed) return std::nullopt;
    equal += is_equal ? 1 : 0;
    similar += is_similar ? 1 : 0;
    meant.emplace_back(line);
  }
  return 2 * equal >= meant.size() || similar == meant.size() ? std::optional(std::move(meant)) : std::nullopt;
}

// A row that is in the file elsewhere was not misquoted: these are not its lines.
bool quotes_other_lines(const Text& text, const QuotedPassage& quoted, const Meant& meant) {
  std::optional<RowSet> all;
  for (std::size_t i = 0; i < meant.size(); ++i) {
    const std::string& row = quoted.quoted[i];
    const std::optional<LineNo>& line = meant[i];
    if (!line || text.content(*line) == row || is_low(row)) continue;
    if (!all) all.emplace(text, MatchMode::exact);
    if (all->may_have({row}) && !row_places(text, {row}, MatchMode::exact, 1).empty()) return true;
  }
  return false;
}

// Whether a row is added right before or after one that quotes no line of the file: then it is unclear where it goes.
bool adds_beside_what_is_left_out(const QuotedPassage& quoted, const Meant& meant) {
  std::size_t at = 0;
  bool added_before = false;
  bool left_out_before = false;
  for (const PassageRow& row : quoted.passage.rows) {
    const bool added = row.fate == RowFate::added;
    const bool left_out = !added && !meant[at++];
    if ((added && left_out_before) || (left_out && added_before)) return true;
    added_before = added;
    left_out_before = left_out;
  }
  return false;
}

// For each quoted row, the line that it quotes: an equal one, or one that it may have meant if there are as many rows as
// lines between two equal ones. Rows that quote no line are left out if they were to be kept and nothing is added beside
// them; no result if one of them was to be removed.
std::optional<Meant> lines_meant(const Text& text, const QuotedPassage& quoted, LineSpan window, WorkBudget& likeness) {
  const std::vector<std::string_view> sent(quoted.quoted.begin(), quoted.quoted.end());
  const std::vector<RowFate> fates = fates_of(quoted);
  std::vector<std::string_view> there;
  for (LineNo line = window.first; line < window.end; line = line + 1) there.push_back(text.content(line));
  Meant meant(sent.size());
  std::uint32_t old_at = 0;
  std::uint32_t new_at = 0;
  for (const IndexHunk& hunk : diff_sequences(sent, there)) {
    for (; old_at < hunk.old_begin; ++old_at, ++new_at) meant[old_at] = window.first + new_at;
    const std::uint32_t rows = hunk.old_end - hunk.old_begin;
    const std::uint32_t lines = hunk.new_end - hunk.new_begin;
    // At the edges of the window there are lines that the passage does not reach.
    const bool at_top = hunk.old_begin == 0;
    const bool at_end = hunk.old_end == sent.size();
    if (rows > 0 && (rows == lines || ((at_top || at_end) && rows < lines))) {
      const std::uint32_t first = at_top && !at_end ? hunk.new_end - rows : hunk.new_begin;
      for (std::uint32_t i = 0; i < rows; ++i) {
        if (may_be_meant(sent[hunk.old_begin + i], there[first + i], likeness))
          meant[hunk.old_begin + i] = window.first + (first + i);
      }
    }
    old_at = hunk.old_end;
    new_at = hunk.new_end;
  }
  for (; old_at < sent.size(); ++old_at, ++new_at) meant[old_at] = window.first + new_at;
  for (std::size_t i = 0; i < meant.size(); ++i) {
    if (!meant[i] && fates[i] == RowFate::removed) return std::nullopt;
  }
  if (adds_beside_what_is_left_out(quoted, meant)) return std::nullopt;
  return meant;
}

// The passage with the file's own lines instead of its quoted rows. Lines that it left out between them are kept.
std::vector<PassageRow> requoted(const Text& text, const QuotedPassage& quoted, const Meant& meant) {
  std::vector<PassageRow> rows;
  std::size_t at = 0;
  std::optional<LineNo> next;
  for (const PassageRow& row : quoted.passage.rows) {
    if (row.fate == RowFate::added) {
      rows.push_back(row);
      continue;
    }
    const std::optional<LineNo> line = meant[at++];
    if (!line) continue;
    for (; next && *next < *line; next = *next + 1) rows.push_back({RowFate::kept, std::string(text.content(*next))});
    rows.push_back({row.fate, std::string(text.content(*line))});
    next = *line + 1;
  }
  return rows;
}

// Adds the passage to the refusal if it would be accepted and would change something.
void offer(const FileTask& task, const Passage& corrected, int op, Error& refused) {
  const std::optional<LineNo>& line = corrected.line;
  if (!line) return;
  std::size_t size = 0;
  for (const PassageRow& row : corrected.rows) {
    size += row.text.size();
    if (!is_utf8(row.text)) return;
  }
  if (size > longest_proposal) return;
  const QuotedPassage proposal = quoted_passage(corrected, op);
  if (proposal.quoted.empty() || proposal.quoted == rows_made(corrected)) return;
  if (!place_passages(task.file.text, std::span(&proposal, 1), task.policy()).front()) return;
  correct(refused, CorrectedPassage{*line, corrected.rows});
}

}  // namespace

void propose(const FileTask& task, const QuotedPassage& quoted, LineSpan lines, Error& refused) {
  const Text& text = task.file.text;
  constexpr std::uint32_t reach = 4;  // how far beyond the nearest region a row's line may be
  if (lines.empty() || refused.reason == Reason::new_text_is_there) return;
  auto meant = one_by_one(text, quoted, lines, task.basis.likeness());
  if (!meant) meant = lines_meant(text, quoted, with_context(text, lines, reach), task.basis.likeness());
  if (!meant) return;
  const auto first = std::ranges::find_if(*meant, [](const std::optional<LineNo>& line) { return line.has_value(); });
  if (first == meant->end() || quotes_other_lines(text, quoted, *meant)) return;
  Passage corrected = quoted.passage;
  corrected.rows = requoted(text, quoted, *meant);
  corrected.line = **first;
  corrected.in_order = false;
  offer(task, corrected, quoted.op, refused);
}

bool may_quote(const FileTask& task, const QuotedPassage& quoted, LineSpan lines) {
  const std::optional<Meant> meant = one_by_one(task.file.text, quoted, lines, task.basis.likeness());
  return meant && !quotes_other_lines(task.file.text, quoted, *meant);
}

std::optional<StandingPart> standing_part(const Text& text, const QuotedPassage& quoted) {
  const std::vector<PassageRow>& rows = quoted.passage.rows;
  const auto is_change = [](const PassageRow& row) { return row.fate != RowFate::kept; };
  const auto above = static_cast<std::size_t>(std::ranges::find_if(rows, is_change) - rows.begin());
  const auto below = static_cast<std::size_t>(std::ranges::find_if(rows | std::views::reverse, is_change) - rows.rbegin());
  if (above == rows.size()) return std::nullopt;
  const std::size_t most_above = above > 0 ? above - 1 : 0;
  const std::size_t most_below = below > 0 ? below - 1 : 0;
  const auto without = [&](std::size_t top, std::size_t end) {
    Passage part = quoted.passage;
    part.rows.assign(rows.begin() + static_cast<std::ptrdiff_t>(top), rows.end() - static_cast<std::ptrdiff_t>(end));
    return part;
  };
  // The smallest part, and how far each of its places reaches: what reaches furthest is the largest part.
  constexpr std::size_t too_many = 64;
  const Rows smallest = quoted_passage(without(most_above, most_below), quoted.op).quoted;
  if (smallest.empty()) return std::nullopt;
  const std::vector<LineSpan> places = row_places(text, smallest, MatchMode::exact, too_many);
  if (places.size() == too_many) return std::nullopt;
  struct Reach {
    std::size_t up, down;
    LineSpan lines;
  };
  std::vector<Reach> reaches;
  for (const LineSpan& place : places) {
    Reach reach{0, 0, place};
    while (reach.up < most_above && reach.lines.first > LineNo{1} &&
           text.content(reach.lines.first - 1) == rows[most_above - 1 - reach.up].text) {
      ++reach.up;
      reach.lines.first = reach.lines.first - 1;
    }
    while (reach.down < most_below && text.has(reach.lines.end) &&
           text.content(reach.lines.end) == rows[rows.size() - most_below + reach.down].text) {
      ++reach.down;
      reach.lines.end = reach.lines.end + 1;
    }
    reaches.push_back(reach);
  }
  const auto size = [](const Reach& reach) { return reach.up + reach.down; };
  const auto largest = std::ranges::max_element(reaches, {}, size);
  if (largest == reaches.end() || std::ranges::count(reaches, size(*largest), size) > 1) return std::nullopt;
  StandingPart part{without(most_above - largest->up, most_below - largest->down), largest->lines, most_above - largest->up,
                    most_below - largest->down};
  const Rows sent = quoted_passage(part.passage, quoted.op).quoted;
  if (std::ranges::all_of(sent, [](const std::string& row) { return is_low(row); })) return std::nullopt;
  // What it would add may be there already.
  const Rows made = rows_made(part.passage);
  if (made.size() > sent.size() && !row_places(text, made, MatchMode::exact, 1).empty()) return std::nullopt;
  return part;
}

void propose_part(const FileTask& task, const StandingPart& part, int op, Error& refused) {
  Passage corrected = part.passage;
  corrected.line = part.lines.first;
  corrected.in_order = false;
  offer(task, corrected, op, refused);
}

namespace {

// Where the lines of an edit, or the place of an insertion, are now. An insertion stays beside the neighbour that is still
// there; if both are, or none is, beside the one above.
std::optional<LineSpan> insisted_place(const Whereabouts& whereabouts, const LineEdit& edit) {
  using Fate = LikelyPlace::Fate;
  const LineSpan touched = edit.lines.empty() ? with_context(whereabouts.shown(), edit.lines, 1) : edit.lines;
  if (touched.empty()) return std::nullopt;
  if (!edit.lines.empty()) {
    const LikelyPlace place = whereabouts.of(touched);
    return place.fate == Fate::moved ? std::nullopt : std::optional(place.lines);
  }
  const bool has_above = touched.first < edit.lines.first;
  const bool has_below = edit.lines.first < touched.end;
  const LikelyPlace above = has_above ? whereabouts.of(one_line(touched.first)) : LikelyPlace{};
  const LikelyPlace below = has_below ? whereabouts.of(one_line(touched.last())) : LikelyPlace{};
  const bool hangs_below = has_below && (!has_above || (above.fate != Fate::kept && below.fate == Fate::kept));
  const LikelyPlace& beside = hangs_below ? below : above;
  if (beside.fate == Fate::moved || whereabouts.of(touched).fate == Fate::moved) return std::nullopt;
  return between_lines(hangs_below ? beside.lines.first : beside.lines.end);
}

// Two edits whose places are one now are one edit, with what was between them.
void join_with_next(const Text& shown, std::vector<LineEdit>& edits, std::size_t at) {
  LineEdit& edit = edits[at];
  const LineEdit& next = edits[at + 1];
  for (LineNo line = edit.lines.end; line < next.lines.first; line = line + 1) edit.rows.emplace_back(shown.content(line));
  edit.rows.insert(edit.rows.end(), next.rows.begin(), next.rows.end());
  edit.lines.end = next.lines.end;
  edits.erase(edits.begin() + static_cast<std::ptrdiff_t>(at) + 1);
}

bool stand_at(const Text& text, LineNo first, const Rows& rows) {
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const LineNo line = first + static_cast<std::uint32_t>(i);
    if (!text.has(line) || text.content(line) != rows[i]) return false;
  }
  return true;
}

bool is_there_already(const Text& now, LineSpan place, const Rows& rows) {
  const auto count = static_cast<std::uint32_t>(rows.size());
  if (!place.empty() || rows.empty()) return place.size() == count && stand_at(now, place.first, rows);
  return stand_at(now, place.first, rows) || (place.first.value > count && stand_at(now, place.first - count, rows));
}

bool is_only_place(const Text& text, LineSpan lines) {
  bool all_low = true;
  for (LineNo line = lines.first; line < lines.end; line = line + 1) all_low = all_low && is_low(text.content(line));
  if (all_low) return false;
  // Quoted as a text, it has no line break at its end.
  const std::string_view quoted = text.slice(text.span(lines));
  return places_of(text, quoted.substr(0, quoted.size() - text.terminator(lines.last()).size()), 2).size() == 1;
}

}  // namespace

std::optional<InsistedChange> insisted_change(const Whereabouts& whereabouts, LineSpan quoted, std::vector<LineEdit> edits,
                                              const LineSet& taken) {
  const Text& shown = whereabouts.shown();
  const Text& now = whereabouts.now();
  std::ranges::sort(edits, {}, [](const LineEdit& edit) { return edit.lines.first; });
  std::vector<LineSpan> places;
  for (std::size_t i = 0; i < edits.size();) {
    const std::optional<LineSpan> place = insisted_place(whereabouts, edits[i]);
    if (!place) return std::nullopt;
    const bool meets = i > 0 && place->first < places.back().end;
    if (!meets) places.push_back(*place);
    if (!meets && ++i > 0) continue;
    join_with_next(shown, edits, --i);
    places.pop_back();
  }
  const LikelyPlace around = whereabouts.of(quoted);
  if (around.fate == LikelyPlace::Fate::moved) return std::nullopt;
  LineSpan lines = around.lines;
  InsistedChange change{.passage = {}, .lines = lines, .is_done = true};
  LineSpan changed = between_lines(lines.end);
  for (std::size_t i = 0; i < edits.size(); ++i) {
    if (is_there_already(now, places[i], edits[i].rows)) {
      places[i] = between_lines(now.all_lines().end + 1);  // it has none any more
      continue;
    }
    lines = {std::min(lines.first, places[i].first), std::max(lines.end, places[i].end)};
    changed = change.is_done ? places[i] : LineSpan{changed.first, places[i].end};
    change.is_done = false;
  }
  if (change.is_done) return change;
  // A line on each side stays, so that new rows have a neighbour and lines that go leave no gap.
  constexpr std::uint32_t most_steps = 24;
  for (std::uint32_t step = 0; step < most_steps; ++step) {
    const bool stays = lines.first < changed.first || changed.end < lines.end;
    if (!lines.empty() && stays && is_only_place(now, lines)) break;
    const bool has_above = lines.first > LineNo{1};
    const bool free_above = has_above && !taken.contains(one_line(lines.first - 1));
    const bool free_below = now.has(lines.end) && !taken.contains(one_line(lines.end));
    const bool up = free_above != free_below ? free_above : has_above && (step % 2 == 0 || !now.has(lines.end));
    if (up) lines.first = lines.first - 1;
    if (!up && now.has(lines.end)) lines.end = lines.end + 1;
  }
  if (lines.empty()) return std::nullopt;
  change.lines = lines;
  change.passage.line = lines.first;
  std::vector<PassageRow>& rows = change.passage.rows;
  LineNo line = lines.first;
  const auto add = [&](LineNo until, RowFate fate) {
    for (; line < until; line = line + 1) rows.push_back({fate, std::string(now.content(line))});
  };
  for (std::size_t i = 0; i < edits.size(); ++i) {
    if (places[i].first > lines.end) continue;
    add(places[i].first, RowFate::kept);
    add(places[i].end, RowFate::removed);
    for (const std::string& row : edits[i].rows) rows.push_back({RowFate::added, row});
  }
  add(lines.end, RowFate::kept);
  return change;
}

void propose_change(const FileTask& task, const InsistedChange& change, Error& refused) {
  offer(task, change.passage, 0, refused);
}

void propose_whole_line(const FileTask& task, const QuotedPassage& quoted, const ByteSpan& place, Error& refused) {
  const Text& text = task.file.text;
  const auto& rows = quoted.passage.rows;
  const bool is_exchange = rows.size() == 2 && rows[0].fate == RowFate::removed && rows[1].fate == RowFate::added;
  if (!is_exchange) return;
  const LineNo line = text.lines_touched(place).first;
  const std::string_view content = text.content(line);
  const std::size_t at = place.begin.value - text.span(one_line(line)).begin.value;
  if (cuts_a_word(text.bytes(), place)) return;  // `x = 1` in `x = 10` is not what was meant
  Passage corrected = quoted.passage;
  corrected.rows = {{RowFate::removed, std::string(content)},
                    {RowFate::added, concat(content.substr(0, at), rows[1].text, content.substr(at + place.size()))}};
  corrected.line = line;
  corrected.in_order = false;
  offer(task, corrected, quoted.op, refused);
}

}  // namespace kedge
