#include "plan/propose_passage.hpp"

#include <algorithm>

#include "edit/diff.hpp"
#include "support/strings.hpp"
#include "support/utf8.hpp"
#include "text/blanks.hpp"

namespace kedge {
namespace {

// Whether a row may have been meant to quote this line: same indentation, similar text.
bool may_be_meant(std::string_view row, std::string_view line, WorkBudget& likeness) {
  constexpr double much = 0.6;
  return indentation_of(row) == indentation_of(line) && similarity(row, line, likeness) >= much;
}

// For each quoted row, the line that it stands for: an equal one, or one that it may have meant if there are as many rows as
// lines between two equal ones. Rows that stand for no line are left out if they were to be kept; no result if one of them was
// to be removed.
std::optional<std::vector<std::optional<LineNo>>> lines_meant(const Text& text, const QuotedPassage& quoted, LineSpan window,
                                                              WorkBudget& likeness) {
  const std::vector<std::string_view> sent(quoted.quoted.begin(), quoted.quoted.end());
  std::vector<RowFate> fates;
  for (const PassageRow& row : quoted.passage.rows) {
    if (row.fate != RowFate::added) fates.push_back(row.fate);
  }
  std::vector<std::string_view> there;
  for (LineNo line = window.first; line < window.end; line = line + 1) there.push_back(text.content(line));
  std::vector<std::optional<LineNo>> meant(sent.size());
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
  return meant;
}

// The passage with the file's own lines instead of its quoted rows. Lines that it left out between them are kept.
std::vector<PassageRow> requoted(const Text& text, const QuotedPassage& quoted,
                                 const std::vector<std::optional<LineNo>>& meant) {
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

bool is_word(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return (byte >= '0' && byte <= '9') || (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') || byte == '_' ||
         byte >= 0x80;
}

// Adds the passage to the refusal if it would be accepted and would change something.
void offer(const FileTask& task, const Passage& corrected, int op, Error& refused) {
  std::size_t size = 0;
  for (const PassageRow& row : corrected.rows) {
    size += row.text.size();
    if (!is_utf8(row.text)) return;
  }
  if (size > longest_proposal) return;
  const QuotedPassage proposal = quoted_passage(corrected, op);
  if (proposal.quoted.empty() || proposal.quoted == rows_made(corrected)) return;
  if (!place_passages(task.file.text, std::span(&proposal, 1), task.policy()).front()) return;
  correct(refused, CorrectedPassage{*corrected.line, corrected.rows});
}

}  // namespace

void propose(const FileTask& task, const QuotedPassage& quoted, LineSpan lines, Error& refused) {
  const Text& text = task.file.text;
  constexpr std::uint32_t reach = 4;  // how far beyond the nearest region a row's line may be
  if (lines.empty() || refused.reason == Reason::new_text_is_there) return;
  const auto meant = lines_meant(text, quoted, with_context(text, lines, reach), task.basis.likeness());
  if (!meant) return;
  const auto first = std::ranges::find_if(*meant, [](const std::optional<LineNo>& line) { return line.has_value(); });
  if (first == meant->end()) return;
  Passage corrected = quoted.passage;
  corrected.rows = requoted(text, quoted, *meant);
  corrected.line = **first;
  corrected.in_order = false;
  offer(task, corrected, quoted.op, refused);
}

void propose_whole_line(const FileTask& task, const QuotedPassage& quoted, const ByteSpan& place, Error& refused) {
  const Text& text = task.file.text;
  const auto& rows = quoted.passage.rows;
  const bool is_exchange = rows.size() == 2 && rows[0].fate == RowFate::removed && rows[1].fate == RowFate::added;
  if (!is_exchange) return;
  const LineNo line = text.lines_touched(place).first;
  const std::string_view content = text.content(line);
  const std::size_t at = place.begin.value - text.span(one_line(line)).begin.value;
  // `x = 1` in `x = 10` is not what was meant.
  const auto in_word = [&](std::size_t end) {
    return end > 0 && end < content.size() && is_word(content[end - 1]) && is_word(content[end]);
  };
  if (in_word(at) || in_word(at + place.size())) return;
  Passage corrected = quoted.passage;
  corrected.rows = {{RowFate::removed, std::string(content)},
                    {RowFate::added, concat(content.substr(0, at), rows[1].text, content.substr(at + place.size()))}};
  corrected.line = line;
  corrected.in_order = false;
  offer(task, corrected, quoted.op, refused);
}

}  // namespace kedge
