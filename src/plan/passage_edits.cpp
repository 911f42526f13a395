#include "plan/passage_edits.hpp"

#include <algorithm>
#include <map>

#include "resolve/reindent.hpp"
#include "support/strings.hpp"
#include "support/utf8.hpp"

namespace kedge {
namespace {

// The rows that a passage removes and adds between two kept ones.
struct Stretch {
  std::uint32_t first = 0;    // index of the quoted row at which it begins
  std::uint32_t removed = 0;  // how many
  std::vector<const PassageRow*> added = {};
};

std::vector<Stretch> stretches_of(const Passage& passage) {
  std::vector<Stretch> stretches;
  std::uint32_t at = 0;
  bool open = false;
  for (const PassageRow& row : passage.rows) {
    if (row.fate == RowFate::kept) {
      ++at;
      open = false;
      continue;
    }
    if (!open) stretches.push_back({.first = at});
    open = true;
    if (row.fate == RowFate::removed) {
      ++stretches.back().removed;
      ++at;
    } else {
      stretches.back().added.push_back(&row);
    }
  }
  return stretches;
}

// Which neighbour decides where new rows go: the quoted one, or both.
Lean lean_of(const Stretch& stretch, const QuotedPassage& quoted) {
  const bool above = stretch.first > 0;
  const bool below = stretch.first < quoted.quoted.size();
  if (above && below) return Lean::neither;
  return above ? Lean::above : Lean::below;
}

const PassageRow* last_written(const Passage& passage) {
  const auto last = std::ranges::find_if(passage.rows.rbegin(), passage.rows.rend(),
                                         [](const PassageRow& row) { return row.fate != RowFate::removed; });
  return last == passage.rows.rend() ? nullptr : &*last;
}

// Rows as content: the file decides how they end.
std::string content_of(const Passage& passage, const PassageRow& row) {
  const bool unterminated = passage.terminated_after == false && &row == last_written(passage);
  std::string_view content = row.text;
  if (content.ends_with('\r') && !unterminated) content.remove_suffix(1);
  return std::string(content);
}

// Which row is kept must not depend on a guess: where the caller did not say it, and where equal rows of the quotation stand
// for different lines.
bool pairs_are_unclear(const Text& text, const QuotedPassage& quoted, LineSpan lines) {
  std::map<std::string_view, std::pair<std::string_view, RowFate>> seen;
  LineNo line = lines.first;
  for (const PassageRow& row : quoted.passage.rows) {
    if (row.fate == RowFate::added) continue;
    const auto [there, is_new] = seen.try_emplace(row.text, text.content(line), row.fate);
    if (!is_new && there->second.second != row.fate && there->second.first != text.content(line)) return true;
    line = line + 1;
  }
  return false;
}

// The same where the caller did not say which row is kept: it may be in the new text twice.
bool comparison_is_unclear(const Text& text, const QuotedPassage& quoted, LineSpan lines) {
  const Passage& passage = quoted.passage;
  const bool elides = std::ranges::any_of(passage.rows, [](const PassageRow& row) { return row.fate == RowFate::elided; });
  if (!passage.compared || elides) return false;
  Rows replacement;
  for (const PassageRow& row : passage.rows) {
    if (row.fate != RowFate::removed) replacement.push_back(content_of(passage, row));
  }
  return !pairs_are_clear(text, lines, quoted.quoted, replacement);
}

// Whether the passage says how lines end, or anything about the BOM.
bool speaks_of_bytes(const Passage& passage) {
  return passage.terminated_before || std::ranges::any_of(passage.rows, [](const PassageRow& row) {
           return row.text.ends_with('\r') || row.text.starts_with(byte_order_mark);
         });
}

bool carries_mark(const Text& text, LineNo line, const PassageRow& row) {
  return line == LineNo{1} && !text.bom().empty() && row.text.starts_with(byte_order_mark);
}

// The quoted rows equal the lines byte for byte, including line breaks.
bool fits_to_the_byte(const Text& text, const QuotedPassage& quoted, LineSpan lines) {
  LineNo line = lines.first;
  for (const PassageRow& row : quoted.passage.rows) {
    if (row.fate == RowFate::added) continue;
    std::string_view rest = row.text;
    if (carries_mark(text, line, row)) rest.remove_prefix(byte_order_mark.size());
    const bool unterminated = line + 1 == lines.end && quoted.passage.terminated_before == false;
    const std::string_view raw = text.raw(line);
    if (unterminated ? raw != rest : !(raw.ends_with('\n') && raw.substr(0, raw.size() - 1) == rest)) return false;
    line = line + 1;
  }
  return true;
}

}  // namespace

std::expected<std::vector<LineEdit>, std::string> line_edits_of(const Text& text, const QuotedPassage& quoted,
                                                                const PlacedPassage& placed) {
  const Passage& passage = quoted.passage;
  const bool unclear = (placed.mode != MatchMode::exact && pairs_are_unclear(text, quoted, placed.lines)) ||
                       (placed.mode > MatchMode::trailing_blanks && comparison_is_unclear(text, quoted, placed.lines));
  if (unclear) {
    return std::unexpected(std::string(unclear_pairs));
  }
  std::vector<LineEdit> edits;
  std::vector<SentRows> sent;
  for (const Stretch& stretch : stretches_of(passage)) {
    LineEdit edit;
    const LineNo first = placed.lines.first + stretch.first;
    edit.lines = {first, first + stretch.removed};
    edit.op = quoted.op;
    edit.lean = lean_of(stretch, quoted);
    for (const PassageRow* const row : stretch.added) edit.rows.push_back(content_of(passage, *row));
    const bool behind_mark = first == LineNo{1} && !text.bom().empty();
    if (behind_mark && !edit.rows.empty() && edit.rows.front().starts_with(byte_order_mark)) {
      edit.rows.front().erase(0, byte_order_mark.size());
    }
    sent.push_back({stretch.first, stretch.removed, edit.rows});
    edits.push_back(std::move(edit));
  }
  if (placed.mode > MatchMode::trailing_blanks) {
    std::expected<std::vector<Rows>, std::string> rows = passage_rows(text, placed.lines, quoted.quoted, sent);
    if (!rows) return std::unexpected(std::move(rows).error());
    for (std::size_t i = 0; i < edits.size(); ++i) edits[i].rows = std::move((*rows)[i]);
  }
  return edits;
}

bool is_about_bytes(const Passage& passage) { return passage.ends_file || speaks_of_bytes(passage); }

std::optional<std::vector<Edit>> byte_edits_of(const Text& text, const QuotedPassage& quoted, LineSpan lines) {
  const Passage& passage = quoted.passage;
  if (!speaks_of_bytes(passage) || !fits_to_the_byte(text, quoted, lines)) return std::nullopt;
  std::vector<Edit> edits;
  for (const Stretch& stretch : stretches_of(passage)) {
    const LineNo first = lines.first + stretch.first;
    Edit edit{.span = text.span({first, first + stretch.removed}), .text = {}, .op = quoted.op};
    // A quoted BOM goes or stays with its row, and an added one comes with its own.
    const auto quoted_row =
        std::ranges::find_if(passage.rows, [](const PassageRow& row) { return row.fate != RowFate::added; });
    const bool quotes_mark = quoted_row != passage.rows.end() && carries_mark(text, first, *quoted_row);
    if (stretch.first == 0 && quotes_mark) {
      edit.span.begin = {0};
      if (stretch.removed == 0) edit.span.end = {0};
    }
    for (const PassageRow* const row : stretch.added) {
      append(edit.text, row->text);
      if (passage.terminated_after != false || row != last_written(passage)) edit.text.push_back('\n');
    }
    edits.push_back(std::move(edit));
  }
  return edits;
}

ChangeSet with_said_end(const Text& text, ChangeSet changes, const QuotedPassage& quoted) {
  if (!quoted.passage.terminated_after) return changes;
  const Text after = changes.apply(text);
  const bool terminated = *quoted.passage.terminated_after;
  if (after.line_count() == 0 || after.ends_unterminated() != terminated) return changes;
  const LineNo last = after.all_lines().last();
  Edit end{.span = {{after.size()}, {after.size()}}, .text = {}, .op = quoted.op};
  if (terminated) {
    const LineNo model = last > LineNo{1} ? last - 1 : last;
    end.text = after.terminator(model).empty() ? "\n" : after.terminator(model);
  } else {
    end.span.begin = {after.size() - after.terminator(last).size()};
  }
  return changes.then(after, ChangeSet::in_order(after.size(), {end}));
}

}  // namespace kedge
