#include "plan/quoted.hpp"

#include <algorithm>
#include <span>

#include "edit/replace_lines.hpp"
#include "fs/read_file.hpp"
#include "plan/shown_rows.hpp"
#include "plan/unmatched.hpp"
#include "plan/unproven.hpp"
#include "resolve/block_match.hpp"
#include "resolve/odd_characters.hpp"
#include "resolve/quotation.hpp"
#include "resolve/reindent.hpp"
#include "resolve/row_places.hpp"
#include "support/strings.hpp"
#include "text/blanks.hpp"
#include "text/line_quality.hpp"

namespace kedge {
namespace {

constexpr std::size_t most_quoted_places = 1'000'000;  // that one quotation may match

struct QuotedPlace {
  ByteSpan span;
  LineSpan lines;
};

// Whole lines; includes the last terminator only if the quotation ends in one.
QuotedPlace spot_of_lines(const Text& text, LineSpan lines, bool with_end) {
  ByteSpan span = text.span(lines);
  if (!with_end) span.end = {span.end.value - text.terminator(lines.last()).size()};
  return {span, lines};
}

std::vector<QuotedPlace> spots(const Text& text, const Match& match, MatchMode mode, WorkBudget& likeness) {
  std::vector<QuotedPlace> found;
  const bool with_end = match.text.ends_with('\n');
  switch (mode) {
    case MatchMode::exact:
      for (const ByteSpan& span : places_of(text, match.text, most_quoted_places + 1))
        found.push_back({span, text.lines_touched(span)});
      break;
    case MatchMode::trailing_blanks:
    case MatchMode::line_trimmed:
    case MatchMode::uniform_indentation:
    case MatchMode::typographic_punctuation:
      for (const LineSpan& lines : row_places(text, rows_of(match.text), mode, most_quoted_places + 1)) {
        found.push_back(spot_of_lines(text, lines, with_end));
      }
      break;
    case MatchMode::block_anchor: {
      const BlockMatch block = block_match(text, rows_of(match.text), likeness);
      if (block.lines) found.push_back(spot_of_lines(text, *block.lines, with_end));
      break;
    }
  }
  return found;
}

std::vector<QuotedPlace> apart(const std::vector<QuotedPlace>& all) {
  std::vector<QuotedPlace> kept;
  for (const QuotedPlace& spot : all) {
    if (kept.empty() || spot.span.begin >= kept.back().span.end) kept.push_back(spot);
  }
  return kept;
}

std::vector<MatchMode> rungs(const Match& match, const Policy& policy) {
  if (match.mode) return {*match.mode};
  std::vector<MatchMode> all;
  for (const MatchMode mode : {MatchMode::exact, MatchMode::line_trimmed, MatchMode::block_anchor}) {
    if (mode <= policy.lowest_unasked) all.push_back(mode);
  }
  return all;
}

// What replaces a quotation that matches as text, or lines that match except for whitespace.
std::expected<std::string, std::string> replacement(const Text& text, const QuotedPlace& spot, const Match& match,
                                                    const std::string& body, MatchMode mode) {
  if (mode == MatchMode::exact || body.empty()) return body;
  std::expected<Rows, std::string> rows = replacement_rows(text, spot.lines, rows_of(match.text), rows_of(body));
  if (!rows) return std::unexpected(std::move(rows).error());
  std::string joined = join(*rows, "\n");
  // If the quotation ends in a line break and the unterminated last line does not, the replacement adds none either.
  const bool lacks_end = match.text.ends_with('\n') && !text.slice(spot.span).ends_with('\n');
  if (body.ends_with('\n') && !lacks_end) joined.push_back('\n');
  return joined;
}

std::expected<std::vector<Substitution>, std::string> substitutions(const Text& text, const std::vector<QuotedPlace>& found,
                                                                    const Match& match, const std::string& body, MatchMode mode,
                                                                    int op) {
  std::vector<Substitution> all;
  for (const QuotedPlace& spot : found) {
    std::expected<std::string, std::string> now = replacement(text, spot, match, body, mode);
    if (!now) return std::unexpected(std::move(now).error());
    all.push_back({spot.span, *std::move(now), op});
  }
  return all;
}

LineSet lines_of(const std::vector<QuotedPlace>& found) {
  LineSet lines;
  for (const QuotedPlace& spot : found) lines.add(spot.lines);
  return lines;
}

// What a shown version that has the quotation proves about it.
struct QuotedProof {
  bool holds = true;
  std::optional<std::string> recovered = std::nullopt;
  LineNo shown_line{1};     // where it was shown, if not proven
  std::string reason = {};  // why it cannot be followed
};

std::optional<QuotedProof> proof_by(ShownVersions& shown, std::size_t i, const Text& text, const Match& match, MatchMode mode,
                                    const std::vector<QuotedPlace>& now, bool only_shown_rows) {
  if (!only_shown_rows && mode != MatchMode::exact) return std::nullopt;
  std::vector<QuotedPlace> then = shown.is_current(i) ? now : spots(text, match, mode, shown.likeness());
  if (match.all) then = apart(then);
  if (only_shown_rows) {
    std::erase_if(then, [&](const QuotedPlace& spot) { return !shown[i].lines.contains(spot.lines); });
  }
  if (then.empty()) return std::nullopt;
  if (shown.is_current(i)) return QuotedProof{};

  QuotedProof moved{.holds = false, .shown_line = then.front().lines.first};
  if (then.size() != now.size()) {
    moved.reason = concat("it stood in ", counted(then.size(), "place"), " when it was shown, and in ",
                          counted(now.size(), "place"), " now");
    return moved;
  }
  bool in_place = true;
  // A text that occurred once and still occurs once identifies itself.
  const auto once = [&](const Text& text_then) {
    return mode == MatchMode::exact && now.size() == 1 && places_of(text_then, match.text, 2).size() == 1;
  };
  for (const QuotedPlace& place : then) {
    const std::expected<LineSpan, Unproven> followed = shown.follow(i, place.lines, once);
    if (!followed) {
      moved.reason = describe(followed.error());
      moved.shown_line = place.lines.first;
      return moved;
    }
    if (std::ranges::find(now, *followed, &QuotedPlace::lines) == now.end()) {
      moved.reason = concat("the lines that were shown are at line ", followed->first.value, " now");
      moved.shown_line = place.lines.first;
      return moved;
    }
    in_place = in_place && *followed == place.lines;
  }
  const std::string where =
      in_place ? "stand where they stood"
               : concat("moved from line ", then.front().lines.first.value, " to line ", now.front().lines.first.value);
  return QuotedProof{.recovered =
                         concat("the file has changed since it was shown; the quoted lines are untouched and ", where)};
}

// The same with typographic quotes, dashes and spaces read as plain ones: a loose match is ambiguous if another place differs
// only by these.
std::vector<QuotedPlace> alike_but_for_typography(const Text& text, const Match& match) {
  const auto plain = [](std::string_view row) { return with_plain_forms(trimmed(row)); };
  Rows rows = rows_of(match.text);
  for (std::string& row : rows) row = plain(row);
  Rows lines;
  for (LineNo line{1}; text.has(line); line = line + 1) lines.push_back(plain(text.content(line)));
  std::vector<QuotedPlace> found;
  for (std::size_t at = 0; at + rows.size() <= lines.size(); ++at) {
    if (!std::ranges::equal(rows, std::span(lines).subspan(at, rows.size()))) continue;
    const LineNo first{static_cast<std::uint32_t>(at + 1)};
    found.push_back(spot_of_lines(text, {first, first + static_cast<std::uint32_t>(rows.size())}, false));
  }
  return found;
}

std::string line_list(const std::vector<QuotedPlace>& found) {
  std::string list;
  for (std::size_t i = 0; i < found.size() && i < 10; ++i) {
    append(list, concat(i == 0 ? "" : ", ", found[i].lines.first.value));
  }
  if (found.size() > 10) append(list, ", …");
  return list;
}

Json line_numbers(const std::vector<QuotedPlace>& found) {
  Json list = Json::array();
  for (std::size_t i = 0; i < found.size() && i < 100; ++i) list.push(found[i].lines.first.value);
  return list;
}

// Checked before anything is built: a short quotation in a large file can ask for more than memory has room for.
std::optional<Error> too_much(const LoadedFile& file, const std::vector<QuotedPlace>& found, const std::string& body) {
  if (found.size() > most_quoted_places)
    return beyond_limit("the number of places that the quoted text fits", found.size(), most_quoted_places, file.given);
  std::uint64_t size = file.text.size() + std::uint64_t{found.size()} * body.size();
  for (const QuotedPlace& spot : found) size -= spot.span.size();
  if (size > largest_editable_file) return beyond_limit("the size of the result", size, largest_editable_file, file.given);
  return std::nullopt;
}

Error too_much_alike(const LoadedFile& file) {
  Error refused =
      refuse(Code::limit_exceeded, concat(printable(file.given), ": too many of its lines are alike to compare them all."),
             Json::object({{"path", file.given}, {"what", "the work of comparing lines"}}));
  refused.next = "Quote the lines exactly as they stand in the file.";
  return refused;
}

Error several(const LoadedFile& file, const std::vector<QuotedPlace>& found, MatchMode mode) {
  Json facts = Json::object(
      {{"path", file.given}, {"count", found.size()}, {"lines", line_numbers(found)}, {"match_mode", name_of(mode)}});
  Error refused =
      refuse(Code::multiple_matches,
             concat(printable(file.given), ": the quoted text occurs ",
                    found.size() > most_quoted_places ? concat("more than ", most_quoted_places) : concat(found.size()),
                    " times", mode == MatchMode::exact ? "" : " but for blanks", ", at lines ", line_list(found), '.'),
             std::move(facts));
  // Only exact matches may be changed everywhere at once.
  if (mode != MatchMode::exact) refused.next = "Quote more lines, as the file has them, so that one place is meant.";
  return refused;
}

Error wrong_count(const LoadedFile& file, const std::vector<QuotedPlace>& found, std::uint64_t expected) {
  Error refused = refuse(
      Code::count_mismatch,
      concat(printable(file.given), ": ", counted(expected, "replacement"), expected == 1 ? " was" : " were",
             " expected, and the quoted text occurs ", counted(found.size(), "time"), ", at ",
             found.size() == 1 ? "line " : "lines ", line_list(found), '.'),
      Json::object({{"path", file.given}, {"actual", found.size()}, {"expected", expected}, {"lines", line_numbers(found)}}));
  refused.next = "Send the right count, or a longer quotation.";
  return refused;
}

Indentation quoted_indentation(const Text& text, const QuotedPlace& spot, const Match& match) {
  Indentation seen = Indentation::not_quoted;
  const Rows rows = rows_of(match.text);
  const std::size_t column = spot.span.begin.value - text.span(one_line(spot.lines.first)).begin.value;
  for (std::size_t i = 0; i < rows.size() && i < spot.lines.size(); ++i) {
    const std::string_view quoted = indentation_of(rows[i]);
    if (quoted.size() == rows[i].size()) continue;  // blank rows have no indentation
    const std::string_view there = indentation_of(text.content(spot.lines.first + static_cast<std::uint32_t>(i)));
    const bool begins_inside = i == 0 && column > 0;
    if (begins_inside && quoted.empty()) continue;  // it leaves out the indentation
    if (begins_inside || quoted != there) return Indentation::otherwise;
    if (!there.empty() && !is_low(rows[i])) seen = Indentation::as_in_file;  // brackets occur in every column
  }
  return seen;
}

// A quotation that begins inside a line's indentation matches, but does not say how the rows after its first are meant to be
// indented: as they were sent, or shifted by what the quotation leaves out. That is only clear if it quotes an indented row
// itself.
std::optional<std::string> unclear_indentation(const Text& text, const QuotedPlace& spot, const Match& match,
                                               const std::string& body) {
  const std::string_view indentation = indentation_of(text.content(spot.lines.first));
  const std::size_t column = spot.span.begin.value - text.span(one_line(spot.lines.first)).begin.value;
  if (column == 0 || column > indentation.size()) return std::nullopt;
  if (quoted_indentation(text, spot, match) == Indentation::as_in_file) return std::nullopt;
  const Rows rows = rows_of(body);
  const bool cut_inside = !indentation_of(match.text).empty();
  for (std::size_t i = 1; i < rows.size(); ++i) {
    if (indentation_of(rows[i]).size() == rows[i].size()) continue;
    if (cut_inside || !rows[i].starts_with(indentation)) {
      return concat("the quotation begins inside the indentation of line ", spot.lines.first.value,
                    ", so that it is not clear how far the other rows of the new text are to be indented; quote whole lines "
                    "with all of their indentation");
    }
  }
  return std::nullopt;
}

// Rows without a word do not identify a place, and neither does whitespace at their ends: if more such rows differ only by that
// whitespace, the one exact match may be the wrong one.
std::vector<QuotedPlace> alike_but_for_trailing_blanks(const Text& text, const Match& match, WorkBudget& likeness) {
  const Rows rows = rows_of(match.text);
  if (!std::ranges::all_of(rows, [](const std::string& row) { return is_low(row); })) return {};
  std::vector<QuotedPlace> alike = spots(text, match, MatchMode::line_trimmed, likeness);
  std::erase_if(alike, [&](const QuotedPlace& spot) {
    for (std::size_t i = 0; i < rows.size(); ++i) {
      if (indentation_of(rows[i]) != indentation_of(text.content(spot.lines.first + static_cast<std::uint32_t>(i))))
        return true;
    }
    return false;
  });
  return alike;
}

}  // namespace

Result<Quoted> find_quoted(const LoadedFile& file, ShownVersions& shown, const Policy& policy, const Match& match,
                           const std::string& body, int op) {
  const auto refused = [op](Error error) {
    error.op = op + 1;
    return std::unexpected(std::move(error));
  };
  std::string not_uniform;
  for (const MatchMode mode : rungs(match, policy)) {
    std::vector<QuotedPlace> found = spots(file.text, match, mode, shown.likeness());
    if (found.empty()) continue;
    const bool only_one = !match.all || mode != MatchMode::exact;
    if (only_one && found.size() > 1) return refused(several(file, found, mode));
    if (!match.all && !match.mode && mode == MatchMode::exact) {
      std::vector<QuotedPlace> alike = alike_but_for_trailing_blanks(file.text, match, shown.likeness());
      std::erase_if(alike, [&](const QuotedPlace& spot) { return spot.lines == found.front().lines; });
      if (!alike.empty()) {
        alike.push_back(found.front());
        return refused(several(file, alike, MatchMode::line_trimmed));
      }
    }
    if (match.all) found = apart(found);
    if (std::optional<Error> beyond = too_much(file, found, body)) return refused(*std::move(beyond));
    if (match.expected && *match.expected != found.size()) return refused(wrong_count(file, found, *match.expected));
    if (!match.all && mode == MatchMode::line_trimmed) {
      const std::vector<QuotedPlace> alike = alike_but_for_typography(file.text, match);
      if (alike.size() > 1) return refused(several(file, alike, mode));
    }
    std::optional<std::string> unclear;
    if (mode == MatchMode::exact && !match.mode) unclear = unclear_indentation(file.text, found.front(), match, body);
    std::expected<std::vector<Substitution>, std::string> edits = substitutions(file.text, found, match, body, mode, op);
    if (!edits || unclear) {
      not_uniform = unclear ? *std::move(unclear) : std::move(edits).error();
      break;
    }
    const std::optional<QuotedProof> proof = shown.newest_with([&](std::size_t i, const Text& text, bool only_shown_rows) {
      return proof_by(shown, i, text, match, mode, found, only_shown_rows);
    });
    if (!proof && mode != MatchMode::exact) return refused(fits_unseen(file, Quotes::text, lines_of(found), mode));
    if (proof && !proof->holds) {
      const LineSet beside(with_context(file.text, one_line(proof->shown_line), rows_around));
      return refused(not_the_same_place(file, Quotes::text, proof->shown_line, lines_of(found), beside, proof->reason));
    }
    return Quoted{*std::move(edits), mode, proof ? proof->recovered : std::nullopt,
                  quoted_indentation(file.text, found.front(), match)};
  }
  if (match.mode == MatchMode::block_anchor && shown.likeness().used_up()) return refused(too_much_alike(file));
  Error nowhere = unmatched(file, shown, match, body, not_uniform);
  if (!not_uniform.empty()) nowhere.misread = Misread{file.inside};
  return refused(std::move(nowhere));
}

std::optional<std::vector<Substitution>> quoted_in(const Text& text, const Policy& policy, const Match& match,
                                                   const std::string& body, int op, WorkBudget& likeness) {
  for (const MatchMode mode : rungs(match, policy)) {
    std::vector<QuotedPlace> found = spots(text, match, mode, likeness);
    if (found.empty()) continue;
    if (match.all) found = apart(found);
    const bool only_one = !match.all || mode != MatchMode::exact;
    if (found.size() > most_quoted_places || (only_one && found.size() > 1) ||
        (match.expected && *match.expected != found.size()))
      return std::nullopt;
    std::expected<std::vector<Substitution>, std::string> edits = substitutions(text, found, match, body, mode, op);
    if (!edits) continue;
    return *std::move(edits);
  }
  return std::nullopt;
}

}  // namespace kedge
