#include "plan/locate_text.hpp"

#include <algorithm>
#include <map>
#include <ranges>

#include "fs/read_file.hpp"
#include "plan/quotation_refusals.hpp"
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

constexpr std::size_t most_text_places = 1'000'000;  // that one quotation may match

struct TextPlace {
  ByteSpan span;
  LineSpan lines;
};
using TextPlaces = std::vector<TextPlace>;

struct TextPart {
  Match match;
  Rows rows;  // of the quotation
  std::string body;
  int op = 0;
};

// Whole lines; includes the last terminator only if the quotation ends in one.
TextPlace place_of_lines(const Text& text, LineSpan lines, bool with_end) {
  ByteSpan span = text.span(lines);
  if (!with_end) span.end = {span.end.value - text.terminator(lines.last()).size()};
  return {span, lines};
}

struct FoundText {
  TextPlaces places = {};
  std::optional<WiderBlock> wider = std::nullopt;  // if the only place has lines that are not quoted
};

FoundText text_places(const Text& text, const TextPart& part, MatchMode mode, WorkBudget& likeness) {
  TextPlaces found;
  const bool with_end = part.match.text.ends_with('\n');
  if (mode == MatchMode::exact) {
    for (const ByteSpan& span : places_of(text, part.match.text, most_text_places + 1)) {
      found.push_back({span, text.lines_touched(span)});
    }
  } else if (mode == MatchMode::block_anchor) {
    const BlockMatch block = block_match(text, part.rows, likeness);
    if (block.lines) found.push_back(place_of_lines(text, *block.lines, with_end));
    if (block.wider) return {{place_of_lines(text, block.wider->lines, with_end)}, block.wider};
  } else {
    for (const LineSpan& lines : row_places(text, part.rows, mode, most_text_places + 1)) {
      found.push_back(place_of_lines(text, lines, with_end));
    }
  }
  return {std::move(found)};
}

// The leftmost places that do not overlap.
TextPlaces places_apart(const TextPlaces& all) {
  TextPlaces kept;
  for (const TextPlace& place : all) {
    if (kept.empty() || place.span.begin >= kept.back().span.end) kept.push_back(place);
  }
  return kept;
}

std::vector<LineSpan> lines_of(const TextPlaces& places) {
  std::vector<LineSpan> lines;
  for (const TextPlace& place : places) lines.push_back(place.lines);
  return lines;
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
std::expected<std::string, std::string> replacement(const Text& text, const TextPlace& place, const TextPart& part,
                                                    MatchMode mode) {
  if (mode == MatchMode::exact || part.body.empty()) return part.body;
  std::expected<Rows, std::string> rows = replacement_rows(text, place.lines, part.rows, rows_of(part.body));
  if (!rows) return std::unexpected(std::move(rows).error());
  std::string joined = join(*rows, "\n");
  // If the quotation ends in a line break and the unterminated last line does not, the replacement adds none either.
  const bool lacks_end = part.match.text.ends_with('\n') && !text.slice(place.span).ends_with('\n');
  if (part.body.ends_with('\n') && !lacks_end) joined.push_back('\n');
  return joined;
}

std::size_t column_of(const Text& text, const TextPlace& place) {
  return place.span.begin.value - text.span(one_line(place.lines.first)).begin.value;
}

Indentation quoted_indentation(const Text& text, const TextPlace& place, const TextPart& part) {
  Indentation seen = Indentation::not_quoted;
  for (std::size_t i = 0; i < part.rows.size() && i < place.lines.size(); ++i) {
    const std::string_view quoted = indentation_of(part.rows[i]);
    if (quoted.size() == part.rows[i].size()) continue;  // blank rows have no indentation
    const std::string_view there = indentation_of(text.content(place.lines.first + static_cast<std::uint32_t>(i)));
    const bool begins_inside = i == 0 && column_of(text, place) > 0;
    if (begins_inside && quoted.empty()) continue;  // it leaves out the indentation
    if (begins_inside || quoted != there) return Indentation::otherwise;
    if (!there.empty() && !is_low(part.rows[i])) seen = Indentation::as_in_file;  // brackets occur in every column
  }
  return seen;
}

bool opens(std::string_view row) {
  const std::string_view content = trimmed(row);
  return !content.empty() && std::string_view("{[(:").contains(content.back());
}

bool closes(std::string_view row) {
  const std::string_view content = trimmed(row);
  return !content.empty() && std::string_view("}])").contains(content.front());
}

// A quotation that begins inside a line's indentation matches, but does not say how the rows after its first are meant to be
// indented: as they were sent, or shifted by what the quotation leaves out. That is only clear if it quotes an indented row
// itself.
std::optional<std::string> unclear_rows(const Text& text, const TextPlace& place, const TextPart& part) {
  const std::string_view indentation = indentation_of(text.content(place.lines.first));
  const std::size_t column = column_of(text, place);
  if (column == 0 || column > indentation.size()) return std::nullopt;
  if (quoted_indentation(text, place, part) == Indentation::as_in_file) return std::nullopt;
  const Rows rows = rows_of(part.body);
  const bool cut_inside = !indentation_of(part.match.text).empty();
  // Below a row that opens something, a row in the column of the line is probably indented from where the quotation begins.
  const auto is_nested = [&](std::size_t i) {
    return indentation_of(rows[i]) == indentation && opens(rows[i - 1]) && !closes(rows[i]);
  };
  for (std::size_t i = 1; i < rows.size(); ++i) {
    if (indentation_of(rows[i]).size() == rows[i].size()) continue;
    if (cut_inside || !rows[i].starts_with(indentation) || (column == indentation.size() && is_nested(i))) {
      return concat("the quotation begins inside the indentation of line ", place.lines.first.value,
                    ", so that it is not clear how far the other rows of the new text are to be indented; quote whole lines "
                    "with all of their indentation");
    }
  }
  return std::nullopt;
}

// The same with typographic quotes, dashes and spaces read as plain ones: a loose match is ambiguous if another place differs
// only by these.
std::vector<LineSpan> alike_but_for_typography(const Text& text, const TextPart& part) {
  const auto plain = [](std::string_view row) { return with_plain_forms(trimmed(row)); };
  Rows rows, lines;
  for (const std::string& row : part.rows) rows.push_back(plain(row));
  for (LineNo line{1}; text.has(line); line = line + 1) lines.push_back(plain(text.content(line)));
  std::vector<LineSpan> found;
  for (std::size_t at = 0; at + rows.size() <= lines.size(); ++at) {
    if (!std::ranges::equal(rows, std::span(lines).subspan(at, rows.size()))) continue;
    const LineNo first{static_cast<std::uint32_t>(at + 1)};
    found.push_back({first, first + static_cast<std::uint32_t>(rows.size())});
  }
  return found;
}

// Rows without a word do not identify a place, and neither does whitespace at their ends: if more such rows differ only by that
// whitespace, the one exact match may be the wrong one.
std::vector<LineSpan> alike_but_for_trailing_blanks(const Text& text, const TextPart& part, const TextPlace& exact) {
  if (!std::ranges::all_of(part.rows, [](const std::string& row) { return is_low(row); })) return {};
  std::vector<LineSpan> alike = row_places(text, part.rows, MatchMode::line_trimmed, most_text_places);
  std::erase_if(alike, [&](LineSpan lines) {
    if (lines == exact.lines) return true;
    for (std::size_t i = 0; i < part.rows.size(); ++i) {
      const LineNo line = lines.first + static_cast<std::uint32_t>(i);
      if (indentation_of(part.rows[i]) != indentation_of(text.content(line))) return true;
    }
    return false;
  });
  if (!alike.empty()) alike.push_back(exact.lines);
  return alike;
}

bool asks_for_nothing(const Match& match, const std::string& body) {
  return with_plain_newlines(match.text) == with_plain_newlines(body);
}

// Rows that were copied with their prefixes, in the new text or in the quotation. Whoever copies some of them so copies all.
std::optional<Error> pasted_pair(const FileTask& task, const std::string& quoted, const std::string& body, int op) {
  std::optional<Error> refused = pasted_prefix_in(task.file, task.basis, body, op);
  const std::optional<PastedPrefix> pasted = pasted_in(task.file, task.basis, concat(quoted, '\n', body));
  if (!pasted) return refused;
  const std::vector<std::string_view> cleaned = split(pasted->cleaned, '\n');
  const auto count = static_cast<std::size_t>(std::ranges::count(quoted, '\n')) + 1;
  std::string quotation;
  CorrectedPassage corrected{LineNo{1}, {}};
  for (std::size_t i = 0; i < cleaned.size(); ++i) {
    if (i < count) append(quotation, concat(i == 0 ? "" : "\n", cleaned[i]));
    corrected.rows.push_back({i < count ? RowFate::removed : RowFate::added, std::string(cleaned[i])});
  }
  const std::vector<std::string_view> sent = split(quoted, '\n');
  const auto is_longer = [&](std::size_t i) { return sent[i].size() > cleaned[i].size(); };
  if (!refused && !std::ranges::all_of(std::views::iota(std::size_t{0}, count), is_longer)) {
    return std::nullopt;  // not all of its rows were copied from a read
  }
  if (!refused) {
    refused = refuse(Code::no_match,
                     concat(printable(task.file.given),
                            ": the quoted text does not occur: it carries the line prefixes of the read output, as in row ",
                            printable(pasted->row), ". Without them it is:\n", quotation),
                     {{"path", task.file.given}, {"row", pasted->row}, {"op", op + 1}, {"cleaned", quotation}});
    refused->next = "Send the quotation and the new text without them.";
  }
  if (const std::vector<ByteSpan> places = places_of(task.file.text, quotation, 2); places.size() == 1) {
    corrected.line = task.file.text.lines_touched(places.front()).first;
    correct(*refused, std::move(corrected));
  }
  return refused;
}

class TextLocator final : public Locator {
 public:
  TextLocator(const FileTask& task, std::vector<TextPart> parts) : task_(&task), parts_(std::move(parts)) {}

  std::vector<Location> locate(std::size_t version, Belief belief) override {
    const LineSet rows = task_->basis.rows(version, belief, task_->refused_before());
    std::vector<Location> all;
    all.reserve(parts_.size());
    for (const TextPart& part : parts_) {
      all.push_back(belief == Belief::version ? locate(*task_->basis.text(version), part, nullptr, true)
                                              : locate(*task_->basis.text(version), part, &rows, false));
    }
    return all;
  }
  std::vector<Location> locate_now() override { return locate_in(task_->file.text); }
  std::vector<Location> locate_in(const Text& text) override {
    std::vector<Location> all;
    all.reserve(parts_.size());
    for (const TextPart& part : parts_) all.push_back(locate(text, part, nullptr, false));
    return all;
  }
  std::vector<Error> refusals(const std::vector<Missed>& missed) override {
    constexpr std::size_t most_explained = 5;  // the nearest region is searched for in the whole file
    std::vector<Error> all;
    for (const auto& [k, misfit] : missed) {
      const bool explained = all.size() < most_explained || misfit.why != Misfit::Why::nowhere;
      all.push_back(explained ? text_refusal(*task_, parts_[k].match, parts_[k].body, misfit)
                              : refuse(Code::no_match, {{"path", task_->file.given}}));
      all.back().op = parts_[k].op + 1;
    }
    return all;
  }
  std::optional<Quotes> quotes() const override { return Quotes::text; }

 private:
  // In these rows only, if there are any.
  Location locate(const Text& text, const TextPart& part, const LineSet* rows, bool only_exact) const;
  std::optional<Misfit> ambiguity(const Text& text, const TextPart& part, const TextPlaces& found, MatchMode mode) const;
  std::optional<Error> too_large(const Text& text, const TextPart& part, const TextPlaces& found) const;
  bool accepts_unquoted() const {
    const std::vector<std::string>& accepted = task_->request.accept_warnings;
    return std::ranges::find(accepted, "unquoted_lines") != accepted.end();
  }
  Location unquoted(const Text& text, const WiderBlock& block) const;
  const RowSet& trimmed_rows(const Text& text) const {
    return trimmed_rows_.try_emplace(text.bytes().data(), text, MatchMode::line_trimmed).first->second;
  }

  const FileTask* task_;
  std::vector<TextPart> parts_;
  mutable std::map<const char*, RowSet> trimmed_rows_;  // of each text; with several parts only
};

// Several places, although one is meant.
std::optional<Misfit> TextLocator::ambiguity(const Text& text, const TextPart& part, const TextPlaces& found,
                                             MatchMode mode) const {
  const Match& match = part.match;
  std::vector<LineSpan> places;
  // Below exact, all of them are meant only if the caller says how many there are.
  const bool means_all = match.all && (mode == MatchMode::exact || match.expected);
  if (!means_all && found.size() > 1) {
    places = lines_of(found);
  } else if (!match.all && !match.mode && mode == MatchMode::exact) {
    places = alike_but_for_trailing_blanks(text, part, found.front());
    if (!places.empty()) mode = MatchMode::line_trimmed;
  } else if (!match.all && mode == MatchMode::line_trimmed) {
    places = alike_but_for_typography(text, part);
    if (places.size() == 1) places.clear();
  }
  if (places.empty()) return std::nullopt;
  return Misfit{.why = Misfit::Why::several, .places = std::move(places), .mode = mode};
}

// Checked before anything is built: a short quotation in a large file can ask for more than memory has room for.
std::optional<Error> TextLocator::too_large(const Text& text, const TextPart& part, const TextPlaces& found) const {
  const std::string& path = task_->file.given;
  if (found.size() > most_text_places)
    return beyond_limit("the number of places that the quoted text fits", found.size(), most_text_places, path);
  std::uint64_t size = text.size() + std::uint64_t{found.size()} * part.body.size();
  for (const TextPlace& place : found) size -= place.span.size();
  if (size > largest_editable_file) return beyond_limit("the size of the result", size, largest_editable_file, path);
  return std::nullopt;
}

// Lines that are not quoted go only if the caller says so, after it was shown them as they are.
Location TextLocator::unquoted(const Text& text, const WiderBlock& block) const {
  if (&text != &task_->file.text) return std::unexpected(Misfit{});
  return std::unexpected(Misfit{.why = Misfit::Why::refused,
                                .places = {block.lines},
                                .mode = MatchMode::block_anchor,
                                .refusal = leaves_lines_out(task_->file, block)});
}

Location TextLocator::locate(const Text& text, const TextPart& part, const LineSet* rows, bool only_exact) const {
  const Match& match = part.match;
  for (const MatchMode mode : rungs(match, task_->policy())) {
    if (only_exact && mode != MatchMode::exact) break;
    if (mode == MatchMode::line_trimmed && parts_.size() > 1 && !trimmed_rows(text).may_have(part.rows)) continue;
    auto [found, wider] = text_places(text, part, mode, task_->basis.likeness());
    const auto counts = [&](const TextPlace& place) { return rows == nullptr || rows->contains(place.lines); };
    if (match.all && std::ranges::none_of(found, counts)) found.clear();
    if (!match.all) std::erase_if(found, [&](const TextPlace& place) { return !counts(place); });
    if (found.empty()) continue;
    if (std::optional<Misfit> several = ambiguity(text, part, found, mode)) return std::unexpected(*std::move(several));
    if (match.all) found = places_apart(found);
    if (wider && !accepts_unquoted()) return unquoted(text, *wider);
    TextPart widened;  // quotes every line of the block
    if (wider) widened = {.match = match, .rows = wider->rows, .body = part.body, .op = part.op};
    const TextPart& quoting = wider ? widened : part;
    if (std::optional<Error> refused = too_large(text, part, found))
      return std::unexpected(Misfit{.why = Misfit::Why::refused, .refusal = std::move(refused)});
    const bool is_now = &text == &task_->file.text;
    if (is_now && match.expected && *match.expected != found.size())
      return std::unexpected(Misfit{.why = Misfit::Why::wrong_count, .places = lines_of(found), .mode = mode});

    Located located{.op = part.op, .quoted = lines_of(found), .mode = mode};
    std::optional<std::string> unclear;
    if (mode == MatchMode::exact && !match.mode) unclear = unclear_rows(text, found.front(), part);
    for (const TextPlace& place : found) {
      if (unclear) break;
      std::expected<std::string, std::string> now = replacement(text, place, quoting, mode);
      if (now) {
        located.substitutions.push_back({place.span, *std::move(now), part.op});
      } else {
        unclear = std::move(now).error();
      }
    }
    if (unclear) return std::unexpected(Misfit{.why = Misfit::Why::unclear, .places = lines_of(found), .detail = *unclear});
    // A text that occurs once identifies itself.
    const bool only_one = mode == MatchMode::exact && found.size() == 1;
    located.once = [only_one, &part](const Text& one) { return only_one && places_of(one, part.match.text, 2).size() == 1; };
    located.indented = {quoted_indentation(text, found.front(), quoting), rows_of(part.body), part.op};
    located.indented.more_than_quoted = located.indented.rows.size() > rows_of(part.match.text).size();
    return located;
  }
  if (match.mode == MatchMode::block_anchor && task_->basis.likeness().used_up())
    return std::unexpected(Misfit{.why = Misfit::Why::refused, .refusal = too_much_alike(task_->file)});
  return std::unexpected(Misfit{});
}

}  // namespace

Result<std::unique_ptr<Locator>> text_locator(const FileTask& task) {
  std::vector<TextPart> parts;
  std::vector<Error> refusals;
  int number = 0;
  for (const Operation& operation : task.asked.operations) {
    const int op = number++;
    const auto& match = std::get<Match>(operation.target);
    if (asks_for_nothing(match, operation.body)) continue;
    Result<std::string> body = in_file_encoding(task.file, operation.body, task.request.encoding);
    Result<std::string> quoted = task.request.encoding.empty() ? Result<std::string>(match.text)
                                                               : in_file_encoding(task.file, match.text, task.request.encoding);
    if (!body || !quoted) {
      refusals.push_back(!body ? std::move(body).error() : std::move(quoted).error());
    } else if (std::optional<Error> pasted = pasted_pair(task, *quoted, *body, op)) {
      refusals.push_back(*std::move(pasted));
    } else {
      TextPart part{.match = match, .rows = rows_of(*quoted), .body = *std::move(body), .op = op};
      part.match.text = *std::move(quoted);
      parts.push_back(std::move(part));
    }
  }
  if (!refusals.empty()) return std::unexpected(together(std::move(refusals)));
  if (parts.empty()) return nullptr;
  return std::make_unique<TextLocator>(task, std::move(parts));
}

}  // namespace kedge
