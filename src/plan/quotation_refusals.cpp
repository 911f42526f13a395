#include "plan/quotation_refusals.hpp"

#include <algorithm>
#include <cmath>

#include "edit/headers.hpp"
#include "plan/nearest_region.hpp"
#include "plan/passage_edits.hpp"
#include "plan/propose_passage.hpp"
#include "plan/shown_rows.hpp"
#include "resolve/quotation.hpp"
#include "support/strings.hpp"
#include "support/utf8.hpp"
#include "text/line_quality.hpp"

namespace kedge {
namespace {

constexpr std::size_t most_told = 10;  // candidates
constexpr std::uint32_t most_near_rows = 40;

Json span_json(LineSpan lines) { return Json::object({{"start", lines.first.value}, {"end", lines.last().value}}); }

std::string place_text(LineSpan lines) {
  return lines.size() == 1 ? concat("line ", lines.first.value)
                           : concat("lines ", lines.first.value, " to ", lines.last().value);
}

// The lines as a caller would quote them.
std::string quotation_of(const Text& text, LineSpan lines, bool with_end) {
  std::string quoted = with_plain_newlines(text.slice(text.span(lines)));
  if (!with_end && quoted.ends_with('\n')) quoted.pop_back();
  return quoted;
}

bool say_where_nearest(const std::optional<NearMiss>& near, Error& refused, LineSet& rows) {
  if (!near) return false;
  append(refused.what,
         concat(" The nearest region is ", place_text(near->lines), "; line ", near->differs.value, " differs first (",
                near->why, "):\n  file:   ", near->file_row, "\n  quoted: ", near->quoted_row));
  refused.facts.set("nearest", span_json(near->lines));
  refused.facts.set(
      "differs",
      Json::object(
          {{"line", near->differs.value}, {"file", near->file_row}, {"quoted", near->quoted_row}, {"why", near->why}}));
  rows.add({near->lines.first, std::min(near->lines.end, near->lines.first + most_near_rows)});
  return true;
}

// Lines that begin and end like the quotation and are similar between: never applied unasked, but worth offering.
void propose_block(const LoadedFile& file, const Match& match, WorkBudget& likeness, Error& refused) {
  if (match.mode && *match.mode != MatchMode::block_anchor) return;
  const BlockMatch block = block_match(file.text, rows_of(match.text), likeness);
  if (!block.lines && !block.wider) {
    if (match.mode) append(refused.what, concat("\nBy block_anchor: ", block.reason, '.'));
    return;
  }
  const LineSpan lines = block.lines ? *block.lines : block.wider->lines;
  const std::string quoted = quotation_of(file.text, lines, match.text.ends_with('\n'));
  if (!is_utf8(quoted) || quoted.size() > longest_proposal) return;
  const auto percent = static_cast<int>(std::floor((block.lines ? block.similarity : block.wider->similarity) * 100));
  const std::string left_out =
      block.wider ? concat("; the quotation leaves out ", counted(block.wider->unquoted.size(), "line")) : std::string();
  append(refused.what, concat("\nThe ", place_text(lines), " begin and end like the quotation and are ", percent,
                              " % alike between", left_out, ". If they are meant, send this as old_string:\n", quoted));
  refused.facts.set("proposal", Json::object({{"old_string", quoted},
                                              {"lines", span_json(lines)},
                                              {"similarity_percent", percent},
                                              {"match_mode", name_of(MatchMode::block_anchor)}}));
}

// The refusal for a quotation that matches nowhere: what is nearest, where it differs, and what would work instead.
// The misfit's detail says why a place that matches except for indentation was not taken; empty if there was none.
Error unmatched(const FileTask& task, const Match& match, const std::string& body, const Misfit& misfit,
                const std::optional<NearMiss>& near) {
  const std::string& not_uniform = misfit.detail;
  const LoadedFile& file = task.file;
  Error refused = refuse(Code::no_match, {{"path", file.given}});
  if (match.mode) refused.facts.set("match_mode", name_of(*match.mode));
  LineSet rows;
  if (!not_uniform.empty()) {
    refused.misread = Misread{file.inside};
    append(refused.what, concat(" It fits but for blanks or typography: ", not_uniform, '.'));
    refused.facts.set("indentation", not_uniform);
  }
  const bool is_told = say_where_nearest(near, refused, rows);
  if (!is_told && !not_uniform.empty() && !misfit.places.empty()) {
    rows.add(misfit.places.front());
  } else if (!is_told) {
    append(refused.what, task.basis.likeness().used_up() ? " Too many lines of the file are alike to say what is nearest."
                                                         : " Nothing in the file is like it.");
    refused.next = "Read the file, and quote its own text.";
  }
  propose_block(file, match, task.basis.likeness(), refused);
  if (!body.empty()) {
    const std::vector<ByteSpan> there = places_of(file.text, body, 2);
    if (there.size() == 1 && !cuts_a_word(file.text.bytes(), there.front())) {
      const LineNo line = file.text.lines_touched(there.front()).first;
      append(refused.what, concat("\nThe new text is already there, at line ", line.value, '.'));
      refused.facts.set("new_text_at_line", line.value);
      refused.reason = Reason::new_text_is_there;
    }
  }
  refused.facts.set("changed_since_shown", task.basis.changed_since());
  if (task.basis.changed_since()) append(refused.what, "\nThe file has changed since it was shown to you.");
  if (!is_utf8(file.text.bytes())) {
    append(refused.what,
           "\nThe file is not valid UTF-8; bytes that are none stand as \\xNN in what was shown and cannot be quoted "
           "that way. Quote text without them, or say with `encoding` what the file is encoded in.");
  }
  if (!rows.empty()) {
    append(refused.what, "\nThe file has there:");
    add_rows(file, rows, refused);
  }
  return refused;
}

std::string joined(const Rows& rows) {
  std::string text;
  for (const std::string& row : rows) append(text, concat(row, '\n'));
  return text;
}

Match as_match(const QuotedPassage& quoted) { return {.text = joined(quoted.quoted), .mode = MatchMode::exact}; }

// One quoted row that is only a part of a line.
std::optional<Error> inside_a_line(const FileTask& task, const QuotedPassage& quoted) {
  const LoadedFile& file = task.file;
  if (quoted.quoted.size() != 1 || is_low(quoted.quoted.front())) return std::nullopt;
  const std::vector<ByteSpan> places = places_of(file.text, quoted.quoted.front(), 2);
  if (places.empty()) return std::nullopt;
  const LineSpan lines = file.text.lines_touched(places.front());
  Error refused = refuse(Code::no_match,
                         concat(printable(file.given), ": the quoted row occurs inside line ", lines.first.value,
                                places.size() > 1 ? ", and not only there" : "", "; quoted rows have to be whole lines."),
                         {{"path", file.given}, {"line", lines.first.value}});
  refused.next = "Quote all of the line, and send all of it as it shall be.";
  add_rows(file, LineSet(lines), refused);
  if (places.size() == 1) propose_whole_line(task, quoted, places.front(), refused);
  return refused;
}

Error torn_apart(const FileTask& task, const QuotedPassage& quoted, const StandingPart& part) {
  const LoadedFile& file = task.file;
  const auto rows = [](std::string_view which, std::size_t count) {
    return count == 0 ? "" : count == 1 ? concat("the ", which, " row") : concat("the ", which, ' ', count, " rows");
  };
  const std::string first = rows("first", part.above);
  const std::string last = rows("last", part.below);
  Error refused = refuse(
      Code::no_match,
      concat(printable(file.given),
             ": the file has changed since it was shown to you, and the quoted rows are not together in it. Without ", first,
             first.empty() || last.empty() ? "" : " and ", last, ", the quotation is at ", place_text(part.lines), "."),
      {{"path", file.given}, {"nearest", span_json(part.lines)}, {"changed_since_shown", true}});
  refused.next = "If these lines are meant, send the edit with what is quoted here; otherwise read the file again.";
  append(refused.what, "\nThe file has there:");
  add_rows(file, LineSet(part.lines), refused);
  propose_part(task, part, quoted.op, refused);
  return refused;
}

Error nowhere(const FileTask& task, const QuotedPassage& quoted, const Misfit& misfit) {
  const LoadedFile& file = task.file;
  const Match match = as_match(quoted);
  if (std::optional<Error> part = inside_a_line(task, quoted)) return *std::move(part);
  const std::vector<ByteSpan> inside = places_of(file.text, match.text, 1);
  if (!inside.empty()) {
    const LineSpan lines = file.text.lines_touched(inside.front());
    Error refused = refuse(Code::no_match,
                           concat(printable(file.given), ": the quoted rows have to be whole lines, and line ",
                                  lines.first.value, " only ends like the first of them."),
                           {{"path", file.given}, {"line", lines.first.value}});
    add_rows(file, LineSet(lines), refused);
    propose(task, quoted, lines, refused);
    return refused;
  }
  const bool fits_nowhere = misfit.why == Misfit::Why::nowhere;
  const std::optional<NearMiss> near = nearest_region(task, match.text, quoted.passage.line);
  if (fits_nowhere && task.basis.changed_since() && !(near && may_quote(task, quoted, near->lines))) {
    if (const std::optional<StandingPart> part = standing_part(file.text, quoted)) return torn_apart(task, quoted, *part);
  }
  const Rows made = rows_made(quoted.passage);
  Error refused = unmatched(task, match, made.empty() ? std::string() : joined(made), misfit, near);
  if (near && fits_nowhere) propose(task, quoted, near->lines, refused);
  return refused;
}

// What distinguishes a place from the others: the header above it.
std::string told_place(const Text& text, LineSpan place) {
  const std::vector<LineNo> chain = header_chain(text, place.first);
  if (chain.empty()) return concat(place.first.value);
  return concat(place.first.value, " (under line ", chain.front().value, ": ", printable(text.content(chain.front())), ')');
}

// "3 (under line 1: def f), 9, …".
std::string told_places(const Text& text, const std::vector<LineSpan>& places) {
  std::string list;
  for (std::size_t i = 0; i < places.size() && i < most_told; ++i) {
    append(list, concat(i == 0 ? "" : ", ", told_place(text, places[i])));
  }
  if (places.size() > most_told) append(list, ", …");
  return list;
}

Json line_numbers(const std::vector<LineSpan>& places) {
  Json list = Json::array();
  for (std::size_t i = 0; i < places.size() && i < 100; ++i) list.push(places[i].first.value);
  return list;
}

Error several(const LoadedFile& file, Quotes quotes, const Misfit& misfit) {
  const std::size_t count = misfit.places.size();
  const bool exact = misfit.mode == MatchMode::exact;
  const std::string how_often = quotes == Quotes::text ? concat("text occurs ", count, " times", exact ? "" : " but for blanks")
                                                       : concat("lines stand in ", counted(count, "place"),
                                                                exact ? "" : " but for blanks and typography");
  Error refused = refuse(
      Code::multiple_matches,
      concat(printable(file.given), ": the quoted ", how_often, ", at lines ", told_places(file.text, misfit.places), '.'),
      {{"path", file.given},
       {"count", count},
       {"lines", line_numbers(misfit.places)},
       {"match_mode", kedge::name_of(misfit.mode)}});
  if (quotes == Quotes::text) {
    // Only exact matches may be changed everywhere at once.
    if (!exact) refused.next = "Quote more lines, as the file has them, so that one place is meant.";
    return refused;
  }
  refused.next = "Quote more lines around the place that you mean, so that only one fits.";
  LineSet rows;
  for (std::size_t i = 0; i < std::min<std::size_t>(count, 3); ++i) rows.add(with_context(file.text, misfit.places[i], 1));
  add_rows(file, rows, refused);
  return refused;
}

Error wrong_count(const LoadedFile& file, const Match& match, const std::vector<LineSpan>& found) {
  const std::uint64_t expected = match.expected.value_or(0);
  Error refused =
      refuse(Code::count_mismatch,
             concat(printable(file.given), ": ", counted(expected, "replacement"), expected == 1 ? " was" : " were",
                    " expected, and the quoted text occurs ", counted(found.size(), "time"), ", at ",
                    found.size() == 1 ? "line " : "lines ", told_places(file.text, found), '.'),
             {{"path", file.given}, {"actual", found.size()}, {"expected", expected}, {"lines", line_numbers(found)}});
  refused.next = "Send the right count, or a longer quotation.";
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
          {{"path", file.given}, {"line", line}, {"first", quoted.op}, {"second", quoted.op + 1}});
      refused.next = "Send the parts of a file in the order in which they stand in it, none of them twice.";
      return refused;
    }
    case Misfit::Why::overlaps:
      return refuse(Code::overlapping_operations,
                    concat(path, ": part ", quoted.op + 1, " quotes line ", line, ", and so does another part."),
                    {{"path", file.given}, {"line", line}, {"second", quoted.op + 1}});
    case Misfit::Why::not_at_end: {
      const bool last = misfit.places.back().end == file.text.all_lines().end;
      const std::string_view problem =
          !last ? ", and not at the end of the file, where they are said to stand."
          : file.text.ends_unterminated()
              ? " at the end of the file, whose last line has no line break, where it is said to have one."
              : " at the end of the file, whose last line has a line break, where it is said to have none.";
      return refuse(Code::no_match, concat(path, ": the quoted lines stand at line ", line, problem),
                    {{"path", file.given}, {"line", line}});
    }
    case Misfit::Why::far_off: {
      Error refused =
          refuse(Code::no_match,
                 concat(path, ": the quoted rows have no word in them, and the only place where they stand is line ", line,
                        ", ", misfit.detail, '.'),
                 {{"path", file.given}, {"line", line}});
      refused.next = "Quote a line with words in it next to them, so that one place is meant.";
      add_rows(file, LineSet(with_context(file.text, misfit.places.front(), rows_around)), refused);
      return refused;
    }
    case Misfit::Why::not_below: {
      Error refused = refuse(
          Code::no_match,
          concat(path, ": the quoted lines stand at line ", line, ", but not below a line \"", printable(misfit.detail), "\"."),
          {{"path", file.given}, {"line", line}, {"header", misfit.detail}});
      refused.next = "Name a line of the file that stands above the place, whole and as it is, or none.";
      return refused;
    }
    default: break;
  }
  return refuse(
      Code::patch_syntax,
      concat(path, ": part ", quoted.op + 1, " quotes no line of the file, so that nobody can say where its rows go."),
      {{"path", file.given}, {"problem", "no line is quoted"}});
}

}  // namespace

Error text_refusal(const FileTask& task, const Match& match, const std::string& body, const Misfit& misfit) {
  if (misfit.refusal) return *misfit.refusal;
  if (misfit.why == Misfit::Why::several) {
    Error refused = several(task.file, Quotes::text, misfit);
    if (match.all && misfit.mode != MatchMode::exact) {
      refused.next = concat("If all of them are meant, send the edit again with expected_replacements: ", misfit.places.size(),
                            "; otherwise quote more lines, as the file has them.");
    }
    return refused;
  }
  if (misfit.why == Misfit::Why::wrong_count) return wrong_count(task.file, match, misfit.places);
  return unmatched(task, match, body, misfit, nearest_region(task, match.text));
}

Error passage_refusal(const FileTask& task, const QuotedPassage& quoted, const Misfit& misfit) {
  switch (misfit.why) {
    case Misfit::Why::nowhere:
    case Misfit::Why::unclear: return nowhere(task, quoted, misfit);
    case Misfit::Why::several: return several(task.file, Quotes::lines, misfit);
    default: return misplaced(task.file, quoted, misfit);
  }
}

Error leaves_lines_out(const LoadedFile& file, const WiderBlock& block) {
  LineSet lines;
  for (const LineNo line : block.unquoted) lines.add(one_line(line));
  const std::string message = concat(place_text(block.lines), " begin and end like the quotation, which leaves out ",
                                     block.unquoted.size() == 1 ? "line " : "lines ", described(lines),
                                     "; replaced as a whole, ", block.unquoted.size() == 1 ? "it goes" : "they go", " as well");
  Json warnings = Json::array();
  warnings.push(Json::object({{"name", "unquoted_lines"}, {"line", block.unquoted.front().value}, {"message", message}}));
  Error refused = refuse(Code::safety_check_failed, concat(printable(file.given), ": ", message, '.'),
                         {{"path", file.given}, {"safety_warnings", std::move(warnings)}});
  refused.next =
      "Quote the lines as they are here, or send the edit again with accept_warnings: [\"unquoted_lines\"] if all of them are "
      "meant.";
  add_shown(file, add_rows(file, LineSet(block.lines), refused), refused);
  return refused;
}

Error too_much_alike(const LoadedFile& file) {
  Error refused =
      refuse(Code::limit_exceeded, concat(printable(file.given), ": too many of its lines are alike to compare them all."),
             {{"path", file.given}, {"what", "the work of comparing lines"}});
  refused.next = "Quote the lines exactly as they stand in the file.";
  return refused;
}

std::optional<Error> pasted_passage(const FileTask& task, const QuotedPassage& quoted) {
  Rows all;
  for (const PassageRow& row : quoted.passage.rows) all.push_back(row.text);
  const std::optional<PastedPrefix> pasted = pasted_in(task.file, task.basis, joined(all));
  if (!pasted) return std::nullopt;
  Error refused = pasted_refusal(task.file, *pasted, quoted.op);
  refused.op = quoted.op + 1;
  // The same passage without the prefixes, if that leaves one row for each.
  const Rows rows = rows_of(pasted->cleaned);
  if (rows.size() != all.size()) return refused;
  QuotedPassage corrected = quoted;
  for (std::size_t i = 0; i < rows.size(); ++i) corrected.passage.rows[i].text = rows[i];
  corrected = quoted_passage(corrected.passage, quoted.op);
  corrected.passage.in_order = false;
  const Placement placed = place_passages(task.file.text, std::span(&corrected, 1), task.policy()).front();
  if (placed) propose(task, corrected, placed->lines, refused);
  return refused;
}

Error not_the_same_place(const LoadedFile& file, Quotes quotes, LineNo shown_line, const std::vector<LineSpan>& now,
                         const std::string& reason) {
  const LineNo line = now.front().first;
  Error refused = refuse(Code::match_moved,
                         concat(printable(file.given), ": the quoted ", quotes == Quotes::text ? "text was" : "lines were",
                                " shown at line ", shown_line.value, " and now ", quotes == Quotes::text ? "fits" : "stand",
                                " at line ", line.value, ", and these are not provably the same place: ", reason, '.'),
                         {{"path", file.given}, {"shown_line", shown_line.value}, {"line", line.value}, {"reason", reason}});
  LineSet places;
  for (const LineSpan& place : now) places.add(place);
  LineSet rows = places;
  rows.add(with_context(file.text, between_lines(std::min(shown_line, file.text.all_lines().end)), rows_around));
  add_shown(file, common(places, add_rows(file, rows, refused)), refused);
  return refused;
}

Error several_when_read(const LoadedFile& file, Quotes quotes, const std::vector<LineSpan>& then, LineSpan now) {
  std::string lines;
  for (std::size_t i = 0; i < then.size() && i < most_told; ++i) {
    append(lines, concat(i == 0 ? "" : ", ", then[i].first.value));
  }
  if (then.size() > most_told) append(lines, ", …");
  Error refused =
      refuse(Code::multiple_matches,
             concat(printable(file.given), ": the quoted ", quotes == Quotes::text ? "text" : "lines", " stood in ",
                    counted(then.size(), "place"), " when you read the file, at lines ", lines, ", and ",
                    quotes == Quotes::text ? "stands" : "stand", " at line ", now.first.value, " only now."),
             {{"path", file.given}, {"count", then.size()}, {"lines", line_numbers(then)}, {"line", now.first.value}});
  refused.next = "That place is shown here: if it is meant, send the edit again; otherwise quote more lines around the place.";
  add_shown(file, add_rows(file, LineSet(now), refused), refused);
  return refused;
}

Error fits_unseen(const LoadedFile& file, Quotes quotes, const Located& located) {
  const LineNo line = located.quoted.front().first;
  const std::string_view mode = name_of(located.mode);
  Error refused = refuse(
      Code::file_not_read,
      concat(printable(file.given), ": the quoted ", quotes == Quotes::text ? "text fits" : "lines fit", " only loosely (",
             mode, ") at line ", line.value, ", and these lines have not been shown to you in this session."),
      {{"path", file.given}, {"line", line.value}, {"match_mode", mode}});
  if (quotes == Quotes::lines) refused.facts.set("op", located.op + 1);
  refused.op = located.op + 1;
  refused.next = "They are shown here and count as shown now: look at them, then send the edit again.";
  LineSet lines;
  for (const LineSpan& place : located.quoted) lines.add(place);
  add_shown(file, add_rows(file, lines, refused), refused);
  return refused;
}

Error changed_since_shown(const FileTask& task, const InsistedChange& change) {
  const LoadedFile& file = task.file;
  if (change.is_done) return there_already(file, change.lines.first);
  Error refused = refuse(Code::no_match,
                         concat(printable(file.given), ": the quoted lines have been changed since they were shown to you."),
                         {{"path", file.given}, {"nearest", span_json(change.lines)}, {"changed_since_shown", true}});
  append(refused.what, "\nThe file has there:");
  add_shown(file, add_rows(file, LineSet(change.lines), refused), refused);
  refused.next = "If the edit is still wanted, send it as it would be in these lines; otherwise read the file again.";
  propose_change(task, change, refused);
  return refused;
}

void propose_in_place(const FileTask& task, const InsistedChange& change, Error& refused) {
  const LoadedFile& file = task.file;
  propose_change(task, change, refused);
  if (std::holds_alternative<std::monostate>(refused.correction)) return;
  add_shown(file, LineSet(change.lines), refused);  // the correction quotes them
  refused.next =
      "If the edit is still wanted in place of what others made of the quoted lines, send this; if it is meant at that place "
      "as "
      "it is, send the edit again.";
}

Error there_already(const LoadedFile& file, LineNo line) {
  Error refused = refuse(Code::no_match,
                         concat(printable(file.given),
                                ": the file has changed since it was shown to you, and the rows that this "
                                "edit makes stand in it already, at line ",
                                line.value, '.'),
                         {{"path", file.given}, {"new_text_at_line", line.value}, {"changed_since_shown", true}});
  refused.reason = Reason::new_text_is_there;
  refused.next = "Read the file again; if there is more to do, quote what it says now.";
  add_rows(file, LineSet(with_context(file.text, one_line(line), rows_around)), refused);
  return refused;
}

}  // namespace kedge
