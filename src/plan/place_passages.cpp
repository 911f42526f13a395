#include "plan/place_passages.hpp"

#include <algorithm>
#include <array>
#include <limits>

#include "edit/headers.hpp"
#include "resolve/row_places.hpp"
#include "support/strings.hpp"
#include "support/utf8.hpp"
#include "text/blanks.hpp"
#include "text/line_quality.hpp"
#include "text/text.hpp"

namespace kedge {
namespace {

constexpr std::size_t most_places = 10'000;  // considered for one passage
constexpr std::size_t most_misfits = 20;     // that are reported: with that many, the caller has another file in mind
// The candidates of one passage, and how they were found.
struct Candidates {
  std::vector<LineSpan> places;
  MatchMode mode = MatchMode::exact;
  std::optional<Misfit> misfit = std::nullopt;
};

bool is_quoted(RowFate fate) { return fate == RowFate::kept || fate == RowFate::removed; }

bool speaks_of_the_end(const Passage& passage) {
  return passage.ends_file || passage.terminated_before || passage.terminated_after;
}

bool stands_at_end(const Text& text, const Passage& passage, LineSpan lines) {
  if (lines.end != text.all_lines().end) return false;
  return !passage.terminated_before || *passage.terminated_before != text.ends_unterminated();
}

bool fits_header(std::string_view content, const std::string& header, bool exact) {
  return exact ? content == header : trimmed(content) == trimmed(header);
}

// The named lines, each the first one below the one before. The error is the first that is missing.
std::expected<std::vector<LineNo>, std::string> named_headers(const Text& text, const std::vector<std::string>& headers,
                                                              bool exact) {
  std::vector<LineNo> lines;
  LineNo line{1};
  for (const std::string& header : headers) {
    while (text.has(line) && !fits_header(text.content(line), header, exact)) line = line + 1;
    if (!text.has(line)) return std::unexpected(header);
    lines.push_back(line);
    line = line + 1;
  }
  return lines;
}

// Whether the lines below are indented more: then the line is the header of a body, and what follows that body is not part of
// it.
bool has_body(const Text& text, LineNo header) {
  LineNo below = header + 1;
  while (text.has(below) && trimmed(text.content(below)).empty()) below = below + 1;
  return text.has(below) && indentation(text.content(below)) > indentation(text.content(header));
}

// Whether each named line is a header of the place, by indentation.
bool stands_under(const Text& text, LineSpan place, const std::vector<std::string>& headers, bool exact) {
  const std::vector<LineNo> chain = header_chain(text, place.first);
  return std::ranges::all_of(headers, [&](const std::string& header) {
    return std::ranges::any_of(chain, [&](LineNo line) { return fits_header(text.content(line), header, exact); });
  });
}

void keep_below(const Text& text, const Passage& passage, const Policy& policy, Candidates& found) {
  constexpr std::size_t most_looked_at = 100;  // places whose headers are determined
  if (passage.below.empty()) return;
  const bool exact = policy.lowest_unasked == MatchMode::exact;
  const std::expected<std::vector<LineNo>, std::string> headers = named_headers(text, passage.below, exact);
  if (!headers) {
    found.misfit = Misfit{.why = Misfit::Why::not_below, .places = found.places, .mode = found.mode, .detail = headers.error()};
    return;
  }
  std::vector<LineSpan> kept;
  std::ranges::copy_if(found.places, std::back_inserter(kept), [&](LineSpan place) { return place.first > headers->back(); });
  if (kept.size() <= most_looked_at && has_body(text, headers->back())) {
    std::erase_if(kept, [&](LineSpan place) { return !stands_under(text, place, passage.below, exact); });
  }
  if (kept.empty()) {
    found.misfit =
        Misfit{.why = Misfit::Why::not_below, .places = found.places, .mode = found.mode, .detail = passage.below.back()};
    return;
  }
  found.places = std::move(kept);
}

// Rows without a word do not identify a place, and neither does whitespace at their ends.
bool stands_elsewhere_but_for_blanks(RowFinder& finder, const Rows& quoted) {
  if (!std::ranges::all_of(quoted, [](const std::string& row) { return is_low(row); })) return false;
  return finder.places(quoted, MatchMode::trailing_blanks, 2).size() > 1;
}

// The BOM is not part of the first line, but a diff writes it there.
std::vector<LineSpan> places_of_rows(const Text& text, RowFinder& finder, const Rows& quoted, MatchMode mode) {
  std::vector<LineSpan> places = finder.places(quoted, mode, most_places);
  if (text.bom().empty() || !quoted.front().starts_with(byte_order_mark)) return places;
  Rows behind_mark = quoted;
  behind_mark.front().erase(0, byte_order_mark.size());
  const std::vector<LineSpan> more = finder.places(behind_mark, mode, most_places);
  if (!more.empty() && more.front().first == LineNo{1}) places.insert(places.begin(), more.front());
  return places;
}

// If there are too many places, the one that the caller names must not be missing.
void add_named_place(const Text& text, const QuotedPassage& quoted, std::vector<LineSpan>& places) {
  if (!quoted.passage.line || *quoted.passage.line <= places.back().first) return;
  const LineSpan place{*quoted.passage.line, *quoted.passage.line + static_cast<std::uint32_t>(quoted.quoted.size())};
  if (place.first.value > text.line_count() || place.end > text.all_lines().end) return;
  for (std::uint32_t i = 0; i < place.size(); ++i) {
    if (text.content(place.first + i) != quoted.quoted[i]) return;
  }
  places.push_back(place);
}

Candidates candidates_of(const Text& text, RowFinder& finder, const QuotedPassage& quoted, const Policy& policy) {
  const Passage& passage = quoted.passage;
  Candidates found;
  if (quoted.quoted.empty()) {
    if (passage.ends_file || text.line_count() == 0) {
      found.places.push_back(between_lines(text.all_lines().end));
    } else {
      found.misfit = Misfit{.why = Misfit::Why::quotes_nothing};
    }
    return found;
  }
  constexpr std::array ladder{MatchMode::exact, MatchMode::trailing_blanks, MatchMode::uniform_indentation,
                              MatchMode::typographic_punctuation};
  std::vector<LineSpan> not_at_end;
  for (const MatchMode mode : ladder) {
    if (mode > policy.lowest_unasked) break;
    found.mode = mode;
    found.places = places_of_rows(text, finder, quoted.quoted, mode);
    if (found.places.size() >= most_places && mode == MatchMode::exact) add_named_place(text, quoted, found.places);
    if (speaks_of_the_end(passage) && !found.places.empty()) {
      not_at_end = found.places;
      std::erase_if(found.places, [&](LineSpan lines) { return !stands_at_end(text, passage, lines); });
    }
    if (!found.places.empty()) break;
  }
  if (found.places.empty()) {
    found.misfit = Misfit{.why = not_at_end.empty() ? Misfit::Why::nowhere : Misfit::Why::not_at_end, .places = not_at_end};
    return found;
  }
  keep_below(text, passage, policy, found);
  if (found.misfit) return found;
  // A loose match is ambiguous if other places match even more loosely.
  if (found.mode != MatchMode::exact) {
    std::vector<LineSpan> looser = finder.places(quoted.quoted, policy.lowest_unasked, most_places);
    if (looser.size() > 1) {
      found.misfit = Misfit{.why = Misfit::Why::several, .places = std::move(looser), .mode = policy.lowest_unasked};
    }
  } else if (found.places.size() == 1 && policy.lowest_unasked != MatchMode::exact && passage.below.empty() &&
             !passage.ends_file && stands_elsewhere_but_for_blanks(finder, quoted.quoted)) {
    found.misfit = Misfit{.why = Misfit::Why::several,
                          .places = finder.places(quoted.quoted, MatchMode::trailing_blanks, most_places),
                          .mode = MatchMode::trailing_blanks};
  }
  return found;
}

// Only what is in these rows.
void keep_in(const LineSet& rows, Candidates& found) {
  std::vector<LineSpan>& places = found.misfit ? found.misfit->places : found.places;
  const std::size_t all = places.size();
  std::erase_if(places, [&](LineSpan place) { return !rows.contains(place); });
  if (all > 0 && places.empty()) found.misfit = Misfit{};
  // One of several is left, because the others were not shown.
  if (found.misfit && found.misfit->why == Misfit::Why::several && places.size() == 1) {
    found = {.places = places, .mode = found.mode};
  }
}

// Indexes of passages, each of which is below the one before it.
using Run = std::vector<std::size_t>;

// Of the passages that have candidates.
std::vector<Run> runs_of(std::span<const QuotedPassage> passages, const std::vector<Candidates>& found) {
  std::vector<Run> runs;
  for (std::size_t i = 0; i < passages.size(); ++i) {
    if (found[i].misfit) continue;
    if (runs.empty() || !passages[i].passage.in_order) runs.emplace_back();
    runs.back().push_back(i);
  }
  return runs;
}

// Which part of a place must not begin before the end of the place above it.
enum class Extent : std::uint8_t {
  quoted,   // all quoted rows
  touched,  // only the changed part: neighbours may quote the same context
};

LineSpan extent_of(const QuotedPassage& quoted, LineSpan lines, Extent extent) {
  return extent == Extent::quoted ? lines : touched_lines(quoted.passage, lines);
}

// For every passage of a run, the candidates that leave a place for all the others. Empty if there are none.
std::vector<std::vector<LineSpan>> in_order(std::span<const QuotedPassage> passages, const std::vector<Candidates>& found,
                                            std::span<const std::size_t> run, Extent extent) {
  std::vector<std::vector<LineSpan>> feasible(run.size());
  LineNo earliest{1};  // where the next one may begin
  for (std::size_t k = 0; k < run.size(); ++k) {
    std::optional<LineNo> first_end;
    for (const LineSpan& place : found[run[k]].places) {
      const LineSpan lines = extent_of(passages[run[k]], place, extent);
      if (lines.first < earliest) continue;
      feasible[k].push_back(place);
      first_end = first_end ? std::min(*first_end, lines.end) : lines.end;
    }
    if (!first_end) return std::vector<std::vector<LineSpan>>(feasible.size());
    earliest = *first_end;
  }
  LineNo latest{std::numeric_limits<std::uint32_t>::max()};  // where the one before must end
  for (std::size_t k = run.size(); k-- > 0;) {
    const QuotedPassage& quoted = passages[run[k]];
    std::erase_if(feasible[k], [&](LineSpan place) { return extent_of(quoted, place, extent).end > latest; });
    LineNo last_first{0};
    for (const LineSpan& place : feasible[k]) last_first = std::max(last_first, extent_of(quoted, place, extent).first);
    latest = last_first;
  }
  return feasible;
}

// The first passage of a run that has no place below the ones before it. REQUIRES: there is one.
std::size_t first_out_of_order(std::span<const QuotedPassage> passages, const std::vector<Candidates>& found, const Run& run) {
  std::size_t count = 1;
  while (count < run.size() && !in_order(passages, found, std::span(run).first(count + 1), Extent::touched).front().empty()) {
    ++count;
  }
  return run[std::min(count, run.size() - 1)];
}

// The place at exactly the line that the caller names, counted from where the nearest passage above was found. None if no place
// is there.
std::optional<LineSpan> at_named_line(const Passage& passage, const std::vector<LineSpan>& places, std::int64_t shift) {
  if (!passage.line) return std::nullopt;
  const std::int64_t wanted = std::int64_t{passage.line->value} + shift;
  const auto there = std::ranges::find_if(places, [&](LineSpan place) { return place.first.value == wanted; });
  return there == places.end() ? std::nullopt : std::optional(*there);
}

// How far the only place of a passage is from where its number, or the passage above it, suggests, if that is too far to be
// taken without a word in it. A closing bracket that is the only one in its column is no quotation of a place.
std::optional<std::string> too_far(const QuotedPassage& quoted, LineSpan place, std::int64_t shift, LineNo earliest,
                                   bool first) {
  constexpr std::int64_t furthest = 20;
  const Passage& passage = quoted.passage;
  if (!passage.below.empty() || speaks_of_the_end(passage) || quoted.quoted.empty()) return std::nullopt;
  if (!std::ranges::all_of(quoted.quoted, [](const std::string& row) { return is_low(row); })) return std::nullopt;
  if (!passage.line && first) return std::nullopt;
  const std::int64_t expected = passage.line ? std::int64_t{passage.line->value} + shift : earliest.value;
  const std::int64_t off = std::int64_t{place.first.value} - expected;
  if (off >= -furthest && off <= furthest) return std::nullopt;
  return concat(counted(static_cast<std::uint64_t>(off < 0 ? -off : off), "line"), off < 0 ? " above " : " below ",
                passage.line ? concat("line ", expected, ", which the part names") : std::string("the part before it"));
}

// Overlapping passages. If order does not tell places apart, every quoted row belongs to its passage alone; otherwise
// neighbours may share context, but not begin at the same line.
void find_overlaps(std::vector<Placement>& placed, const Policy& policy) {
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < placed.size(); ++i) {
    if (placed[i] && !placed[i]->lines.empty()) order.push_back(i);
  }
  std::ranges::stable_sort(order, {}, [&](std::size_t i) { return placed[i]->lines.first; });
  std::optional<LineSpan> above;
  for (const std::size_t i : order) {
    const LineSpan below = placed[i]->lines;
    const bool apart = !above || (policy.order_tells_apart ? below.first > above->first : below.first >= above->end);
    if (!apart) placed[i] = std::unexpected(Misfit{.why = Misfit::Why::overlaps, .places = {below}});
    above = below;
  }
}

}  // namespace

QuotedPassage quoted_passage(Passage passage, int op) {
  QuotedPassage made{.passage = std::move(passage), .op = op};
  const auto& rows = made.passage.rows;
  const auto last = std::ranges::find_if(rows.rbegin(), rows.rend(), [](const PassageRow& row) { return is_quoted(row.fate); });
  for (const PassageRow& row : rows) {
    if (!is_quoted(row.fate)) continue;
    std::string_view content = row.text;
    // Without a line break after it, a CR is content.
    const bool unterminated = made.passage.terminated_before == false && &row == &*last;
    if (content.ends_with('\r') && !unterminated) content.remove_suffix(1);
    made.quoted.emplace_back(content);
  }
  return made;
}

Rows rows_made(const Passage& passage) {
  Rows rows;
  for (const PassageRow& row : passage.rows) {
    if (row.fate != RowFate::removed) rows.push_back(row.text);
  }
  return rows;
}

LineSpan touched_lines(const Passage& passage, LineSpan lines) {
  LineNo at = lines.first;
  std::optional<LineNo> first;
  LineNo end = lines.first;
  for (const PassageRow& row : passage.rows) {
    if (row.fate == RowFate::kept) {
      at = at + 1;
      continue;
    }
    if (!first) first = at;
    if (row.fate == RowFate::removed) at = at + 1;
    end = at;
  }
  return first ? LineSpan{*first, end} : between_lines(lines.first);
}

std::vector<Placement> place_passages(const Text& text, std::span<const QuotedPassage> passages, const Policy& policy,
                                      const LineSet* rows) {
  std::vector<Candidates> found;
  RowFinder finder(text);
  std::size_t misfits = 0;
  for (const QuotedPassage& passage : passages) {
    found.push_back(misfits < most_misfits ? candidates_of(text, finder, passage, policy)
                                           : Candidates{.places = {}, .misfit = Misfit{}});
    if (rows != nullptr) keep_in(*rows, found.back());
    if (found.back().misfit && rows == nullptr) ++misfits;
  }
  std::vector<Placement> placed;
  placed.reserve(found.size());
  for (const Candidates& one : found) {
    placed.push_back(one.misfit ? Placement(std::unexpected(*one.misfit)) : Placement({one.places.front(), one.mode}));
  }
  const auto misplace = [&](std::size_t i, Misfit::Why why, std::vector<LineSpan> places) {
    placed[i] = std::unexpected(Misfit{.why = why, .places = std::move(places), .mode = found[i].mode});
  };
  for (const Run& run : runs_of(passages, found)) {
    std::vector<std::vector<LineSpan>> feasible;
    if (!policy.order_tells_apart) {
      for (const std::size_t i : run) feasible.push_back(found[i].places);
      if (run.size() > 1 && std::ranges::all_of(feasible, [](const auto& places) { return places.size() == 1; }))
        feasible.clear();
    }
    if (feasible.empty()) feasible = in_order(passages, found, run, Extent::quoted);
    if (feasible.front().empty()) feasible = in_order(passages, found, run, Extent::touched);
    if (feasible.front().empty()) {
      const std::size_t i = first_out_of_order(passages, found, run);
      misplace(i, Misfit::Why::out_of_order, found[i].places);
      continue;
    }
    std::int64_t shift = 0;
    LineNo earliest{1};
    for (std::size_t k = 0; k < run.size(); ++k) {
      const std::size_t i = run[k];
      const Passage& passage = passages[i].passage;
      std::vector<LineSpan>& places = feasible[k];
      if (places.size() > 1) {
        const std::optional<LineSpan> named = policy.line_tells_apart ? at_named_line(passage, places, shift) : std::nullopt;
        if (!named || extent_of(passages[i], *named, Extent::touched).first < earliest) {
          misplace(i, Misfit::Why::several, std::move(places));
          continue;
        }
        places = {*named};
      } else if (policy.order_tells_apart) {
        if (std::optional<std::string> off = too_far(passages[i], places.front(), shift, earliest, k == 0)) {
          misplace(i, Misfit::Why::far_off, std::move(places));
          placed[i].error().detail = *std::move(off);
          continue;
        }
      }
      placed[i] = PlacedPassage{places.front(), found[i].mode};
      earliest = extent_of(passages[i], places.front(), Extent::touched).end;
      if (passage.line) shift = std::int64_t{places.front().first.value} - passage.line->value;
    }
  }
  find_overlaps(placed, policy);
  return placed;
}

}  // namespace kedge
