#include "plan/passage_refusals.hpp"

#include <algorithm>

#include "edit/diff.hpp"
#include "edit/headers.hpp"
#include "plan/planned_file.hpp"
#include "plan/shown_rows.hpp"
#include "plan/unmatched.hpp"
#include "resolve/near_miss.hpp"
#include "resolve/quotation.hpp"
#include "resolve/similarity.hpp"
#include "support/strings.hpp"
#include "support/utf8.hpp"
#include "text/blanks.hpp"

namespace kedge {
namespace {

constexpr std::size_t most_told = 10;  // candidates
constexpr std::size_t longest_proposal = 32UL * 1024;

std::string joined(const Rows& rows) {
  std::string text;
  for (const std::string& row : rows) append(text, concat(row, '\n'));
  return text;
}

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

// Adds the passage to the refusal if it would be accepted and would change something.
void propose(const LoadedFile& file, ShownVersions& shown, const QuotedPassage& quoted, LineSpan lines, const Policy& policy,
             Error& refused) {
  constexpr std::uint32_t reach = 4;  // how far beyond the nearest region a row's line may be
  if (lines.empty() || refused.reason == Reason::new_text_is_there) return;
  const auto meant = lines_meant(file.text, quoted, with_context(file.text, lines, reach), shown.likeness());
  if (!meant) return;
  const auto first = std::ranges::find_if(*meant, [](const std::optional<LineNo>& line) { return line.has_value(); });
  if (first == meant->end()) return;
  Passage corrected = quoted.passage;
  corrected.rows = requoted(file.text, quoted, *meant);
  corrected.line = **first;
  corrected.in_order = false;
  std::size_t size = 0;
  for (const PassageRow& row : corrected.rows) {
    size += row.text.size();
    if (!is_utf8(row.text)) return;
  }
  if (size > longest_proposal) return;
  const QuotedPassage proposal = quoted_passage(corrected, quoted.op);
  if (proposal.quoted.empty() || proposal.quoted == rows_made(corrected)) return;
  if (!place_passages(file.text, std::span(&proposal, 1), policy)) return;
  correct(refused, CorrectedPassage{*corrected.line, std::move(corrected.rows)});
}

Match as_match(const QuotedPassage& quoted) { return {.text = joined(quoted.quoted), .mode = MatchMode::exact}; }

Error nowhere(const LoadedFile& file, ShownVersions& shown, const QuotedPassage& quoted, const std::string& not_uniform,
              std::optional<LineSpan> nearest, const Policy& policy) {
  const Match match = as_match(quoted);
  const std::vector<ByteSpan> inside = places_of(file.text, match.text, 1);
  if (!inside.empty()) {
    const LineSpan lines = file.text.lines_touched(inside.front());
    Error refused = refuse(Code::no_match,
                           concat(printable(file.given), ": the quoted rows have to be whole lines, and line ",
                                  lines.first.value, " only ends like the first of them."),
                           Json::object({{"path", file.given}, {"line", lines.first.value}}));
    add_rows(file, LineSet(lines), refused);
    propose(file, shown, quoted, lines, policy, refused);
    return refused;
  }
  const Rows made = rows_made(quoted.passage);
  Error refused = unmatched(file, shown, match, made.empty() ? std::string() : joined(made), not_uniform);
  if (!nearest) {
    const std::optional<NearMiss> near = near_miss(file.text, match.text, shown.likeness());
    if (near) nearest = near->lines;
  }
  if (nearest && not_uniform.empty()) propose(file, shown, quoted, *nearest, policy, refused);
  return refused;
}

// What distinguishes a place from the others: the header above it.
std::string told_place(const Text& text, LineSpan place) {
  const std::vector<LineNo> chain = header_chain(text, place.first);
  if (chain.empty()) return concat(place.first.value);
  return concat(place.first.value, " (under line ", chain.front().value, ": ", printable(text.content(chain.front())), ')');
}

Error several(const LoadedFile& file, const Misfit& misfit) {
  std::string list;
  Json lines = Json::array();
  LineSet rows;
  for (std::size_t i = 0; i < misfit.places.size(); ++i) {
    const LineSpan place = misfit.places[i];
    if (i < most_told) append(list, concat(i == 0 ? "" : ", ", told_place(file.text, place)));
    if (i < 3) rows.add(with_context(file.text, place, 1));
    if (i < 100) lines.push(place.first.value);
  }
  if (misfit.places.size() > most_told) append(list, ", …");
  Error refused =
      refuse(Code::multiple_matches,
             concat(printable(file.given), ": the quoted lines stand in ", counted(misfit.places.size(), "place"),
                    misfit.mode == MatchMode::exact ? "" : " but for blanks and typography", ", at lines ", list, '.'),
             Json::object({{"path", file.given},
                           {"count", misfit.places.size()},
                           {"lines", std::move(lines)},
                           {"match_mode", kedge::name_of(misfit.mode)}}));
  refused.next = "Quote more lines around the place that you mean, so that only one fits.";
  add_rows(file, rows, refused);
  return refused;
}

Error misplaced(const LoadedFile& file, const QuotedPassage& quoted, const Misfit& misfit) {
  const std::uint32_t line = misfit.places.empty() ? 0 : misfit.places.front().first.value;
  const std::string path = printable(file.given);
  switch (misfit.why) {
    case Misfit::Why::out_of_order: {
      Error refused = refuse(
          Code::overlapping_operations,
          concat(path, ": the quoted lines stand at line ", line, ", above or inside the part that was sent before them."),
          Json::object({{"path", file.given}, {"line", line}, {"first", quoted.op}, {"second", quoted.op + 1}}));
      refused.next = "Send the parts of a file in the order in which they stand in it, none of them twice.";
      return refused;
    }
    case Misfit::Why::overlaps:
      return refuse(Code::overlapping_operations,
                    concat(path, ": part ", quoted.op + 1, " quotes line ", line, ", and so does another part."),
                    Json::object({{"path", file.given}, {"line", line}, {"second", quoted.op + 1}}));
    case Misfit::Why::not_at_end: {
      const bool last = misfit.places.back().end == file.text.all_lines().end;
      const std::string_view problem =
          !last ? ", and not at the end of the file, where they are said to stand."
          : file.text.ends_unterminated()
              ? " at the end of the file, whose last line has no line break, where it is said to have one."
              : " at the end of the file, whose last line has a line break, where it is said to have none.";
      return refuse(Code::no_match, concat(path, ": the quoted lines stand at line ", line, problem),
                    Json::object({{"path", file.given}, {"line", line}}));
    }
    case Misfit::Why::not_below: {
      Error refused = refuse(
          Code::no_match,
          concat(path, ": the quoted lines stand at line ", line, ", but not below a line \"", printable(misfit.header), "\"."),
          Json::object({{"path", file.given}, {"line", line}, {"header", misfit.header}}));
      refused.next = "Name a line of the file that stands above the place, whole and as it is, or none.";
      return refused;
    }
    default: break;
  }
  return refuse(
      Code::patch_syntax,
      concat(path, ": part ", quoted.op + 1, " quotes no line of the file, so that nobody can say where its rows go."),
      Json::object({{"path", file.given}, {"problem", "no line is quoted"}}));
}

}  // namespace

Error misfit_refusal(const LoadedFile& file, ShownVersions& shown, const QuotedPassage& quoted, const Misfit& misfit,
                     const Policy& policy) {
  Error refused = [&] {
    switch (misfit.why) {
      case Misfit::Why::nowhere: return nowhere(file, shown, quoted, "", std::nullopt, policy);
      case Misfit::Why::several: return several(file, misfit);
      default: return misplaced(file, quoted, misfit);
    }
  }();
  refused.op = quoted.op + 1;
  return refused;
}

Error unclear_indentation(const LoadedFile& file, ShownVersions& shown, const QuotedPassage& quoted, LineSpan lines,
                          const std::string& why, const Policy& policy) {
  Error refused = nowhere(file, shown, quoted, why, lines, policy);
  refused.op = quoted.op + 1;
  return refused;
}

std::optional<Error> pasted_rows(const LoadedFile& file, ShownVersions& shown, const QuotedPassage& quoted,
                                 const Policy& policy) {
  Rows all;
  for (const PassageRow& row : quoted.passage.rows) all.push_back(row.text);
  const std::optional<PastedPrefix> pasted = pasted_in(file, shown, joined(all));
  if (!pasted) return std::nullopt;
  Error refused = pasted_refusal(file, *pasted, quoted.op);
  refused.op = quoted.op + 1;
  // The same passage without the prefixes, if that leaves one row for each.
  const Rows rows = rows_of(pasted->cleaned);
  if (rows.size() != all.size()) return refused;
  QuotedPassage corrected = quoted;
  for (std::size_t i = 0; i < rows.size(); ++i) corrected.passage.rows[i].text = rows[i];
  corrected = quoted_passage(corrected.passage, quoted.op);
  corrected.passage.in_order = false;
  if (const Placement placed = place_passages(file.text, std::span(&corrected, 1), policy)) {
    propose(file, shown, corrected, placed->front().lines, policy, refused);
  }
  return refused;
}

}  // namespace kedge
